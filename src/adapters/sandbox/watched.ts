import type { Confined, Survivors } from "./run-confined.ts";

/**
 * Runs the command that follows and counts what it leaves behind, without starting a process for
 * it, because at the limit none can be had. Processes that end by themselves a moment later are not
 * left behind. The count goes to descriptor 3, which the command does not get.
 */
const WATCH = `
own=$1
shift
"$@" 3>&-
code=$?
count() {
  left=0
  for dir in /proc/[0-9]*; do
    line=
    IFS= read -r line 2>/dev/null < "$dir/stat"
    case "\${line##*) }" in ''|[ZX]*) ;; *) left=$((left + 1)) ;; esac
  done
  left=$((left - own))
}
# Who forks and ends between the list and the reading of it is missed by one look.
look() {
  count
  [ "$left" -gt 0 ] || count
}
look
turn=0
while [ "$left" -gt 0 ] && [ "$turn" -lt 6 ]; do
  echo "waiting $left" >&3
  sleep 0.05
  turn=$((turn + 1))
  look
done
echo "left $left" >&3
exit $code
`;

/**
 * The command under a watcher, for a sandbox with a process namespace of its own.
 * @param own processes of the sandbox itself that the watcher sees, the watcher included
 */
export function watched(own: number, command: readonly string[]): string[] {
  return ["sh", "-c", WATCH, "watch", String(own), ...command];
}

/** What the watcher said; a watcher that could not even wait was out of processes. */
export const readWatcher: Confined["survivors"] = async (report) => {
  const lines = report.split("\n");
  const left = lines.findLast((line) => line.startsWith("left "));
  const waiting = lines.findLast((line) => line.startsWith("waiting "));
  const count = Number((left ?? waiting ?? "left 0").split(" ")[1]);
  const isStarved = left === undefined && waiting !== undefined;
  return { count: Number.isInteger(count) ? Math.max(0, count) : 0, isStarved } satisfies Survivors;
};
