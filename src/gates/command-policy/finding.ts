/** What kind of harm a command could do. Source of the rule: S1-53, and the holes of S1-54. */
export type CommandCode =
  | "unreadable"
  | "removes_tree"
  | "system_path"
  | "privilege"
  | "disk"
  | "device"
  | "open_permissions"
  | "fork_bomb"
  | "fetched_program"
  | "hidden_program"
  | "remote_shell"
  | "machine"
  | "rewrites_git"
  | "publishes";

/** One thing in a command that is refused: what, and what to write instead. */
export interface CommandFinding {
  readonly code: CommandCode;
  /** The part of the command that was found, in one line and cut. */
  readonly shown: string;
  readonly why: string;
  readonly instead: string;
}

const longest = 120;

/** A finding with the words that belong to its code. `text` may hold anything; it is cut to one line. */
export function commandFinding(code: CommandCode, text: string): CommandFinding {
  const line = text.replace(/[\p{C}\s]+/gu, " ").trim();
  const shown = line.length <= longest ? line : `${line.slice(0, longest)}…`;
  return { code, shown, ...advice[code] };
}

const advice: Readonly<Record<CommandCode, { readonly why: string; readonly instead: string }>> = {
  unreadable: {
    why: "cannot be read as a shell command",
    instead: "close every quote and bracket, or put the command into a script of the repository",
  },
  removes_tree: {
    why: "removes files by force, or more than one directory of the repository",
    instead: "name one directory below the repository and leave the force out: `rm -r build`",
  },
  system_path: {
    why: "writes or removes outside of the repository, or in git's own files",
    instead: "use a relative path below the repository, or /tmp",
  },
  privilege: {
    why: "asks for more rights, or to be somebody else",
    instead: "leave that word out; what needs root belongs into the image or the workflow",
  },
  disk: {
    why: "writes to disks, partitions or file systems as a whole",
    instead: "leave it out; for a test file write `truncate -s 1M FILE` or `head -c 1M /dev/zero`",
  },
  device: {
    why: "writes to a device",
    instead: "write to a file of the repository, or to /dev/null",
  },
  open_permissions: {
    why: "lets everybody write, or gives a program another user's rights",
    instead: "give what is needed and no more: `chmod +x FILE` or `chmod 755 FILE`",
  },
  fork_bomb: {
    why: "starts processes without end",
    instead: "start a fixed number of processes, or let the test runner do it",
  },
  fetched_program: {
    why: "runs what it has just fetched or decoded, so that nobody can read what runs",
    instead: "commit the script and run the file, or install it by the package manager",
  },
  hidden_program: {
    why: "runs a text that is only known when it runs",
    instead: "write the command out",
  },
  remote_shell: {
    why: "connects a shell with the network",
    instead: "leave it out",
  },
  machine: {
    why: "changes the machine, its users, services or other processes",
    instead: "leave it out; set the machine up in the image or the workflow",
  },
  rewrites_git: {
    why: "throws work away, or changes git's history or settings for more than this repository",
    instead: "leave it out; the loop makes commits and clean checkouts itself",
  },
  publishes: {
    why: "publishes something; nothing is published from a test, lint or set-up command",
    instead: "leave it out; publish from a workflow of its own",
  },
};
