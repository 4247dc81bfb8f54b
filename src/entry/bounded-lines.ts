/** A line of a stream, or the word that it was longer than anybody reads. */
export type BoundedLine =
  | { readonly kind: "line"; readonly text: string; readonly number: number }
  | { readonly kind: "too_long"; readonly number: number };

/**
 * The lines of a stream, cut at LF, with no more than one of them in memory. Of a line that is longer
 * than `atMost` bytes only its number is told; its rest is passed over.
 */
export async function* boundedLines(
  input: AsyncIterable<Buffer | string>,
  atMost: number,
): AsyncGenerator<BoundedLine> {
  const line = new OpenLine(atMost);
  for await (const chunk of input) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    let from = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      line.add(bytes.subarray(from, end));
      yield line.close();
      from = end + 1;
    }
    line.add(bytes.subarray(from));
  }
  if (!line.isEmpty) yield line.close();
}

class OpenLine {
  readonly #atMost: number;
  #parts: Buffer[] = [];
  #size = 0;
  #number = 0;

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(part: Buffer): void {
    this.#size += part.length;
    if (this.#size <= this.#atMost) this.#parts.push(part);
    else this.#parts = [];
  }

  close(): BoundedLine {
    this.#number += 1;
    const isWhole = this.#size <= this.#atMost;
    const text = Buffer.concat(this.#parts).toString("utf8").replace(/\r$/, "");
    this.#parts = [];
    this.#size = 0;
    return isWhole
      ? { kind: "line", text, number: this.#number }
      : { kind: "too_long", number: this.#number };
  }
}
