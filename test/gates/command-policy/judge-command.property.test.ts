// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are the shell's.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeCommand } from "../../../src/gates/command-policy/judge-command.ts";
import { honestCommands } from "./honest-commands.ts";

/** One word as a shell may be given it: bare, quoted whole, in part, or with backslashes. */
function spelled(word: string): fc.Arbitrary<string> {
  const at = fc.nat({ max: word.length });
  return fc.oneof(
    fc.constant(word),
    fc.constant(`'${word}'`),
    fc.constant(`"${word}"`),
    at.map((i) => `${word.slice(0, i)}''${word.slice(i)}`),
    at.map((i) => `${word.slice(0, i)}"${word.slice(i)}"`),
    at.map((i) => `'${word.slice(0, i)}'${word.slice(i)}`),
    fc.constant([...word].map((c) => `\\${c}`).join("")),
    fc.constant(
      `$'${[...word].map((c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`).join("")}'`,
    ),
  );
}

const space = fc.constantFrom(" ", "  ", "\t", " \\\n ");

function line(words: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.tuple(...words.map(spelled)), fc.array(space, { minLength: 9, maxLength: 9 }))
    .map(([spelt, gaps]) => spelt.map((word, i) => word + (gaps[i] ?? " ")).join(""));
}

const removal = fc
  .tuple(
    fc.constantFrom("rm", "/bin/rm", "/usr/bin/rm", "./../bin/rm"),
    fc.shuffledSubarray(["-r", "-f", "-v", "build"], { minLength: 4 }),
    fc.constantFrom("-rf", "-fr", "-Rf", "-vfr", "--recursive", "--rec"),
    fc.boolean(),
  )
  .map(([rm, split, joined, isSplit]) => {
    const force = joined.startsWith("--") ? ["--force"] : [];
    return isSplit ? [rm, ...split] : [rm, "build", joined, ...force];
  });

const others = fc.constantFrom(
  ["sudo", "make"],
  ["chmod", "-R", "777", "src"],
  ["chmod", "0777", "src"],
  ["dd", "if=a", "of=b"],
  ["mkfs.ext4", "disk.img"],
  ["git", "push", "--force"],
);

const forbidden = fc.oneof(removal, others).chain(line);

/** Programs that start the simple command behind them. */
const behind = fc.constantFrom<(command: string) => string>(
  (c) => c,
  (c) => `env A=b ${c}`,
  (c) => `env -u X nice -n 3 ${c}`,
  (c) => `nohup ${c}`,
  (c) => `timeout 5 ${c}`,
  (c) => `command ${c}`,
  (c) => `find . -name x -exec ${c} \\;`,
  (c) => `ls | xargs ${c}`,
);

/** Places in a script where any command may stand. */
const inside = fc.constantFrom<(command: string) => string>(
  (c) => c,
  (c) => `npm test;${c}`,
  (c) => `npm test&&${c}`,
  (c) => `npm test || ${c}`,
  (c) => `( ${c} )`,
  (c) => `{ ${c}; }`,
  (c) => `! ${c}`,
  (c) => `time ${c}`,
  (c) => `npm test $( ${c} )`,
  (c) => `echo "$( ${c} )"`,
  (c) => `cat <(${c})`,
  (c) => `if true; then ${c}\nfi`,
  (c) => `for i in 1; do ${c}\ndone`,
  (c) => `f() { ${c}\n}; f`,
  (c) => `sh -c '${c.replaceAll("'", `'\\''`)}'`,
  (c) => `bash -lc '${c.replaceAll("'", `'\\''`)}'`,
  (c) => `eval '${c.replaceAll("'", `'\\''`)}'`,
  (c) => `bash <<'EOF'\n${c}\nEOF`,
  (c) => `npm test | ${c}`,
  (c) => `${c} &`,
);

describe("the command policy, at random", () => {
  it("refuses a forbidden command however it is spelt and wherever it stands", () => {
    fc.assert(
      fc.property(forbidden, behind, inside, inside, (command, start, first, second) => {
        expect(judgeCommand(second(first(start(command)))).kind).toBe("refused");
      }),
      { numRuns: 1_000 },
    );
  });

  it("lets honest commands pass behind one another and in a subshell", () => {
    const plain = honestCommands.filter(
      (command) => !/[\n&]/.test(command) && !/exit|eval/.test(command),
    );
    const honest = fc.constantFrom(...plain);
    fc.assert(
      fc.property(honest, honest, (a, b) => {
        expect(judgeCommand(`${a} && ${b}`), `${a} && ${b}`).toEqual({ kind: "pass" });
        expect(judgeCommand(`(${a}); ${b}`)).toEqual({ kind: "pass" });
      }),
      { numRuns: 150 },
    );
  });

  it("never throws, and is quick, whatever the text", () => {
    const bits = fc.constantFrom(
      ..."rm -rf / sudo $( ) ` ' \" { } ; & | && > < << <<< ( ) \\ $ ${X:- } ~ * ? [ ] # = ! \n if then fi for do done while case esac function".split(
        " ",
      ),
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(bits).map((b) => b.join(" ")),
    );
    fc.assert(
      fc.property(text, (command) => {
        expect(["pass", "refused"]).toContain(judgeCommand(command).kind);
      }),
      { numRuns: 700 },
    );
  });
});
