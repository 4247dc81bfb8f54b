import { execFileSync } from "node:child_process";
import { link, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BrokerOptions } from "../../../src/adapters/agent/broker.ts";
import { createBroker } from "../../../src/adapters/agent/broker.ts";
import { workDir } from "./work-dir.ts";

const mayWrite = ["src/a.js", "test/"];

function brokerFor(dir: string, some: Partial<BrokerOptions> = {}) {
  return createBroker({ dir, mayWrite, lineNumbers: false, ...some });
}

test.each([
  ["../outside.txt", /"\.\."/],
  ["src/../../outside.txt", /"\.\."/],
  ["/etc/passwd", /relative to the root/],
  ["~/.ssh/id_rsa", /relative to the root/],
  ["C:/x", /relative to the root/],
  ["src\\a.js", /backslash/],
  [".git/config", /\.git directory/],
  [".GIT/config", /\.git directory/],
  ["sub/.git./config", /\.git directory/],
  [".g\u200cit/config", /\.git directory/],
  ["git~1/config", /\.git directory/],
  ["src/a.js\0.txt", /control characters/],
  ["src/a\n.js", /control characters/],
  ["x".repeat(2_000), /longer than/],
])("reads, writes and removes nothing at %j", async (path, why) => {
  await using files = await workDir({ ".git/config": "[core]\n", "src/a.js": "a\n" });
  const broker = brokerFor(files.dir, { mayWrite: ["src/", "test/", "sub/", ".git/", path] });

  const replies = [
    await broker.read(path, 1, 10),
    await broker.write(path, "x"),
    await broker.remove(path),
  ];

  for (const reply of replies) {
    expect(reply).toMatchObject({ kind: "refused", why: expect.stringMatching(why) });
  }
  expect(broker.changes()).toBe(0);
});

test("writes only what the list names, case counted, and says what that is", async () => {
  await using files = await workDir({ "src/a.js": "a\n", "tests/x.js": "x\n" });
  const broker = brokerFor(files.dir);

  for (const path of ["src/b.js", "src/A.js", "tests/x.js", "test", "package.json", "src"]) {
    expect(await broker.write(path, "x")).toMatchObject({
      kind: "refused",
      why: expect.stringContaining("- src/a.js\n- test/ (any file below it)"),
    });
  }
  expect(await broker.write("./src//a.js", "b\n")).toMatchObject({ kind: "done" });
  expect(await broker.write("test/deep/new.test.js", "t\n")).toMatchObject({ kind: "done" });
  expect(await files.text("src/a.js")).toBe("b\n");
  expect(broker.changes()).toBe(2);
});

test("follows no link out of the directory, for reading or writing", async () => {
  await using outside = await workDir({ "secret.txt": "secret\n", "lib/x.js": "x\n" });
  await using files = await workDir({ "src/a.js": "a\n" });
  await symlink(join(outside.dir, "secret.txt"), join(files.dir, "link.txt"));
  await symlink(join(outside.dir, "lib"), join(files.dir, "test"));
  const broker = brokerFor(files.dir, { mayWrite: ["link.txt", "test/"] });

  expect(await broker.read("link.txt", 1, 9)).toMatchObject({
    why: expect.stringMatching(/leaves the repository/),
  });
  expect(await broker.list("test")).toMatchObject({ kind: "refused" });
  expect(await broker.search("x", "test", false)).toMatchObject({ kind: "refused" });
  expect(await broker.write("test/x.js", "y")).toMatchObject({
    why: expect.stringMatching(/is a link/),
  });
  expect(await broker.write("link.txt", "y")).toMatchObject({
    why: expect.stringMatching(/not a regular file/),
  });
  expect(await outside.text("secret.txt")).toBe("secret\n");
});

test("does not write through a link inside the directory to a file off the list", async () => {
  await using files = await workDir({ "src/real.js": "r\n", "test/a.js": "a\n" });
  await symlink("../src", join(files.dir, "test/alias"));
  await link(join(files.dir, "src/real.js"), join(files.dir, "test/hard.js"));
  const broker = brokerFor(files.dir);

  expect(await broker.write("test/alias/real.js", "x")).toMatchObject({
    why: expect.stringMatching(/is a link/),
  });
  expect(await broker.edit("test/hard.js", "r", "x")).toMatchObject({
    why: expect.stringMatching(/hard link/),
  });
  expect(await broker.read("test/alias/real.js", 1, 9)).toEqual({ kind: "done", text: "r" });
});

test("reads carried dependencies through their link, and neither lists nor searches them", async () => {
  await using carried = await workDir({ "dep/index.js": "needle\n" });
  await using files = await workDir({ "src/a.js": "needle\n" });
  await symlink(carried.dir, join(files.dir, "node_modules"));
  const broker = brokerFor(files.dir, { readable: [carried.dir] });

  expect(await broker.read("node_modules/dep/index.js", 1, 9)).toMatchObject({ text: "needle" });
  expect(await broker.list("")).toMatchObject({ text: "src/a.js\nnode_modules (link)" });
  expect(await broker.search("NEEDLE", "", true)).toMatchObject({ text: "src/a.js:1: needle" });
  expect(await brokerFor(files.dir).read("node_modules/dep/index.js", 1, 9)).toMatchObject({
    kind: "refused",
  });
});

