/** The same value with every string in it changed; keys stay. */
export function mapStrings<T>(value: T, change: (text: string) => string): T;
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings<unknown>(item, change)]),
  );
}
