/**
 * What can be told of an event before anything is loaded: most comments are no commands, and most
 * label events put no label. Only that much; whoever may need us is looked at properly, and "unsure"
 * allows nothing.
 */
export function glance(eventName: string, payload: unknown): Glance {
  const event = payload as LooseEvent | null;
  if (eventName === "issue_comment") {
    const body = event?.comment?.body;
    // A command is a line that begins with it (see parseComment), so its text must be somewhere.
    if (event?.action !== "created") return { kind: "ignore", why: "Only a new comment counts." };
    if (typeof body !== "string" || !body.includes("/tdd")) {
      return { kind: "ignore", why: "The comment holds no command." };
    }
  }
  if (eventName === "issues" && event?.action !== "labeled") {
    return { kind: "ignore", why: "Only `labeled` starts a run." };
  }
  return { kind: "unsure" };
}

export type Glance =
  | { readonly kind: "ignore"; readonly why: string }
  | { readonly kind: "unsure" };

interface LooseEvent {
  readonly action?: unknown;
  readonly comment?: { readonly body?: unknown } | null;
}
