import { startGuard } from "../exec.ts";

/** Waits for the end of whoever holds the other end of its input, then takes down what has `$1` as upper directory. */
const SCRIPT = `cat >/dev/null
mounts=$(cat /proc/self/mountinfo)
printf '%s\\n' "$mounts" | while read -r _ _ _ _ place rest; do
  case "$rest" in *"upperdir=$1/"*) umount -l -- "$place" ;; esac
done`;

/**
 * A process of its own that takes a run's overlays down when this one dies, also by `kill -9`: a mount
 * outlives whoever made it.
 * @param room the directory of their upper directories; no blank or separator of mount options in it
 * @param path PATH for umount
 * @returns ends it; what is still mounted is taken down then
 */
export function guardOverlays(room: string, path: string): () => void {
  // Without it mounts are left to the next run or to `tdd-loop clean`.
  return startGuard("sh", ["-c", SCRIPT, "sh", room], { PATH: path });
}
