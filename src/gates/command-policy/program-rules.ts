import type { CommandCode } from "./finding.ts";
import { judgeGit } from "./git-rules.ts";
import { hasOption, sortArguments } from "./options.ts";
import { isCritical, judgeWrite } from "./paths.ts";
import { programOf } from "./program-names.ts";
import type { Rule } from "./removals.ts";
import { judgeFind, judgeFormat, judgeRimraf, judgeRm, judgeWindowsRemoval } from "./removals.ts";

/** Programs that a test, lint or set-up command has no use for, whatever their arguments. */
const always: Readonly<Record<string, CommandCode>> = Object.fromEntries(
  [
    ["privilege", "sudo doas pkexec run0 su runuser setpriv chroot nsenter visudo gosu"],
    [
      "disk",
      "dd mkfs mke2fs mkswap fdisk sfdisk cfdisk gdisk sgdisk parted wipefs blkdiscard badblocks shred hdparm cryptsetup diskpart pvcreate vgremove lvremove swapoff umount losetup dmsetup",
    ],
    [
      "machine",
      "shutdown reboot halt poweroff telinit kexec systemctl launchctl crontab at batch iptables ip6tables nft ufw useradd usermod userdel groupadd passwd chpasswd insmod modprobe rmmod setenforce",
    ],
  ].flatMap(([code = "", names = ""]) =>
    names.split(" ").map((name) => [name, code as CommandCode]),
  ),
);

const judgeChmod: Rule = (args) => {
  const operands = args.filter((arg) => !/^-(-|[Rvcf]+$)/.test(arg));
  const [mode = "", ...paths] = operands;
  if (isWideOpen(mode)) return "open_permissions";
  return paths.some(isCritical) ? "system_path" : null;
};

/** Anybody may write, or set-user-id, set-group-id: 777, 0777, 4755, a+w, ugo=rwx, u+s. */
function isWideOpen(mode: string): boolean {
  if (/^[0-7]{1,5}$/.test(mode)) {
    const value = Number.parseInt(mode, 8);
    return (value & 0o002) !== 0 || (value & 0o6000) !== 0;
  }
  return mode.split(",").some((clause) => {
    const [, who = "", rights = ""] = /^([ugoa]*)[+=]([rwxXst]*)$/.exec(clause) ?? [];
    return (/[oa]/.test(who) && rights.includes("w")) || rights.includes("s");
  });
}

/** `install -m 777`, `mkdir -m 777` */
const judgeMode: Rule = (args) => {
  const at = args.findIndex((arg) => arg === "-m" || arg === "--mode");
  const glued = args.map((arg) => /^(?:-m|--mode=)(.+)/.exec(arg)?.[1]).find((mode) => mode);
  return isWideOpen(at === -1 ? (glued ?? "") : (args[at + 1] ?? "")) ? "open_permissions" : null;
};

const judgeChown: Rule = (args) => {
  const [owner = "", ...paths] = sortArguments(args).operands;
  return paths.some(isCritical) || /^(root|0)(:|$)/.test(owner) ? "system_path" : null;
};

/** Copies, moves, links: what is written is the last operand, or stands behind `-t`. */
const judgeLast: Rule = (args) => {
  const { operands } = sortArguments(args);
  const at = args.findIndex((arg) => arg === "-t" || arg === "--target-directory");
  const target = at === -1 ? operands.at(-1) : args[at + 1];
  return target === undefined ? null : judgeWrite(target);
};

/** What is moved is gone from where it was. */
const judgeMove: Rule = (args) =>
  sortArguments(args).operands.slice(0, -1).some(isCritical) ? "system_path" : judgeLast(args);

const judgeEach: Rule = (args) => {
  const codes = sortArguments(args).operands.map(judgeWrite);
  return codes.find((code) => code !== null) ?? null;
};

const judgeRsync: Rule = (args) => {
  const isDeleting = args.some((arg) => /^--(del|delete)/.test(arg));
  const target = sortArguments(args).operands.at(-1) ?? "";
  return isDeleting && isCritical(target) ? "removes_tree" : judgeLast(args);
};

const judgeKill: Rule = (args) => (args.slice(1).includes("-1") ? "machine" : null);

const judgeKillAll: Rule = (args) => {
  const { operands } = sortArguments(args);
  return operands.length === 0 || operands.some((name) => /^(\.|\.\*|init|systemd)?$/.test(name))
    ? "machine"
    : null;
};

const judgeInit: Rule = (args) => (/^[0-6sS]$/.test(args[0] ?? "") ? "machine" : null);

