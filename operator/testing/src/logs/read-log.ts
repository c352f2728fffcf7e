import type { Clock } from '@kubewright/runtime/internal/base';
import { type LogPiece, openPieces } from './log-pieces.ts';
import { startOf } from './log-start.ts';
import { createLineStamps, limited } from './log-text.ts';

/** The options of a log, in the words of `kubectl logs`. */
export interface LogQuery {
  /** The process whose output is asked for. */
  readonly run: number;
  /** Only the last lines. @default - all */
  readonly tailLines?: number;
  /** Only lines that came then or later, milliseconds since 1970. @default - all */
  readonly since?: number;
  /** Each line begins with its time. @default false */
  readonly timestamps?: boolean;
  /** Ends after that many bytes, also amid a line. @default - none */
  readonly limitBytes?: number;
  /** Follows the output until the run has ended. @default - ends with the present output */
  readonly follow?: FollowOptions;
}

export interface FollowOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Whether the run has ended; whatever it wrote is in the log then. */
  readonly hasEnded: () => boolean;
  readonly signal: AbortSignal;
}

/** How far a log has been read. */
interface Position {
  readonly ino: bigint;
  readonly offset: number;
}

const pollMs = 50;
const blockBytes = 64 * 1024;

/**
 * The output of one run from the log at `file`, byte by byte as it was written, but for the times that were asked for.
 * Ends early when the signal of `follow` aborts.
 */
export function readLog(file: string, query: LogQuery): AsyncIterable<Buffer> {
  const text = stretches(file, query);
  return query.limitBytes === undefined ? text : limited(text, query.limitBytes);
}

async function* stretches(file: string, query: LogQuery): AsyncGenerator<Buffer, void, void> {
  const { follow } = query;
  const stamp = createLineStamps();
  let position: Position | undefined;
  for (;;) {
    const isLast = follow === undefined || follow.hasEnded() || follow.signal.aborted;
    await using log = await openPieces(file, query.run);
    position ??= await startOf(log.pieces, query);
    for (const piece of remaining(log.pieces, position)) {
      for await (const bytes of bytesOf(piece)) {
        position = { ino: piece.ino, offset: bytes.to };
        yield query.timestamps === true
          ? stamp(bytes.text, (offset) => piece.index.timeAt(bytes.from + offset))
          : bytes.text;
      }
    }
    if (isLast) return;
    await follow.clock.sleep(pollMs, follow.signal).catch(() => undefined);
  }
}

/** The unread pieces. If the file that was read last no longer exists, all present ones are unread. */
function remaining(pieces: readonly LogPiece[], position: Position | undefined): readonly LogPiece[] {
  if (position === undefined) return pieces;
  const at = pieces.findIndex(({ ino }) => ino === position.ino);
  if (at < 0) return pieces;
  return pieces
    .slice(at)
    .map((piece, i) => (i === 0 ? { ...piece, from: Math.max(piece.from, position.offset) } : piece));
}

interface Bytes {
  readonly text: Buffer;
  readonly from: number;
  readonly to: number;
}

async function* bytesOf({ output, from, to }: LogPiece): AsyncGenerator<Bytes, void, void> {
  for (let offset = from; offset < to;) {
    const buffer = Buffer.alloc(Math.min(blockBytes, to - offset));
    const { bytesRead } = await output.read(buffer, 0, buffer.length, offset);
    if (bytesRead === 0) return;
    yield { text: buffer.subarray(0, bytesRead), from: offset, to: offset + bytesRead };
    offset += bytesRead;
  }
}
