/**
 * Measures `tdd-loop surface` on published packages that it was not made for: whether every name that
 * a package's own declarations or `__all__` export is listed, whether anything of a body or a value
 * shows, and how much smaller than the files it is. Fetches the packages; needs npm, apt-get and python3.
 * Usage: node .github/scripts/surface-packages.mjs [--npm NAME…] [--debian NAME…]
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript";

const NPM = [
  "commander@14.0.3",
  "p-queue@9.3.5",
  "lru-cache@11.0.0",
  "express@4.21.0",
  "eventemitter3@5.0.1",
];
const DEBIAN = ["python3-attr", "python3-dateutil", "python3-aiohttp"];

const PYTHON = `
import ast, io, json, sys, tokenize
exported, hidden, seen = {}, {}, {}
for path in sys.argv[1:]:
    text = open(path, encoding="utf-8").read()
    tree = ast.parse(text)
    names = []
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, (ast.AugAssign, ast.AnnAssign)) else []
        if any(isinstance(t, ast.Name) and t.id == "__all__" for t in targets):
            names += [c.value for c in ast.walk(node.value) if isinstance(c, ast.Constant) and isinstance(c.value, str)]
    exported[path] = names
    spans = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            spans += [(s.lineno, s.col_offset, s.end_lineno, s.end_col_offset) for s in node.body]
            spans += [(d.lineno, d.col_offset, d.end_lineno, d.end_col_offset) for d in node.args.defaults + node.args.kw_defaults if d is not None]
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            spans += [(a.lineno, a.col_offset, a.end_lineno, a.end_col_offset) for d in node.decorator_list if isinstance(d, ast.Call) for a in [*d.args, *[k.value for k in d.keywords]]]
    for node in [*tree.body, *[s for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for s in c.body]]:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None and not any(isinstance(t, ast.Name) and t.id == "__all__" for t in getattr(node, "targets", [])):
            v = node.value
            spans.append((v.lineno, v.col_offset, v.end_lineno, v.end_col_offset))
    spans.sort()
    merged = []
    for a, b, c, d in spans:
        if merged and (a, b) < merged[-1][1]: merged[-1][1] = max(merged[-1][1], (c, d))
        else: merged.append([(a, b), (c, d)])
    lines = text.splitlines(keepends=True)
    at, inside, outside = 0, set(), set()
    import bisect, re
    starts = [m[0] for m in merged]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        place = (token.start[0], len(lines[token.start[0]-1][:token.start[1]].encode()) if token.start[0] <= len(lines) else 0)
        k = bisect.bisect_right(starts, place) - 1
        hid = token.type == tokenize.COMMENT or (k >= 0 and place < merged[k][1])
        (inside if hid else outside).update(re.findall(r"\\w{3,}", token.string))
    hidden[path] = sorted(inside - outside)
print(json.dumps({"exported": exported, "hidden": hidden}))
`;

/** Words of a signature itself, whatever strings in a body say. */
const KEYWORDS =
  /^(abstract|any|async|bigint|boolean|class|const|constructor|default|export|exports|extends|from|function|get|let|module|new|number|object|prototype|require|set|static|string|symbol|undefined|unknown|var|void)$/;

const root = resolve(import.meta.dirname, "../..");
const work = mkdtempSync(join(tmpdir(), "surface-packages-"));
const run = (file, args, cwd = work) =>
  execFileSync(file, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"],
  });

const { npm, debian } = asked(process.argv.slice(2));
run(process.execPath, [join(root, ".github/scripts/build.mjs"), join(work, "dist")], root);
const rows = [...npm.map(measureNpm), ...debian.map(measureDebian)];
rmSync(work, { recursive: true, force: true });
console.log("package                       exported  listed  leaked  surface/whole  missing");
for (const { name, exported, missing, leaked, ratio } of rows)
  console.log(
    `${name.padEnd(28)}  ${String(exported).padStart(8)}  ${String(exported - missing.length).padStart(6)}  ` +
      `${String(leaked.length).padStart(6)}  ${`${(100 * ratio).toFixed(1)} %`.padStart(13)}  ` +
      [...missing, ...leaked].slice(0, 8).join(" "),
  );
