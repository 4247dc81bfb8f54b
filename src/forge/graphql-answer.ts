import type { Field } from "./graphql-query.ts";

/** A GraphQL object: how each field that this forge knows of its type comes about. */
export interface Node {
  readonly type: string;
  readonly fields: Readonly<Record<string, (field: Field) => unknown>>;
}

/** What GitHub says to a field that its schema does not have: the whole document is refused. */
export class UndefinedField extends Error {
  readonly field: string;
  readonly type: string;
  constructor(field: string, type: string) {
    super(`Field '${field}' doesn't exist on type '${type}'`);
    this.field = field;
    this.type = type;
  }
}

/** A field that is null with an error of its own, while the rest of the answer holds. */
export interface Refused {
  readonly refused: string;
}

export interface GraphqlError {
  readonly type: string;
  readonly path: readonly string[];
  readonly message: string;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "fields" in value && "type" in value;
}

function isRefused(value: unknown): value is Refused {
  return typeof value === "object" && value !== null && "refused" in value;
}

/** Gives what is asked of a value, and collects what was refused on the way. */
export async function answerFields(
  value: unknown,
  asked: readonly Field[],
  path: readonly string[],
  errors: GraphqlError[],
): Promise<unknown> {
  if (isRefused(value)) {
    errors.push({ type: "FORBIDDEN", path, message: value.refused });
    return null;
  }
  if (Array.isArray(value)) {
    return Promise.all(value.map((one) => answerFields(one, asked, path, errors)));
  }
  if (!isNode(value)) return value ?? null;
  const answer: Record<string, unknown> = {};
  for (const field of asked) {
    const make = value.fields[field.name];
    if (make === undefined) throw new UndefinedField(field.name, value.type);
    answer[field.as] = await answerFields(
      await make(field),
      field.fields,
      [...path, field.as],
      errors,
    );
  }
  return answer;
}
