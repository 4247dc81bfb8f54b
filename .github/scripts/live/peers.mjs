// How others tell RED, on the same recorded runs. Each takes a run and says whether it would accept it.

/** The summaries that one tool reads, by runner; for a runner that is not here only the exit code counts. */
const SUMMARIES = {
  jest: (text) => counted(/^Tests:.*$/m, text, /(\d+) failed/, /(\d+) total/),
  pytest: (text) =>
    counted(/^=+ .*(?:passed|failed|error).* =+$/m, text, /(\d+) failed/, /(\d+) \w+/g),
  go: (text) => {
    const of = (word) => [...text.matchAll(new RegExp(`^--- ${word}`, "gm"))].length;
    return { failed: of("FAIL"), total: of("FAIL") + of("PASS") };
  },
  cargo: (text) => counted(/^test result:.*$/gm, text, /(\d+) failed/, /(\d+) (?:passed|failed)/g),
  rspec: (text) => counted(/^\d+ examples, .*$/m, text, /(\d+) failures?/, /(\d+) examples/),
  phpunit: (text) =>
    counted(
      /^(?:OK \(\d+ tests|Tests: \d+).*$/m,
      text,
      /Failures: (\d+)/,
      /(?:OK \(|Tests: )(\d+)/,
    ),
};

function counted(line, text, failed, total) {
  const found = [...text.matchAll(new RegExp(line.source, "gm"))].at(-1)?.[0];
  if (found === undefined) return { failed: 0, total: 0 };
  const sum = (pattern) =>
    [...found.matchAll(new RegExp(pattern.source, "g"))].reduce(
      (all, match) => all + Number(match[1]),
      0,
    );
  return { failed: sum(failed), total: sum(total) };
}

/** Any number in front of a word for failing, anywhere in what was printed. */
function anyFailed(text) {
  return [...text.matchAll(/(\d+) (?:tests? )?(?:failed|failures?|failing|errors?)\b/gi)].some(
    (match) => Number(match[1]) > 0,
  );
}

export const peers = {
  "exit code is not 0": ({ exitCode }) => exitCode !== 0,
  "something failed": ({ stdout, stderr }) => anyFailed(`${stdout}\n${stderr}`),
  "summary by runner": ({ framework, exitCode, stdout, stderr }) => {
    const read = SUMMARIES[framework.replace("ts-jest", "jest")];
    if (read === undefined || exitCode === 0) return exitCode !== 0;
    return read(`${stdout}\n${stderr}`).total > 0;
  },
};
