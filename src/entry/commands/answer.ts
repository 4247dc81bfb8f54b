import type { Command } from "commander";
import type { Services } from "../services.ts";
import type { Terminal } from "../terminal.ts";
import { addLocalOptions, checkedOptions } from "./shared-options.ts";

/** `tdd-loop answer TEXT`: goes on with a run that waits, with what a person says of what it asked. */
export function registerAnswer(
  program: Command,
  terminal: Terminal,
  services: Pick<Services, "answer">,
): void {
  const command = program
    .command("answer")
    .summary("say what slices or a disputed test should be like, and go on")
    .argument("<text...>", "what should be different, or what the test should demand")
    .option("--run <id>", "the run, as `status` prints it (default: the latest that waits)");
  addLocalOptions(command).addHelpText("after", "\nA plain yes is `tdd-loop resume --yes`.");
  command.action(async (words: string[], given: { readonly run?: string }) => {
    const { AnswerOptions } = await import("../run-options.ts");
    const { run, ...rest } = given;
    const asked = { ...rest, runId: run ?? null, text: words.join(" ") };
    const options = checkedOptions(AnswerOptions, asked, command);
    terminal.end((await services.answer(options, terminal.signal)).exitCode);
  });
}