const failed = rows.some(
  ({ missing, leaked, exported }) => missing.length + leaked.length > 0 || exported === 0,
);
process.exitCode = failed ? 1 : 0;

function asked(words) {
  const lists = { npm: [], debian: [] };
  let to = null;
  for (const word of words) {
    if (word === "--npm" || word === "--debian") to = lists[word.slice(2)];
    else to?.push(word);
  }
  return words.length === 0 ? { npm: NPM, debian: DEBIAN } : lists;
}

/** The surface of a directory: names, lines and sizes. */
function surfaceOf(dir, ...more) {
  const words = [join(work, "dist/cli.js"), "surface", ".", "--json", ...more];
  let output;
  try {
    output = run(process.execPath, words, dir);
  } catch (error) {
    output = error.stdout;
  }
  const { files } = JSON.parse(output);
  const names = new Set(files.flatMap(({ signatures }) => signatures.map(({ name }) => name)));
  const whole = files.reduce((sum, { characters }) => sum + characters, 0);
  const shown = files.reduce(
    (sum, { path, signatures }) =>
      sum +
      (signatures.length > 0 ? path.length : 0) +
      signatures.reduce((all, { text }) => all + text.length + 6, 0),
    0,
  );
  return { files, names, ratio: shown / whole };
}

function measureNpm(name) {
  const dir = join(work, name.replace(/\W/g, "_"));
  mkdirSync(dir);
  const types = typesPackage(name);
  const packs = [name, ...(types === null ? [] : [types])].map((spec) => {
    const [{ filename }] = JSON.parse(run("npm", ["pack", spec, "--json", "--silent"], dir));
    const into = join(dir, filename.replace(/\.tgz$/, ""));
    mkdirSync(into);
    run("tar", ["xzf", join(dir, filename), "-C", into, "--strip-components=1"]);
    return into;
  });
  const declared = packs.flatMap(declaredNames);
  const surfaces = packs.map((pack) => surfaceOf(pack));
  const listed = new Set(surfaces.flatMap(({ names }) => [...names]));
  // The same again as if there were no declarations: then JavaScript itself is shown.
  const bare = packs.slice(0, 1).map((pack) => {
    for (const file of readdirSync(pack, { recursive: true }))
      if (/\.d\.[cm]?ts$/.test(file)) rmSync(join(pack, file));
    return { pack, ...surfaceOf(pack) };
  });
  const leaked = bare.flatMap(({ pack, files }) => files.flatMap((file) => leaksOf(pack, file)));
  return {
    name,
    exported: declared.length,
    missing: declared.filter((symbol) => !listed.has(symbol)),
    leaked,
    ratio: surfaces.reduce((sum, { ratio }) => sum + ratio, 0) / surfaces.length,
  };
}

/** Where declarations are published apart. */
function typesPackage(name) {
  const plain = name.replace(/(?<=.)@.*$/, "");
  const hasOwn = run("npm", ["view", name, "types", "typings", "exports", "--json"]);
  if (/types|typings|\.d\.[cm]?ts/.test(hasOwn)) return null;
  const spec = `@types/${plain.replace(/^@/, "").replace("/", "__")}`;
  try {
    return run("npm", ["view", spec, "name"]).trim() === "" ? null : spec;
  } catch {
    return null;
  }
}

