/** GitHub refuses bodies over 65,536 characters; we stop before, in UTF-16 units. */
export const MAX_BODY = 64_000;
const NOTE =
  "\n\n*This text was cut because GitHub limits its length. The full text is in the report.*";

/** Cuts a markdown body to `limit` UTF-16 units: whole code points, closed fences and a note. */
export function capBody(body: string, limit = MAX_BODY): string {
  if (body.length <= limit) return body;
  const room = limit - NOTE.length - 100;
  const head = body.slice(0, endsInsidePair(body, room) ? room - 1 : room);
  const fence = openFence(head);
  return `${head}${fence === null ? "" : `\n${fence}`}${NOTE}`;
}

function endsInsidePair(text: string, end: number): boolean {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** The mark that closes the fence a text ends in, at most 64 long; null when it ends outside. */
function openFence(text: string): string | null {
  let open: string | null = null;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,64}|~{3,64})/.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === null) open = mark;
    else if (mark[0] === open[0] && mark.length >= open.length) open = null;
  }
  return open;
}
