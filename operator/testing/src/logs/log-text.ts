const newline = 0x0a;

/** Puts its time before each line; what it is given is one text in pieces. */
export function createLineStamps(): (text: Buffer, timeAt: (offset: number) => number | undefined) => Buffer {
  let atLineStart = true;
  return (text, timeAt) => {
    const parts: Buffer[] = [];
    for (let from = 0; from < text.length;) {
      const end = text.indexOf(newline, from);
      const to = end < 0 ? text.length : end + 1;
      if (atLineStart) parts.push(Buffer.from(`${new Date(timeAt(from) ?? 0).toISOString()} `));
      parts.push(text.subarray(from, to));
      atLineStart = end >= 0;
      from = to;
    }
    return Buffer.concat(parts);
  };
}

/** The first `limit` bytes. */
export async function* limited(text: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer, void, void> {
  let left = limit;
  for await (const bytes of text) {
    yield bytes.subarray(0, left);
    left -= bytes.length;
    if (left <= 0) return;
  }
}
