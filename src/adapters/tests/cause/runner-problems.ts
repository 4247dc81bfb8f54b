import type { CauseRule } from "../framework.ts";
import { crash, misconfigured, missingDependency, runnerMissing, setupError } from "./causes.ts";

/** What a runner says when it never came to the tests; tried before a language's own rules. */
export const runnerProblems: readonly CauseRule[] = [
  [
    /command not found|: not found$|could not determine executable to run|Missing script:|No Rakefile found|^make: \S+: No such file or directory|No module named (?:pytest|unittest|nose)\b|Could not find executable|executable file not found|no such (?:sub)?command/m,
    () => runnerMissing,
  ],
  [
    /Unrecogni[sz]ed (?:CLI Parameter|option|argument)|[Uu]nknown (?:CLI )?(?:option|argument|flag|reporter|command|lifecycle phase)|invalid (?:option|argument)|bad option|unrecognized arguments?|Invalid value for|no such option|unexpected argument|Usage error|Error importing plugin|Bad command line option|No rule to make target|^CMake Error|Cannot detect source of|failed loading config|failed running the specified helper/m,
    () => misconfigured,
  ],
  [
    /Validation Error|Unable to (?:read|parse)|[Ff]ailed to (?:load|parse) config|failed to load config|Preset \S+ (?:not found|is invalid)|Cannot find (?:package|module)[^\n]*imported from [^\n]*node_modules\/(?:mocha|jasmine|jest|ava|tap|vitest)\/|imported from \/\S*\/\s|MISSING DEPENDENCY|Duplicate suite name|config(?:uration)? (?:file|error)|^ERROR: \S+\.(?:toml|ini|cfg): |mocharc|(?:jest|vitest|vite|ava|mocha)\.config/im,
    () => misconfigured,
  ],
  [/MochaJUnitReporter|at new \w*Reporter\b/, () => misconfigured],
  [/EACCES|EPERM|ENOSPC/, () => setupError],
  [/Unable to resolve dependency|npm ERR! code E404|ERR_PNPM_/, () => missingDependency("")],
  [/Segmentation fault|core dumped|Aborted/, () => crash],
];
