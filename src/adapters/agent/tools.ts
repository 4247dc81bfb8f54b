import { z } from "zod";
import { GiveUpForm } from "../../domain/answer-forms.ts";
import type { Role } from "../../domain/config.ts";
import type { Answer } from "../../domain/result.ts";
import type { TriedTests } from "../../domain/test-run.ts";
import type { Turn } from "../../ports.ts";
import type { AnswerForm, FinishTool } from "./answer-form.ts";
import { answerForm, answerForms } from "./answer-form.ts";
import type { Broker, BrokerReply } from "./broker.ts";

/** What a tool gives back: a text for the model, or the answer that ends the turn. */
export type ToolReply =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly isError: boolean;
      /** Why the turn may not end in the same answer, unseen; absent when it may. */
      readonly holds?: string;
    }
  | { readonly kind: "answer"; readonly answer: Answer };

/** One tool as the model sees it (name, description, schema) and what a call of it does. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [key: string]: unknown };
  /** Takes whatever the model sent; what does not fit comes back as an error that says why. */
  call(input: unknown): Promise<ToolReply>;
}

/** In one turn; each run costs a whole suite. */
export const MOST_TEST_RUNS = 8;
const readers: readonly Role[] = ["planner", "decomposer", "critic", "refiner", "reviewer"];

/**
 * The tools of one turn. Every role is offered the same list, byte for byte, so that all of them read one
 * cached prefix; what a role may not use is refused when it is called, and a form of its own comes last. A
 * reader writes and runs nothing; nobody gets a shell.
 */
export function toolsFor(turn: Turn, broker: Broker): readonly AgentTool[] {
  const writing = writingTools(broker);
  const running = testTool(turn.runTests ?? noTests, broker);
  return [
    ...readingTools(broker),
    ...(isReader(turn.role) ? writing.map((one) => refusing(one, notYours(turn.role))) : writing),
    turn.runTests === null || isReader(turn.role)
      ? refusing(running, "There are no tests to run in this turn; go by the output that you have.")
      : running,
    ...endingTools(turn.role),
  ];
}

const noTests = async (): Promise<TriedTests> => ({ digest: "", isAsWanted: false });

function refusing(refused: AgentTool, why: string): AgentTool {
  return { ...refused, call: async () => fault(why) };
}

function notYours(role: Role): string {
  return `The ${role} changes no file. Read, then call ${answerForm(role).tool}.`;
}

export function isReader(role: Role): boolean {
  return readers.includes(role);
}

function readingTools(broker: Broker): readonly AgentTool[] {
  const path = z.string().describe("Path from the root of the repository.");
  return [
    tool({
      name: "read",
      description: "Reads a text file, up to 600 lines at a time.",
      input: z.object({
        path,
        from: z.number().int().positive().default(1).describe("First line to show."),
        lines: z.number().int().positive().default(600).describe("How many lines."),
      }),
      run: async ({ path: file, from, lines }) => reply(await broker.read(file, from, lines)),
    }),
    tool({
      name: "list",
      description:
        "Lists the files under a directory, all levels. Dependencies (node_modules and such) are left out; name one to look into it.",
      input: z.object({ path: z.string().default("").describe("Directory; empty for the root.") }),
      run: async ({ path: directory }) => reply(await broker.list(directory)),
    }),
    tool({
      name: "search",
      description: "Finds lines that contain a text, literally (no patterns).",
      input: z.object({
        text: z.string().min(1).describe("What to find, within one line."),
        path: z.string().default("").describe("Directory or file to search in; empty for all."),
        ignoreCase: z.boolean().default(false),
      }),
      run: async ({ text, path: place, ignoreCase }) =>
        reply(await broker.search(text, place, ignoreCase)),
    }),
  ];
}

function writingTools(broker: Broker): readonly AgentTool[] {
  const path = z.string().describe("Path from the root of the repository.");
  return [
    tool({
      name: "edit",
      description:
        "Replaces one piece of a file. `old` must be in the file exactly once, white space included.",
      input: z.object({ path, old: z.string(), new: z.string() }),
      run: async (asked) => reply(await broker.edit(asked.path, asked.old, asked.new)),
    }),
    tool({
      name: "write",
      description:
        "Creates a file, or replaces all of its text. Prefer `edit` for a file that exists.",
      input: z.object({ path, text: z.string() }),
      run: async ({ path: file, text }) => reply(await broker.write(file, text)),
    }),
    tool({
      name: "remove",
      description: "Deletes a file.",
      input: z.object({ path }),
      run: async ({ path: file }) => reply(await broker.remove(file)),
    }),
  ];
}

