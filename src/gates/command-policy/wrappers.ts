import { programOf } from "./program-names.ts";

/** What stands behind a program that only starts another: words, or a text for a shell. */
export type Inner =
  | { readonly kind: "argv"; readonly argv: readonly string[] }
  | { readonly kind: "text"; readonly text: string };

interface Wrapper {
  /** Options that take the next word as their value. */
  readonly valued?: string;
  /** Words of its own before the program. */
  readonly skip?: number;
  /** Options whose value is a text for a shell. */
  readonly text?: string;
  /** Words such as `exec`, one of which has to come first; without one it runs no program. */
  readonly verbs?: string;
  /** Its words are put together and given to a shell. */
  readonly joins?: true;
  /** Options with which it runs nothing. */
  readonly quiet?: RegExp;
}

const sudo: Wrapper = { valued: "-u -g -h -p -C -r -t -T -U -D -R --user --group" };
const plain: Wrapper = {};

/** Programs that run the program behind them. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo,
  doas: sudo,
  pkexec: { valued: "--user" },
  run0: { valued: "--user -u" },
  su: { text: "-c --command" },
  runuser: { valued: "-u -g -s", text: "-c --command" },
  chroot: { skip: 1 },
  unshare: { valued: "-S -G -R -w" },
  nsenter: { valued: "-t -S -G" },
  fakeroot: plain,
  setpriv: { valued: "--reuid --regid --groups" },
  env: { valued: "-u --unset -C --chdir", text: "-S --split-string" },
  nohup: plain,
  setsid: plain,
  time: { valued: "-f -o --format --output" },
  nice: { valued: "-n --adjustment" },
  ionice: { valued: "-c -n -p -P -u" },
  chrt: { skip: 1 },
  taskset: { skip: 1 },
  stdbuf: { valued: "-i -o -e" },
  unbuffer: plain,
  chronic: plain,
  caffeinate: plain,
  timeout: { valued: "-s -k --signal --kill-after", skip: 1 },
  gtimeout: { valued: "-s -k", skip: 1 },
  command: { quiet: /^-[pvV]*[vV]/ },
  builtin: plain,
  exec: { valued: "-a" },
  coproc: plain,
  busybox: plain,
  toybox: plain,
  watch: { valued: "-n --interval", joins: true },
  ssh: { valued: "-i -p -l -o -F -L -R -D -J", skip: 1, joins: true },
  entr: plain,
  flock: { valued: "-w -E", skip: 1, text: "-c --command" },
  script: { text: "-c --command", skip: 99 },
  strace: { valued: "-e -o -p -s -u -P" },
  ltrace: { valued: "-e -o -p -s -u" },
  valgrind: plain,
  "xvfb-run": { valued: "-s -n -e -f --server-args" },
  "dbus-run-session": plain,
  "cross-env": plain,
  "cross-env-shell": plain,
  dotenv: { valued: "-e -f -v" },
  proxychains: { valued: "-f" },
  torsocks: plain,
  firejail: plain,
  eatmydata: plain,
  parallel: { valued: "-j -P --jobs" },
  npx: { valued: "-p --package", text: "-c --call" },
  bunx: plain,
  pnpx: plain,
  uvx: { valued: "--from --with" },
  npm: { verbs: "exec x", valued: "-w --workspace --package", text: "-c --call" },
  pnpm: { verbs: "exec dlx", valued: "--filter -C" },
  yarn: { verbs: "exec dlx" },
  bun: { verbs: "x" },
  bundle: { verbs: "exec" },
  poetry: { verbs: "run" },
  pipenv: { verbs: "run" },
  uv: { verbs: "run", valued: "--with --python -p --extra" },
  pdm: { verbs: "run" },
  rye: { verbs: "run" },
  hatch: { verbs: "run" },
  conda: { verbs: "run", valued: "-n -p --name" },
  mise: { verbs: "exec x" },
  direnv: { verbs: "exec", skip: 1 },
  rbenv: { verbs: "exec" },
  pyenv: { verbs: "exec" },
  lerna: { verbs: "exec" },
  "nix-shell": { valued: "-p", text: "--run --command", skip: 99 },
};

/** What a program would start, when it is one that starts others; several for several texts. */
export function innerOf(argv: readonly string[]): readonly Inner[] {
  const name = programOf(argv[0] ?? "");
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (wrapper === undefined) return [];
  const args = afterVerb(argv.slice(1), wrapper);
  if (args === null || wrapper.quiet?.test(args[0] ?? "") === true) return [];
  return behindOptions(args, wrapper);
}

/** The words behind `exec`, `run` and so on; null when another verb comes first. */
function afterVerb(args: readonly string[], { verbs, valued }: Wrapper): readonly string[] | null {
  if (verbs === undefined) return args;
  const at = firstOperand(args, valued ?? "");
  return verbs.split(" ").includes(args[at] ?? "") ? args.slice(at + 1) : null;
}

function firstOperand(args: readonly string[], valued: string): number {
  const takesValue = new Set(valued.split(" "));
  let at = 0;
  while (at < args.length && (args[at] ?? "").startsWith("-")) {
    if (args[at] === "--") return at + 1;
    at += takesValue.has(args[at] ?? "") ? 2 : 1;
  }
  return at;
}

/** Texts may stand before or behind the operands; assignments belong to the wrapper. */
function behindOptions(args: readonly string[], wrapper: Wrapper): readonly Inner[] {
  const names = wrapper.text?.split(" ") ?? [];
  const split = names.includes("-S") ? splitText(args) : null;
  if (split !== null) return [{ kind: "text", text: split }];
  const texts = textsIn(args, names).map((text) => ({ kind: "text", text }) as const);
  const valued = `${wrapper.valued ?? ""} ${wrapper.text ?? ""}`;
  const rest = args.slice(firstOperand(args, valued)).slice(wrapper.skip ?? 0);
  const start = rest.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word) && word !== "--");
  if (start === -1) return texts;
  const argv = rest.slice(start);
  const isText = wrapper.joins === true;
  return [...texts, isText ? { kind: "text", text: argv.join(" ") } : { kind: "argv", argv }];
}

/** `env -S 'rm -rf x'`: that option's value and all that follows are split into words. */
function splitText(args: readonly string[]): string | null {
  const at = args.findIndex((arg) => /^(-[iv0]*S|--split-string)/.test(arg));
  if (at === -1) return null;
  const glued = (args[at] ?? "").replace(/^(-[iv0]*S|--split-string=?)/, "");
  return [glued, ...args.slice(at + 1)].join(" ").replace(/^\s*(?:\w+=\S*\s+)*/, "");
}

/** Values of text options: `-c TEXT`, `-qc TEXT`, `-cTEXT`, `--call TEXT`, `--call=TEXT`. */
function textsIn(args: readonly string[], names: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    const isLast = names.some((n) => arg === n || (n.length === 2 && isCluster(arg, n[1] ?? "")));
    if (isLast) return [args[i + 1] ?? ""];
    const name = names.find((n) => arg.startsWith(n.length === 2 ? n : `${n}=`));
    if (name === undefined) return [];
    return [arg.slice(name.length + (name.length === 2 ? 0 : 1))];
  });
}

/** Short options in one word, of which the last takes the value. */
function isCluster(arg: string, letter: string): boolean {
  return /^-[A-Za-z]+$/.test(arg) && arg.endsWith(letter) && arg.length < 5;
}
