import { setImmediate } from 'node:timers/promises';

/** One DATA frame, if the client does not ask for larger ones. */
const enoughBytes = 16 * 1024;

/**
 * The same bytes in fewer chunks: what comes without a wait in between goes out at once. A stream of many small messages
 * costs half as much that way.
 */
export async function* inLargerChunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (let first = await next; first.done !== true; first = await next) {
      const gathered = await gather(first.value, iterator);
      next = gathered.next;
      yield gathered.bytes;
    }
  } finally {
    await iterator.return?.();
  }
}

interface Gathered {
  readonly bytes: Uint8Array;
  /** What comes after them. */
  readonly next: Promise<IteratorResult<Uint8Array>>;
}

async function gather(first: Uint8Array, iterator: AsyncIterator<Uint8Array>): Promise<Gathered> {
  const parts = [first];
  let size = first.byteLength;
  const pause = setImmediate();
  let next = iterator.next();
  while (size < enoughBytes) {
    const more = await Promise.race([next, pause]);
    if (more === undefined || more.done === true) break;
    parts.push(more.value);
    size += more.value.byteLength;
    next = iterator.next();
  }
  // Whoever asks for it gets the error, too; until then nobody has to.
  next.catch(() => undefined);
  return { bytes: parts.length === 1 ? first : Buffer.concat(parts, size), next };
}
