import type { StatusFunctions } from "./expression-values.ts";
import { evaluateCall, textOf, truthy } from "./expression-values.ts";

/** Contexts by name (github, inputs, secrets, env, steps, needs, runner, job) and the status functions. */
export interface Scope {
  readonly contexts: Readonly<Record<string, unknown>>;
  readonly status: StatusFunctions;
}

type Token =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "sign"; readonly text: string };

const lexer =
  /\s+|'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w-]*)|(&&|\|\||==|!=|<=|>=|[!<>().,[\]*])/gy;

function tokenOf(match: RegExpExecArray): Token | null {
  const [, text, number, name, sign] = match;
  if (text !== undefined) return { kind: "value", value: text.replaceAll("''", "'") };
  if (number !== undefined) return { kind: "value", value: Number(number) };
  if (name !== undefined) return word(name);
  return sign === undefined ? null : { kind: "sign", text: sign };
}

function tokens(source: string): Token[] {
  const found: Token[] = [];
  lexer.lastIndex = 0;
  while (lexer.lastIndex < source.length) {
    const at = lexer.lastIndex;
    const match = lexer.exec(source);
    if (!match) throw new Error(`Unexpected symbol in expression at ${at}: ${source}`);
    const token = tokenOf(match);
    if (token) found.push(token);
  }
  return found;
}

function word(text: string): Token {
  const literals: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
  return text in literals ? { kind: "value", value: literals[text] } : { kind: "name", text };
}

function property(object: unknown, key: string): unknown {
  if (object === null || typeof object !== "object") return undefined;
  const record = object as Record<string, unknown>;
  if (key in record) return record[key];
  const found = Object.keys(record).find((one) => one.toLowerCase() === key.toLowerCase());
  return found === undefined ? undefined : record[found];
}

/** Loose equality of GitHub's expressions: text ignores case, unlike types compare as numbers. */
function equal(a: unknown, b: unknown): boolean {
  if (typeof a === "string" && typeof b === "string") return a.toLowerCase() === b.toLowerCase();
  if (typeof a === typeof b) return a === b;
  return numeric(a) === numeric(b);
}

function numeric(value: unknown): number {
  if (value === null || value === undefined || value === "") return 0;
  return typeof value === "object" ? Number.NaN : Number(value);
}

function compare(sign: string, a: unknown, b: unknown): boolean {
  switch (sign) {
    case "==":
      return equal(a, b);
    case "!=":
      return !equal(a, b);
    case "<":
      return numeric(a) < numeric(b);
    case "<=":
      return numeric(a) <= numeric(b);
    case ">":
      return numeric(a) > numeric(b);
    default:
      return numeric(a) >= numeric(b);
  }
}

interface Reader {
  peek(): string | null;
  next(): Token;
  expect(sign: string): void;
}

function createReader(source: string): Reader {
  const list = tokens(source);
  let at = 0;
  const sign = (token: Token | undefined) => (token?.kind === "sign" ? token.text : null);
  return {
    peek: () => sign(list[at]),
    next() {
      const token = list[at];
      if (!token) throw new Error(`Unexpected end of expression: ${source}`);
      at += 1;
      return token;
    },
    expect(wanted) {
      if (sign(list[at]) !== wanted)
        throw new Error(`Expected '${wanted}' in expression: ${source}`);
      at += 1;
    },
  };
}

function either(reader: Reader, scope: Scope): unknown {
  let value = both(reader, scope);
  while (reader.peek() === "||") {
    reader.next();
    const right = both(reader, scope);
    value = truthy(value) ? value : right;
  }
  return value;
}

function both(reader: Reader, scope: Scope): unknown {
  let value = comparison(reader, scope);
  while (reader.peek() === "&&") {
    reader.next();
    const right = comparison(reader, scope);
    value = truthy(value) ? right : value;
  }
  return value;
}

function comparison(reader: Reader, scope: Scope): unknown {
  let value = unary(reader, scope);
  for (
    let sign = reader.peek();
    sign !== null && /^([=!<>]=|[<>])$/.test(sign);
    sign = reader.peek()
  ) {
    reader.next();
    value = compare(sign, value, unary(reader, scope));
  }
  return value;
}

function unary(reader: Reader, scope: Scope): unknown {
  if (reader.peek() !== "!") return postfix(reader, scope);
  reader.next();
  return !truthy(unary(reader, scope));
}

function args(reader: Reader, scope: Scope): unknown[] {
  const values: unknown[] = [];
  reader.expect("(");
  while (reader.peek() !== ")") {
    values.push(either(reader, scope));
    if (reader.peek() === ",") reader.next();
  }
  reader.expect(")");
  return values;
}

function primary(reader: Reader, scope: Scope): unknown {
  const token = reader.next();
  if (token.kind === "value") return token.value;
  if (token.kind === "name") {
    if (reader.peek() === "(") return evaluateCall(token.text, args(reader, scope), scope.status);
    return property(scope.contexts, token.text);
  }
  if (token.text !== "(") throw new Error(`Unexpected '${token.text}' in expression`);
  const value = either(reader, scope);
  reader.expect(")");
  return value;
}

function spread(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value !== null && typeof value === "object" ? Object.values(value) : [];
}

function member(reader: Reader, value: unknown): unknown {
  const token = reader.next();
  if (token.kind === "sign" && token.text === "*") return spread(value);
  const key = token.kind === "name" ? token.text : "";
  return Array.isArray(value) ? value.map((one) => property(one, key)) : property(value, key);
}

function postfix(reader: Reader, scope: Scope): unknown {
  let value = primary(reader, scope);
  for (let sign = reader.peek(); sign === "." || sign === "["; sign = reader.peek()) {
    reader.next();
    if (sign === ".") {
      value = member(reader, value);
      continue;
    }
    value = property(value, textOf(either(reader, scope)));
    reader.expect("]");
  }
  return value;
}

/** Value of one expression, without its `${{ }}`. */
export function evaluate(source: string, scope: Scope): unknown {
  return either(createReader(source), scope);
}

/** Text with every `${{ }}` replaced; evaluated once, so that values cannot hold expressions. */
export function interpolate(text: string, scope: Scope): string {
  return text.replace(/\$\{\{([\s\S]*?)\}\}/g, (_, source: string) =>
    textOf(evaluate(source, scope)),
  );
}

/** An `if:`; without a status function in it, success is required too. */
export function holds(condition: string | null, scope: Scope): boolean {
  if (condition === null) return scope.status.success();
  const source = condition.trim().replace(/^\$\{\{([\s\S]*)\}\}$/, "$1");
  const value = truthy(evaluate(source, scope));
  const asksStatus = /\b(always|failure|cancelled|success)\s*\(/.test(source);
  return asksStatus ? value : scope.status.success() && value;
}