test("refuses what is no text: binary, other encodings, directories, pipes, very large files", async () => {
  await using files = await workDir({ "big.txt": "x".repeat(2_100_000) });
  await writeFile(join(files.dir, "a.bin"), Buffer.from([1, 0, 2]));
  await writeFile(join(files.dir, "latin.txt"), Buffer.from([0x63, 0xe9]));
  await mkdir(join(files.dir, "dir"));
  execFileSync("mkfifo", [join(files.dir, "pipe")]);
  const broker = brokerFor(files.dir, { mayWrite: ["pipe", "dir", "a.js", "b.js"] });

  const whys = [/binary/, /UTF-8/, /directory/, /not a regular file/, /too many/, /no such file/];
  const paths = ["a.bin", "latin.txt", "dir", "pipe", "big.txt", "missing.txt"];
  for (const [index, path] of paths.entries()) {
    expect(await broker.read(path, 1, 9)).toMatchObject({
      why: expect.stringMatching(whys[index] ?? /never/),
    });
  }
  expect(await broker.write("pipe", "x")).toMatchObject({
    why: expect.stringMatching(/not a regular file/),
  });
  expect(await broker.write("dir", "x")).toMatchObject({ why: expect.stringMatching(/directory/) });
  expect(await broker.write("a.js", "a\0b")).toMatchObject({ why: expect.stringMatching(/NUL/) });
  expect(await broker.write("a.js", "\ud800")).toMatchObject({
    why: expect.stringMatching(/surrogate/),
  });
  expect(await broker.write("b.js", "x".repeat(400_001))).toMatchObject({
    why: expect.stringMatching(/more than/),
  });
});

test("edits a piece that is there exactly once, and says why not otherwise", async () => {
  await using files = await workDir({ "src/a.js": "one\ntwo $1\none\n" });
  const broker = brokerFor(files.dir);

  expect(await broker.edit("src/a.js", "one", "x")).toMatchObject({
    why: expect.stringMatching(/2 times/),
  });
  expect(await broker.edit("src/a.js", "three", "x")).toMatchObject({
    why: expect.stringMatching(/not in it/),
  });
  expect(await broker.edit("src/a.js", "", "x")).toMatchObject({
    why: expect.stringMatching(/use "write"/),
  });
  expect(await broker.edit("src/a.js", "two", "two")).toMatchObject({
    why: expect.stringMatching(/the same/),
  });
  expect(await broker.edit("src/a.js", "two $1", "$& $1")).toMatchObject({ kind: "done" });
  expect(await files.text("src/a.js")).toBe("one\n$& $1\none\n");
});

test("keeps the line ends and the byte order mark of a file", async () => {
  await using files = await workDir({ "src/a.js": "\ufeffone\r\ntwo\r\n" });
  const broker = brokerFor(files.dir);

  await broker.edit("src/a.js", "one\ntwo", "one\nand\ntwo");
  expect(await files.text("src/a.js")).toBe("\ufeffone\r\nand\r\ntwo\r\n");
  await broker.write("src/a.js", "a\nb\n");
  expect(await files.text("src/a.js")).toBe("a\r\nb\r\n");
});

test("keeps the mode of a file that it edits", async () => {
  await using files = await workDir({ "src/a.js": "a\n" });
  execFileSync("chmod", ["755", join(files.dir, "src/a.js")]);

  await brokerFor(files.dir).edit("src/a.js", "a", "b");

  expect(
    execFileSync("stat", ["-c", "%a", join(files.dir, "src/a.js")])
      .toString()
      .trim(),
  ).toBe("755");
});

test("cuts long files and long listings when they are shown, and says how to go on", async () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}`).join("\n");
  const many = Object.fromEntries(Array.from({ length: 450 }, (_, i) => [`d/${i}.txt`, "hit\n"]));
  await using files = await workDir({ ...many, "long.txt": lines, "wide.txt": "w".repeat(9_000) });
  const broker = brokerFor(files.dir, { lineNumbers: true });

  const first = await broker.read("long.txt", 1, 600);
  expect(first).toMatchObject({ text: expect.stringContaining("lines 1 to 600 of 1000") });
  expect(await broker.read("long.txt", 999, 600)).toEqual({
    kind: "done",
    text: "999\tline 999\n1000\tline 1000",
  });
  expect(await broker.read("long.txt", 1_001, 1)).toMatchObject({
    why: expect.stringMatching(/only 1000 lines/),
  });
  expect(await broker.read("wide.txt", 1, 1)).toMatchObject({
    text: expect.stringMatching(/^1\tw{2000}… \(cut\)$/),
  });
  expect(await broker.list("")).toMatchObject({ text: expect.stringMatching(/… and 52 more/) });
  expect(await broker.search("hit", "", false)).toMatchObject({
    text: expect.stringMatching(/… and 390 more lines/),
  });
  expect(await readFile(join(files.dir, "long.txt"), "utf8")).toBe(lines);
});
