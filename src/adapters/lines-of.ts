/**
 * Hears chunks of bytes and hands on each complete line, without its end. Cut at LF alone: JSON may
 * hold the other characters that end a line.
 */
export function linesOf(hear: (line: string) => void): (chunk: Buffer) => void {
  let begun: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      const line = Buffer.concat([...begun, chunk.subarray(from, end)]).toString("utf8");
      begun = [];
      from = end + 1;
      hear(line);
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  };
}
