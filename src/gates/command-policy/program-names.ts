/** The bare name of a program, however its path is written: `/bin/rm` is `rm`. */
export function programOf(word: string): string {
  return (word.split("/").at(-1) ?? "").replace(/\.exe$/i, "");
}

const fetchers = new Set(
  "curl wget fetch http https httpie xh aria2c axel lwp-request lynx nc ncat netcat socat ftp tftp sftp scp rsync ssh gsutil aws irm iwr".split(
    " ",
  ),
);

/** Programs whose output comes from somewhere else. */
export function isFetcher(program: string): boolean {
  return fetchers.has(program);
}

const decoders: Readonly<Record<string, RegExp | null>> = {
  base64: /^(-[a-zA-Z]*[dD]|--d)/,
  base32: /^(-[a-zA-Z]*[dD]|--d)/,
  basenc: /^(-[a-zA-Z]*[dD]|--d)/,
  openssl: /^(-d|-decrypt|-base64|-a)$/,
  gpg: /^(-d|--decrypt)$/,
  xxd: /^-[a-z]*r/,
  uudecode: null,
  zcat: null,
  gunzip: null,
  bzcat: null,
  xzcat: null,
  gzip: /^-[a-z]*d/,
};

/** Programs that turn something unreadable into text, with these arguments. */
export function isDecoder(program: string, args: readonly string[]): boolean {
  const option = Object.hasOwn(decoders, program) ? decoders[program] : undefined;
  if (option === undefined) return false;
  return option === null || args.some((arg) => option.test(arg));
}

/** Programs that read commands of a shell from a text or from standard input. */
export const shells: ReadonlySet<string> = new Set(
  "sh bash dash zsh ksh ksh93 mksh ash fish csh tcsh rbash yash pwsh powershell iex".split(" "),
);
