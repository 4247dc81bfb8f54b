import { mkdtempSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { exec } from "../exec.ts";
import { unmountBelow } from "./mounts.ts";
import { guardOverlays } from "./overlay-guard.ts";

/** Sites that share the files of one lay-out until they write to them (P13). */
export interface OverlayCopies {
  /**
   * Makes a directory an untouched copy again, whatever was done in it, by mounting it anew: what it takes
   * depends on what was changed there, not on what is shared.
   * @param layer the directory that it is a copy of, which is never written to
   * @returns false where this process may not mount, or the file system bears no overlay
   */
  copy(dir: string, layer: string): Promise<boolean>;
  /** Takes a copy down; its directory is empty then. */
  drop(dir: string): Promise<void>;
  /** Takes all down, also what an earlier process has left. */
  close(): Promise<void>;
}

/** @param stateDir the directory that all sites of a workspace lie in */
export function createOverlayCopies(stateDir: string, path: string): OverlayCopies {
  let room: Room | null = null;
  let count = 0;
  let isAllowed = isPlain(stateDir);
  const drop = async (dir: string): Promise<void> => {
    await unmountBelow(dir, path);
    if (room !== null) await rm(join(room.dir, basename(dir)), { recursive: true, force: true });
  };
  return {
    drop,
    async copy(dir, layer) {
      if (!isAllowed) return false;
      await drop(dir);
      room ??= openRoom(stateDir, path);
      count += 1;
      // A directory of its own each time: the kernel lets go of an old one when the last process has.
      const own = join(room.dir, basename(dir), String(count));
      isAllowed = await mountOverlay({ layer, own, dir }, path);
      return isAllowed;
    },
    async close() {
      await unmountBelow(stateDir, path);
      room?.end();
      room = null;
      for (const name of await readdir(stateDir).catch(() => [])) {
        if (!name.startsWith(ROOM)) continue;
        await rm(join(stateDir, name), { recursive: true, force: true });
      }
    },
  };
}

/** Where one process keeps what is written to its copies. */
interface Room {
  readonly dir: string;
  readonly end: () => void;
}

const ROOM = "overlays-";

function openRoom(stateDir: string, path: string): Room {
  const dir = mkdtempSync(join(stateDir, ROOM));
  return { dir, end: guardOverlays(dir, path) };
}

/** Characters that separate mount options, or fields of the kernel's own table. */
function isPlain(dir: string): boolean {
  return !/[,:\\\s]/.test(dir);
}

interface Mount {
  readonly layer: string;
  readonly own: string;
  readonly dir: string;
}

async function mountOverlay({ layer, own, dir }: Mount, path: string): Promise<boolean> {
  const [upper, work] = [join(own, "upper"), join(own, "work")];
  for (const made of [upper, work, dir]) await mkdir(made, { recursive: true });
  const layers = `lowerdir=${layer},upperdir=${upper},workdir=${work}`;
  // Directories can be renamed as on any disk; the rest keeps files what they seem to be.
  const options = `${layers},redirect_dir=on,metacopy=off,index=off`;
  const args = ["-t", "overlay", "-o", options, "tdd-loop", dir];
  const mounted = await exec("mount", args, { env: { PATH: path } }).catch(() => null);
  return mounted?.exitCode === 0;
}
