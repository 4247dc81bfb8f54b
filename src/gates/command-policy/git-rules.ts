import { hasOption, sortArguments } from "./options.ts";
import type { Rule } from "./removals.ts";

/** `git`: nothing is pushed, thrown away or set for more than this repository. */
export const judgeGit: Rule = (args) => {
  const at = args.findIndex((arg, i) => !arg.startsWith("-") && !/^-[cC]$/.test(args[i - 1] ?? ""));
  const [verb = "", ...rest] = at === -1 ? [] : args.slice(at);
  return (Object.hasOwn(gitVerbs, verb) ? gitVerbs[verb]?.(rest) : null) ?? null;
};

const gitVerbs: Readonly<Record<string, Rule>> = {
  push: () => "publishes",
  "filter-branch": () => "rewrites_git",
  "update-ref": () => "rewrites_git",
  clean: (args) => (hasOption(sortArguments(args), "f", "force") ? "rewrites_git" : null),
  reset: (args) => (args.includes("--hard") ? "rewrites_git" : null),
  config: (args) => {
    const isWide = args.some((arg) => arg === "--global" || arg === "--system");
    const isReading = args.some((arg) => /^(--get.*|--list|-l|get|list)$/.test(arg));
    return isWide && !isReading ? "rewrites_git" : null;
  },
};
