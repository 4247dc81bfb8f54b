import { basename, dirname } from "node:path";

/** Where version managers that work by shims are told what they manage, by the directory they live in. */
const managers: Readonly<Record<string, string>> = {
  ".pyenv": "PYENV_ROOT",
  ".rbenv": "RBENV_ROOT",
  ".nodenv": "NODENV_ROOT",
  ".goenv": "GOENV_ROOT",
  ".asdf": "ASDF_DATA_DIR",
};

const kept = [
  "PATH",
  "LANG",
  "LC_ALL",
  "JAVA_HOME",
  "GOROOT",
  "RUSTUP_HOME",
  "CARGO_HOME",
  ...Object.values(managers),
];

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What repository code may know of this machine: where programs are, and the language. No secrets.
 * Shims look for their versions below HOME, which tests do not see: they are told the place.
 */
export function toolEnvironment(env: Env): Record<string, string> {
  const known = kept.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const path = env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
  return { ...rootsOfShims(path), PATH: path, ...Object.fromEntries(known) };
}

const forNetwork = [
  ...["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"],
  ...["NODE_USE_ENV_PROXY", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"],
];

/** How an agent's process reaches its model from here: proxies and certificates. */
export function networkEnvironment(env: Env): Record<string, string> {
  const known = forNetwork.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

function rootsOfShims(path: string): Record<string, string> {
  const roots = path
    .split(":")
    .filter((dir) => basename(dir) === "shims")
    .flatMap((dir) => {
      const name = managers[basename(dirname(dir))];
      return name === undefined ? [] : [[name, dirname(dir)] as const];
    });
  return Object.fromEntries(roots);
}
