/** A full git object id. Names never reach a git command line where an id is meant. */
export function objectId(text: string): string {
  if (/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(text)) return text;
  throw new Error(`Bug: ${JSON.stringify(text.slice(0, 80))} is not a full git object id.`);
}

/** What `git check-ref-format --branch` allows, so that a name can be refused without a process. */
export function isBranchName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length < 240 &&
    name !== "@" &&
    !name.startsWith("-") &&
    !/[\p{Cc}\s~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$/u.test(name) &&
    name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"))
  );
}
