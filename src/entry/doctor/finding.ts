/** One line of `tdd-loop doctor`. `fix` says what to do next; null when there is nothing to do. */
export interface Finding {
  readonly name: string;
  readonly state: "ok" | "warning" | "failure";
  readonly found: string;
  readonly fix: string | null;
}

export function ok(name: string, found: string): Finding {
  return { name, state: "ok", found, fix: null };
}

export function warning(name: string, found: string, fix: string): Finding {
  return { name, state: "warning", found, fix };
}

export function failure(name: string, found: string, fix: string): Finding {
  return { name, state: "failure", found, fix };
}
