/** One field of a GraphQL document with what is asked of it. */
export interface Field {
  /** Alias, or the name. */
  readonly as: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly fields: readonly Field[];
}

type Variables = Readonly<Record<string, unknown>>;

interface Cursor {
  readonly variables: Variables;
  peek(): string | undefined;
  take(wanted?: string): string;
}

const token = /[A-Za-z_]\w*|\$\w+|"(?:[^"\\]|\\.)*"|-?\d+|\.\.\.|[{}()[\]:!,=]/g;

/**
 * Reads one operation: fields, aliases, arguments and inline fragments, whose fields are taken as the
 * parent's own. What GitHub's language has beyond that is refused.
 * @throws SyntaxError
 */
export function parseQuery(text: string, variables: Variables): readonly Field[] {
  const cursor = cursorOn(text.match(token) ?? [], variables);
  while (cursor.peek() !== "{") cursor.take();
  return readFields(cursor);
}

function cursorOn(tokens: readonly string[], variables: Variables): Cursor {
  let at = 0;
  return {
    variables,
    peek: () => tokens[at],
    take(wanted) {
      const found = tokens[at];
      at += 1;
      if (found !== undefined && (wanted === undefined || found === wanted)) return found;
      throw new SyntaxError(`Expected ${wanted ?? "more"}, found ${found ?? "the end"}.`);
    },
  };
}

function readFields(cursor: Cursor): readonly Field[] {
  const fields: Field[] = [];
  cursor.take("{");
  while (cursor.peek() !== "}") {
    if (cursor.peek() === "...") fields.push(...readFragment(cursor));
    else fields.push(readField(cursor));
  }
  cursor.take("}");
  return fields;
}

function readFragment(cursor: Cursor): readonly Field[] {
  cursor.take("...");
  cursor.take("on");
  cursor.take();
  return readFields(cursor);
}

function readField(cursor: Cursor): Field {
  const as = cursor.take();
  if (!/^[A-Za-z_]/.test(as)) throw new SyntaxError(`Unexpected ${as}.`);
  let name = as;
  if (cursor.peek() === ":") {
    cursor.take(":");
    name = cursor.take();
  }
  const args = readArguments(cursor);
  return { as, name, args, fields: cursor.peek() === "{" ? readFields(cursor) : [] };
}

function readArguments(cursor: Cursor): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  if (cursor.peek() !== "(") return given;
  cursor.take("(");
  while (cursor.peek() !== ")") {
    const name = cursor.take();
    cursor.take(":");
    given[name] = readValue(cursor);
    if (cursor.peek() === ",") cursor.take();
  }
  cursor.take(")");
  return given;
}

function readValue({ take, variables }: Cursor): unknown {
  const found = take();
  if (found.startsWith("$")) return variables[found.slice(1)];
  if (found.startsWith('"')) return JSON.parse(found);
  return /^-?\d+$/.test(found) ? Number(found) : found;
}
