import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import type { Command } from "commander";
import { exitCodes } from "../exit-codes.ts";
import type { Interview } from "../spec/ask-spec.ts";
import type { Examined } from "../spec/examine-spec.ts";
import type { Terminal } from "../terminal.ts";
import { wholeNumber } from "./shared-options.ts";

const codes = "\nExit code: 0 it can start, 1 it cannot, 2 wrong usage or no such file.";

/** `tdd-loop spec`: writes, checks and shows the specs of profile `steps`. */
export function registerSpec(
  program: Command,
  terminal: Terminal,
  interview: (() => Interview) | null,
): void {
  const spec = program.command("spec").summary("write, check and show loop specs (profile steps)");
  registerLint(spec, terminal);
  registerShow(spec, terminal);
  registerNew(spec, terminal, interview);
  registerEdit(spec, terminal);
  spec
    .command("guide")
    .summary("say when a loop is worth it, and how to cut its steps")
    .action(async () => terminal.print((await import("../spec/spec-guide.ts")).specGuide));
  spec
    .command("schema")
    .summary("print the JSON schema of a spec, for editors")
    .action(async () => {
      const { specJsonSchema } = await import("../../domain/loop-spec/spec-input.ts");
      terminal.print(JSON.stringify(specJsonSchema(), null, 2));
    });
}

interface LintOptions {
  readonly repo: string;
  readonly issue?: true;
  readonly strict?: true;
  readonly json?: true;
}

function registerLint(spec: Command, terminal: Terminal): void {
  spec
    .command("lint")
    .summary("say what stands against starting specs")
    .argument("<files...>", "specs by path or name; a Markdown file is read as an issue")
    .option("--repo <dir>", "the repository, whose configuration counts", ".")
    .option("--issue", "judge as the text of an issue, which chooses no commands")
    .option("--strict", "fail on notes as well, such as a misspelt field")
    .option("--json", "print JSON")
    .addHelpText("after", codes)
    .action(async (files: string[], options: LintOptions) => {
      const { lintText } = await import("../spec/spec-texts.ts");
      const all = await Promise.all(files.map((file) => examined(file, options, terminal)));
      if (options.json === true) terminal.print(JSON.stringify(all.map(asJson)));
      else for (const one of all) terminal.print(lintText(one));
      const isBad = all.some(
        ({ problems, notes }) =>
          problems.length > 0 || (options.strict === true && notes.length > 0),
      );
      terminal.end(isBad ? exitCodes.notDone : exitCodes.success);
    });
}

function asJson({ path, spec, problems, notes }: Examined) {
  return { file: path, shape: spec?.shape ?? null, problems, notes };
}

function registerShow(spec: Command, terminal: Terminal): void {
  spec
    .command("show")
    .summary("show a spec with every value that counts, and the order of work")
    .argument("<file>", "a spec by path or name; a Markdown file is read as an issue")
    .option("--repo <dir>", "the repository, whose configuration counts", ".")
    .option("--json", "print JSON")
    .addHelpText("after", codes)
    .action(async (file: string, options: LintOptions) => {
      const { lintText, showText } = await import("../spec/spec-texts.ts");
      const one = await examined(file, options, terminal);
      if (one.spec !== null && options.json === true) terminal.print(JSON.stringify(one.spec));
      else if (one.spec !== null)
        terminal.print(showText(one.spec, hasProgram("fallow", options.repo, terminal)));
      if (one.problems.length + one.notes.length > 0) terminal.complain(lintText(one));
      terminal.end(one.problems.length > 0 ? exitCodes.notDone : exitCodes.success);
    });
}

async function examined(file: string, options: LintOptions, terminal: Terminal): Promise<Examined> {
  const [{ configIn }, { examineSpec, repositoryAround }, { findSpec }] = await Promise.all([
    import("../config-in.ts"),
    import("../spec/examine-spec.ts"),
    import("../spec/find-spec.ts"),
  ]);
  const repo = repositoryAround(resolve(terminal.cwd, options.repo));
  const home = terminal.env["HOME"] ?? homedir();
  const found = await findSpec(file, { cwd: terminal.cwd, repo, home });
  return examineSpec({ ...found, path: file }, await configIn(repo), options.issue === true);
}

function registerEdit(spec: Command, terminal: Terminal): void {
  spec
    .command("edit")
    .summary("open a spec in your editor (VISUAL, EDITOR), then lint it")
    .argument("<file>", "a spec by path or name")
    .option("--repo <dir>", "the repository", ".")
    .addHelpText("after", codes)
    .action(async (file: string, options: { readonly repo: string }) => {
      const [{ editSpec }, { openEditor }] = await Promise.all([
        import("../spec/edit-spec.ts"),
        import("../wire-editor.ts"),
      ]);
      const canStart = await editSpec(file, options.repo, openEditor, terminal);
      terminal.end(canStart ? exitCodes.success : exitCodes.notDone);
    });
}

function hasProgram(name: string, repo: string, { cwd, env }: Terminal): boolean {
  const own = join(resolve(cwd, repo), "node_modules/.bin");
  return [own, ...(env["PATH"] ?? "").split(delimiter)].some((dir) => existsSync(join(dir, name)));
}

interface NewOptions {
  readonly repo: string;
  readonly name?: string;
  readonly goal?: string;
  readonly prompt?: string;
  readonly check?: string;
  readonly attempts?: number;
  readonly step?: string[];
  readonly after?: string[];
  readonly stepCheck?: string[];
  readonly finalCheck?: string;
  readonly parallelism?: number;
  readonly fuzzy?: true;
  readonly out?: string;
  readonly print?: true;
}

function registerNew(spec: Command, terminal: Terminal, interview: (() => Interview) | null): void {
  spec
    .command("new")
    .summary("write a spec; in a terminal it asks for what the options leave open")
    .option("--repo <dir>", "the repository", ".")
    .option("--name <name>", "name of the spec; without it, it is asked for")
    .option("--goal <text>", "what should be true when it is done")
    .option("--prompt <text>", "what the agent is told")
    .option("--check <command>", "the command that proves it (npm test)")
    .option("--attempts <number>", "attempts: in all, or per step", wholeNumber)
    .option("--step <lines...>", 'steps, each "id" or "id: behaviour"')
    .option("--after <lines...>", 'dependencies, each "id: other, another"; makes it a DAG')
    .option("--step-check <lines...>", 'commands of steps, each "id: command"')
    .option("--final-check <command>", "command for the whole, after the last step")
    .option("--parallelism <number>", "ready steps to show together", wholeNumber)
    .option("--fuzzy", "write the checker first, then stop for a person")
    .option("--out <file>", "where to write it, .yml or .json (.github/tdd-loop/NAME.yml)")
    .option("--print", "print it instead")
    .addHelpText("after", codes)
    .action(async (options: NewOptions) => {
      const [{ newSpec }, { wishFrom }] = await Promise.all([
        import("../spec/new-spec.ts"),
        import("../spec/wish-from.ts"),
      ]);
      const { repo, out = null, print = false } = options;
      const wish = wishFrom(options);
      const questions = wish.name === undefined ? (interview?.() ?? null) : null;
      try {
        const asked = { wish, repo, out, print };
        const isWritten = await newSpec(asked, questions?.ask ?? null, terminal);
        terminal.end(isWritten ? exitCodes.success : exitCodes.notDone);
      } finally {
        questions?.end();
      }
    });
}