function testTool(runTests: () => Promise<TriedTests>, broker: Broker): AgentTool {
  let runs = 0;
  let last: (TriedTests & { readonly changes: number }) | null = null;
  return tool({
    name: "run_tests",
    description:
      "Runs the tests on the files as they are now; tells what failed, where and why, and whether that is what your role wants.",
    input: z.object({}),
    run: async () => {
      if (last !== null && last.changes === broker.changes()) {
        return tried(last, "Nothing has changed since the last run. It said:\n");
      }
      if (runs >= MOST_TEST_RUNS) {
        return fault(`The tests were run ${runs} times in this turn, which is the limit. Finish.`);
      }
      runs += 1;
      last = { changes: broker.changes(), ...(await runTests()) };
      return tried(last);
    },
  });
}

function tried({ digest, isAsWanted }: TriedTests, before = ""): ToolReply {
  const text = `${before}${digest}`;
  if (isAsWanted) return said(text);
  const holds = "the test run in the same answer is not as wanted";
  return { kind: "text", text, isError: false, holds };
}

function endingTools(role: Role): readonly AgentTool[] {
  const own = answerForm(role);
  const finish = answerForms.map((form) =>
    form.tool === own.tool ? finishTool(form) : refusing(finishTool(form), otherForm(role, form)),
  );
  const more = answerForms.includes(own) ? [] : [finishTool(own)];
  return [...finish, giveUpTool(role, own), ...more];
}

function otherForm(role: Role, form: AnswerForm): string {
  return `${form.tool} is not for the ${role}. Hand in your work with ${answerForm(role).tool}.`;
}

function finishTool({ tool: name, form, read }: AnswerForm): AgentTool {
  return tool({
    name,
    description: `Ends the turn of the ${handsIn[name]}: hands in the answer. Call it once, when everything is done.`,
    input: form,
    run: async (filled) => {
      const answer = read(filled);
      return answer === null ? fault("The form does not fit.") : { kind: "answer", answer };
    },
  });
}

const handsIn: Readonly<Record<FinishTool, string>> = {
  finish_plan: "planner",
  finish_tests: "writer",
  finish_edit: "scaffolder, implementer, debugger or refactorer",
  finish_review: "critic",
  report_step: "developer",
  finish_slices: "decomposer",
  finish_suggestions: "refiner",
  finish_findings: "reviewer",
};

function giveUpTool(role: Role, { giveUp, tool: own }: AnswerForm): AgentTool {
  return tool({
    name: "give_up",
    description:
      "Ends the turn with a question to a person, when the work cannot honestly be done. This is a good end; a guess is not. A critic can always judge and does not use it.",
    input: GiveUpForm,
    run: async (cannot) =>
      giveUp === null
        ? fault(`The ${role} can always judge. Hand in your findings with ${own}.`)
        : { kind: "answer", answer: giveUp(cannot) },
  });
}

interface ToolSpec<Input> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  readonly run: (input: Input) => Promise<ToolReply>;
}

function tool<Input>(spec: ToolSpec<Input>): AgentTool {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(spec.input, { io: "input" });
  return {
    name: spec.name,
    description: spec.description,
    inputSchema: { ...schema, type: "object" },
    call: async (raw) => {
      const parsed = spec.input.safeParse(raw ?? {});
      if (parsed.success) return spec.run(parsed.data);
      return fault(`This call of ${spec.name} does not fit:\n${z.prettifyError(parsed.error)}`);
    },
  };
}

function reply(result: BrokerReply): ToolReply {
  return result.kind === "done" ? said(result.text) : fault(result.why);
}

function said(words: string): ToolReply {
  return { kind: "text", text: words, isError: false };
}

function fault(words: string): ToolReply {
  return { kind: "text", text: words, isError: true };
}
