export interface StatusFunctions {
  readonly success: () => boolean;
  readonly failure: () => boolean;
  readonly cancelled: () => boolean;
}

export function truthy(value: unknown): boolean {
  return !(value === null || value === undefined || value === "" || value === 0 || value === false);
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

function lower(value: unknown): string {
  return textOf(value).toLowerCase();
}

function contains(inside: unknown, item: unknown): boolean {
  if (Array.isArray(inside)) return inside.some((one) => lower(one) === lower(item));
  return lower(inside).includes(lower(item));
}

type Functions = Readonly<Record<string, (values: readonly unknown[]) => unknown>>;

const functions: Functions = {
  contains: ([inside, item]) => contains(inside, item),
  startswith: ([text, start]) => lower(text).startsWith(lower(start)),
  endswith: ([text, end]) => lower(text).endsWith(lower(end)),
  format: ([pattern, ...values]) =>
    textOf(pattern).replace(/\{(\d+)\}/g, (_, at: string) => textOf(values[Number(at)])),
  join: ([values, by]) =>
    Array.isArray(values)
      ? values.map(textOf).join(by === undefined ? "," : textOf(by))
      : textOf(values),
  tojson: ([value]) => JSON.stringify(value ?? null, null, 2),
  fromjson: ([text]) => JSON.parse(textOf(text)),
  hashfiles: () => "",
};

export function evaluateCall(
  name: string,
  values: readonly unknown[],
  status: StatusFunctions,
): unknown {
  const key = name.toLowerCase();
  if (key === "always") return true;
  if (key === "success") return status.success();
  if (key === "failure") return status.failure();
  if (key === "cancelled") return status.cancelled();
  const found = functions[key];
  if (!found) throw new Error(`Unrecognized function: '${name}'`);
  return found(values);
}
