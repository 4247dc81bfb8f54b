import type {
  AnswerOptions,
  CleanOptions,
  DemoOptions,
  Ended,
  ReportOptions,
  ResumeOptions,
  RunOptions,
  StatusOptions,
} from "./run-options.ts";

/** The heavy half of the commands, each loaded only when its command is given. */
export interface Services {
  run(options: RunOptions, signal: AbortSignal): Promise<Ended>;
  dryRun(options: RunOptions, signal: AbortSignal): Promise<Ended>;
  resume(options: ResumeOptions, signal: AbortSignal): Promise<Ended>;
  answer(options: AnswerOptions, signal: AbortSignal): Promise<Ended>;
  status(options: StatusOptions, signal: AbortSignal): Promise<Ended>;
  stop(options: StatusOptions, signal: AbortSignal): Promise<Ended>;
  report(options: ReportOptions, signal: AbortSignal): Promise<Ended>;
  clean(options: CleanOptions, signal: AbortSignal): Promise<Ended>;
  demo(options: DemoOptions, signal: AbortSignal): Promise<Ended>;
}
