/** From `offset` on the output is that of the run `run`, and was written at `time` or later. */
export interface LogRecord {
  readonly offset: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The process that wrote it. */
  readonly run: number;
}

const fieldBytes = 8;
/** Every record has the same size, so that one can be found without reading all. */
const recordBytes = 3 * fieldBytes;

/** A record as it is written. */
export function recordOf({ offset, time, run }: LogRecord): Buffer {
  const bytes = Buffer.alloc(recordBytes);
  [offset, time, run].forEach((value, i) => bytes.writeDoubleBE(value, i * fieldBytes));
  return bytes;
}

/** The records of an index file, in the order of their offsets, times and runs. */
export class LogIndex {
  readonly length: number;
  readonly #bytes: Buffer;

  /** @param bytes of the file; half a record at their end is one that is just being written */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.length = Math.floor(bytes.length / recordBytes);
  }

  at(i: number): LogRecord {
    const [offset = 0, time = 0, run = 0] = [0, 1, 2].map((n) =>
      this.#bytes.readDoubleBE(i * recordBytes + n * fieldBytes),
    );
    return { offset, time, run };
  }

  runAt(i: number): number {
    return this.#bytes.readDoubleBE(i * recordBytes + 2 * fieldBytes);
  }

  /** Position of the first record that `matches`, if all after it do, too; `length` if none does. */
  first(matches: (record: LogRecord) => boolean): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (matches(this.at(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** When what is at `offset` was written; `undefined` before the first record. */
  timeAt(offset: number): number | undefined {
    const after = this.first((record) => record.offset > offset);
    return after === 0 ? undefined : this.at(after - 1).time;
  }
}
