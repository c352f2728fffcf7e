import type { Clock } from '@kubewright/runtime/internal/base';
import { LogReader, type LogRecord } from './log-lines.ts';

/** Log options, named as in `kubectl logs`. */
export interface LogQuery {
  /** The pid of the process whose output is requested. */
  readonly run: number;
  /** Number of lines from the end. @default - all */
  readonly tailLines?: number;
  /** Only lines since this time, in milliseconds since 1970. @default - all */
  readonly since?: number;
  /** Prefixes each line with its time. @default false */
  readonly timestamps?: boolean;
  /** Ends after this number of bytes, even within a line. @default - unlimited */
  readonly limitBytes?: number;
  /** Whether to wait for more output until the run has ended. @default - ends with the current output */
  readonly follow?: FollowOptions;
}

export interface FollowOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Whether the run has ended, so that all its output is in the log. */
  readonly hasEnded: () => boolean;
  readonly signal: AbortSignal;
}

const pollMs = 50;

/**
 * Reads the output of one run from the log at `file`, byte by byte as written; on request with times. Ends early when
 * the signal of `follow` aborts.
 */
export async function* readLog(file: string, query: LogQuery): AsyncGenerator<Buffer, void, void> {
  let left = query.limitBytes ?? Infinity;
  for await (const text of texts(file, query)) {
    if (text.length > 0) yield text.subarray(0, left);
    left -= text.length;
    if (left <= 0) return;
  }
}

async function* texts(file: string, { follow, ...query }: LogQuery): AsyncGenerator<Buffer, void, void> {
  await using reader = new LogReader(file);
  const textOf = createText(query.timestamps === true);
  const isOver = (): boolean => follow === undefined || follow.hasEnded() || follow.signal.aborted;
  let isLast = isOver();
  yield textOf(await presentRecords(reader, query));
  while (!isLast) {
    await follow?.clock.sleep(pollMs, follow.signal).catch(() => undefined);
    isLast = isOver();
    const records: LogRecord[] = [];
    for await (const record of reader.next()) if (record.run === query.run) records.push(record);
    yield textOf(records);
  }
}

/** Returns the requested records of the last run with this pid. An incomplete last line counts as a line. */
async function presentRecords(
  reader: LogReader,
  { run, tailLines = Infinity, since = 0 }: LogQuery,
): Promise<readonly LogRecord[]> {
  let lines: LogRecord[][] = [];
  for await (const record of reader.next()) {
    if (record.run !== run) continue;
    const open = lines.at(-1);
    if (record.kind === 'start') lines = [];
    else if (open?.at(-1)?.kind === 'piece') open.push(record);
    else lines.push([record]);
  }
  const last = tailLines === 0 ? [] : lines.slice(-tailLines);
  return last.filter(([first]) => first !== undefined && first.time >= since).flat();
}

/** Creates a function that converts consecutive records to text, with the time before each line if `hasTimes`. */
function createText(hasTimes: boolean): (records: readonly LogRecord[]) => Buffer {
  let atLineStart = true;
  return (records) => {
    const parts: Buffer[] = [];
    for (const { kind, time, text } of records) {
      if (kind === 'start') continue;
      if (hasTimes && atLineStart) parts.push(Buffer.from(`${new Date(time).toISOString()} `));
      atLineStart = kind === 'line';
      parts.push(text, Buffer.from(atLineStart ? '\n' : ''));
    }
    return Buffer.concat(parts);
  };
}
