/** Elements without an end, and those whose end may be left out. */
const NO_END = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option".split(
    " ",
  ),
);

const TAG =
  /<!--|-->|<(\/?)([a-z][a-z0-9-]{0,40})(?=[\s/>])((?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,200})>/gi;

/**
 * Follows the HTML of a text piece by piece, in order: each call is told the next piece, and says
 * whether an element or a comment is open behind it. Linear in what it is told.
 */
export function opensHtml(): (html: string) => boolean {
  const state: State = { open: [], isComment: false };
  return (html) => {
    for (const found of html.matchAll(TAG)) follow(state, found);
    return state.isComment || state.open.length > 0;
  };
}

interface State {
  readonly open: string[];
  isComment: boolean;
}

function follow(state: State, [mark, slash, name = "", rest = ""]: RegExpExecArray): void {
  if (name === "") state.isComment = mark === "<!--";
  else if (!state.isComment) followTag(state.open, name.toLowerCase(), `${slash}${rest}`);
}

/** @param around the slash before the name, or what is behind it */
function followTag(open: string[], name: string, around: string): void {
  if (NO_END.has(name) || (!around.startsWith("/") && around.endsWith("/"))) return;
  if (!around.startsWith("/")) open.push(name);
  else if (open.includes(name)) open.splice(open.lastIndexOf(name));
}
