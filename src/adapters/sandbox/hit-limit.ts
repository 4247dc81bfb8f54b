import type { ProcessEnd } from "../../ports.ts";

export type Limit = NonNullable<ProcessEnd["limit"]>;

/** How a process says that the kernel gave it no more; asked of failed runs only, last words first. */
const SAYINGS: readonly (readonly [Limit, RegExp])[] = [
  [
    "processes",
    /cannot fork|fork: (?:retry: )?(?:resource|cannot)|(?:fork|spawn|posix_spawn|clone|pthread_create)[^\n]{0,80}(?:EAGAIN|resource temporarily unavailable)|can't start new thread|unable to create (?:native )?thread|BlockingIOError: \[Errno 11\]|failed to create new OS thread/i,
  ],
  [
    "memory",
    /cannot allocate memory|heap out of memory|std::bad_alloc|^MemoryError|OutOfMemoryError|ENOMEM|runtime: out of memory|memory allocation of \d+ bytes failed/im,
  ],
  ["file_size", /file too large|EFBIG|file size limit exceeded/i],
];
/** A runtime says it at the end; what a program printed long before is its own matter. */
const LAST_WORDS = 4_000;

/** Which of its limits a process that did not end well ran into; null when none is known. */
export function hitLimit(
  end: Pick<ProcessEnd, "exitCode" | "signal" | "timedOut" | "stdout" | "stderr">,
): Limit | null {
  if (end.signal === "SIGXFSZ") return "file_size";
  if (end.exitCode === 0 && !end.timedOut) return null;
  const said = `${end.stdout.slice(-LAST_WORDS)}\n${end.stderr.slice(-LAST_WORDS)}`;
  return SAYINGS.find(([, saying]) => saying.test(said))?.[0] ?? null;
}