/** The names that TypeScript itself says a package exports. */
function declaredNames(pack) {
  const manifest = JSON.parse(readFileSync(join(pack, "package.json"), "utf8"));
  const entries = typeEntries(manifest)
    .map((entry) => join(pack, entry))
    .filter(existsSync);
  const program = ts.createProgram(entries, {
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const checker = program.getTypeChecker();
  const symbols = entries.flatMap((entry) => {
    const source = program.getSourceFile(entry);
    const module = source && checker.getSymbolAtLocation(source);
    return module === undefined ? [] : checker.getExportsOfModule(module);
  });
  return [...new Set(symbols.map(({ name }) => name))].filter((name) => name !== "prototype");
}

function typeEntries(manifest) {
  const found = new Set();
  const collect = (value) => {
    if (typeof value === "string") {
      if (/\.d\.[cm]?ts$/.test(value) && !value.includes("*")) found.add(value);
    } else if (value !== null && typeof value === "object") Object.values(value).forEach(collect);
  };
  collect([manifest.types, manifest.typings, manifest.exports]);
  return found.size > 0 ? [...found] : ["index.d.ts"];
}

/** Words that stand only inside bodies, values and comments of a file, and yet are shown. */
function leaksOf(pack, { path, signatures }) {
  const text = readFileSync(join(pack, path), "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const seen = new Set();
  const hidden = new Set();
  const visit = (node, isHidden) => {
    for (const word of wordsOf(node)) (isHidden ? hidden : seen).add(word);
    ts.forEachChild(node, (child) => visit(child, hides(node, child, isHidden)));
  };
  visit(source, false);
  const words = new Set(signatures.flatMap(({ text: shown }) => shown.match(/[\w$]{3,}/g) ?? []));
  return [...words]
    .filter((word) => hidden.has(word) && !seen.has(word) && !KEYWORDS.test(word))
    .map((word) => `${path}:${word}`);
}

function wordsOf(node) {
  const isToken = [
    ts.isIdentifier,
    ts.isPrivateIdentifier,
    ts.isStringLiteralLike,
    ts.isNumericLiteral,
  ];
  return isToken.some((is) => is(node)) ? (node.text.match(/[\w$]{3,}/g) ?? []) : [];
}

/** Whether a child is a body, a value, or in one. Functions that a script calls at once are no bodies. */
function hides(node, child, isHidden) {
  if (isHidden)
    return !(
      ts.isObjectLiteralElementLike(node) &&
      node.name === child &&
      isModuleScope(node.parent)
    );
  if (ts.isFunctionLike(node) && node.body === child) return !isModuleScope(node);
  const isValue =
    (ts.isParameter(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isEnumMember(node)) &&
    node.initializer === child;
  if (!isValue) return ts.isDecorator(node);
  // Objects and functions have names and parameters of their own; a require says where a name is from.
  return !(
    ts.isFunctionLike(child) ||
    ts.isClassLike(child) ||
    ts.isObjectLiteralExpression(child) ||
    /^[\w$.]*(_interop\w+\(|__import\w+\()?require\(|\bexports\b|Object\.freeze/.test(
      child.getText(),
    )
  );
}

function isModuleScope(node) {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    if (!ts.isFunctionLike(at)) continue;
    let called = at;
    while (
      ts.isParenthesizedExpression(called.parent) ||
      ts.isPropertyAccessExpression(called.parent)
    )
      called = called.parent;
    if (!ts.isCallExpression(called.parent)) return false;
  }
  return true;
}

function measureDebian(name) {
  const dir = join(work, name);
  mkdirSync(dir);
  run("apt-get", ["download", name], dir);
  const [deb] = readdirSync(dir).filter((file) => file.endsWith(".deb"));
  run("dpkg", ["-x", deb, "x"], dir);
  const packages = join(dir, "x/usr/lib/python3/dist-packages");
  const { files, ratio } = surfaceOf(packages);
  const paths = files.map(({ path }) => path).filter((path) => path.endsWith(".py"));
  const { exported, hidden } = JSON.parse(run("python3", ["-c", PYTHON, ...paths], packages));
  const shown = new Map(files.map((file) => [file.path, file.signatures]));
  const missing = paths.flatMap((path) => {
    const names = new Set((shown.get(path) ?? []).map((signature) => signature.name));
    return exported[path]
      .filter((symbol) => !names.has(symbol))
      .map((symbol) => `${path}:${symbol}`);
  });
  const leaked = paths.flatMap((path) => {
    const words = new Set(
      (shown.get(path) ?? []).flatMap(({ text }) => text.match(/\w{3,}/g) ?? []),
    );
    return hidden[path].filter((word) => words.has(word)).map((word) => `${path}:${word}`);
  });
  return { name, exported: Object.values(exported).flat().length, missing, leaked, ratio };
}