const judgeSysctl: Rule = (args) =>
  args.some((arg) => arg === "-w" || arg.includes("=")) ? "machine" : null;

const judgeNetcat: Rule = (args) => {
  const sorted = sortArguments(args);
  const isShell = hasOption(sorted, "ec", "exec") || sorted.long.includes("sh-exec");
  return isShell ? "remote_shell" : null;
};

const judgeSocat: Rule = (args) =>
  args.some((arg) => /^(exec|system|shell):/i.test(arg)) ? "remote_shell" : null;

const judgeDocker: Rule = (args) => {
  const isOpen = args.some((arg, i) => {
    const before = args[i - 1] ?? "";
    const volume = /^(-v|--volume)$/.test(before) ? arg : (/^--volume=(.*)/.exec(arg)?.[1] ?? "");
    if (/^(--privileged|--pid=host)$|\b(source|src)=\/(,|$)/.test(arg)) return true;
    return /^\/(:|$)/.test(volume) || volume.startsWith("/var/run/docker");
  });
  if (isOpen) return "privilege";
  return args[0] === "push" || args[1] === "push" ? "publishes" : null;
};

/** `npm publish` and its like: the verb, or two of them, behind the program. */
const publishing: Readonly<Record<string, RegExp>> = {
  npm: /^(publish|unpublish|deprecate)\b/,
  pnpm: /^publish\b/,
  yarn: /^(npm )?publish\b/,
  cargo: /^(publish|yank)\b/,
  twine: /^upload\b/,
  poetry: /^publish\b/,
  uv: /^publish\b/,
  gem: /^push\b/,
  mvn: /^deploy\b/,
  gh: /^(release (create|delete)|pr merge|repo delete)\b/,
  helm: /^push\b/,
  terraform: /^(apply|destroy)\b/,
  kubectl: /^(apply|delete)\b/,
};

const rules: Readonly<Record<string, Rule>> = {
  rm: judgeRm,
  unlink: judgeRm,
  rmdir: (args) => judgeRimraf(args) ?? judgeWindowsRemoval(args),
  rimraf: judgeRimraf,
  del: judgeWindowsRemoval,
  erase: judgeWindowsRemoval,
  rd: judgeWindowsRemoval,
  format: judgeFormat,
  "Remove-Item": (args) => (args.some((arg) => /^-rec/i.test(arg)) ? "removes_tree" : null),
  find: judgeFind,
  gfind: judgeFind,
  chmod: judgeChmod,
  chown: judgeChown,
  chgrp: judgeChown,
  cp: judgeLast,
  install: (args) => judgeMode(args) ?? judgeLast(args),
  mkdir: judgeMode,
  mount: (args) => (sortArguments(args).operands.length > 0 ? "disk" : null),
  service: (args) =>
    sortArguments(args).operands.length > 1 && args[1] !== "status" ? "machine" : null,
  ln: judgeLast,
  mv: judgeMove,
  tee: judgeEach,
  truncate: judgeEach,
  sed: (args) =>
    args.some((arg) => /^(-[a-zA-Z]*i|--in-place)/.test(arg)) ? judgeEach(args) : null,
  sponge: judgeEach,
  rsync: judgeRsync,
  kill: judgeKill,
  killall: judgeKillAll,
  pkill: judgeKillAll,
  init: judgeInit,
  sysctl: judgeSysctl,
  nc: judgeNetcat,
  ncat: judgeNetcat,
  netcat: judgeNetcat,
  socat: judgeSocat,
  docker: judgeDocker,
  podman: judgeDocker,
  git: judgeGit,
};

/** The rule that a program with its arguments breaks, if any. */
export function judgeProgram(argv: readonly string[]): CommandCode | null {
  const [program = "", ...args] = argv;
  const name = programOf(program);
  if (Object.hasOwn(always, name)) return always[name] ?? null;
  if (/^(mkfs|fsck|newfs)([._](?!sh$)|$)/.test(name)) return "disk";
  const verbs = sortArguments(args).operands.slice(0, 2).join(" ");
  if (Object.hasOwn(publishing, name) && publishing[name]?.test(verbs) === true) {
    return args.includes("--dry-run") ? null : "publishes";
  }
  return (Object.hasOwn(rules, name) ? rules[name]?.(args) : null) ?? null;
}

/** Names that a pattern in the place of a program is held against: `/bin/r?`. */
export const dangerous: readonly string[] = [...Object.keys(always), "rm", "chmod", "chown"];
