import type { LogPiece } from './log-pieces.ts';

const newline = 0x0a;
const blockBytes = 64 * 1024;

/** Where the wanted lines begin; `undefined` if nothing has been written yet. */
export async function startOf(
  pieces: readonly LogPiece[],
  { tailLines, since }: { readonly tailLines?: number; readonly since?: number },
): Promise<{ readonly ino: bigint; readonly offset: number } | undefined> {
  const starts = [
    sinceStart(pieces, since),
    tailLines === undefined ? first(pieces) : await tailStart(pieces, tailLines),
  ];
  const [one, other] = starts.map(
    (start) => start && { ...start, piece: pieces.findIndex(({ ino }) => ino === start.ino) },
  );
  if (one === undefined || other === undefined) return undefined;
  const later = one.piece > other.piece || (one.piece === other.piece && one.offset > other.offset) ? one : other;
  return { ino: later.ino, offset: later.offset };
}

type Start = { readonly ino: bigint; readonly offset: number } | undefined;

function first([piece]: readonly LogPiece[]): Start {
  return piece && { ino: piece.ino, offset: piece.from };
}

function end(pieces: readonly LogPiece[]): Start {
  const piece = pieces.at(-1);
  return piece && { ino: piece.ino, offset: piece.to };
}

function sinceStart(pieces: readonly LogPiece[], since: number | undefined): Start {
  if (since === undefined) return first(pieces);
  for (const { ino, index, from, to } of pieces) {
    const i = index.first(({ offset, time }) => offset >= from && time >= since);
    const offset = i < index.length ? index.at(i).offset : to;
    if (offset < to) return { ino, offset };
  }
  return end(pieces);
}

/** A last line that has not ended yet counts as one. */
async function tailStart(pieces: readonly LogPiece[], lines: number): Promise<Start> {
  if (lines === 0) return end(pieces);
  const filled = pieces.filter(({ from, to }) => from < to);
  let left = lines;
  for (const [i, piece] of [...filled.entries()].toReversed()) {
    const isEnd = i === filled.length - 1;
    for await (const offset of newlinesBackwards(piece)) {
      // The very last newline ends the last line; every other one stands before a line.
      if (isEnd && offset === piece.to - 1) continue;
      left -= 1;
      if (left === 0) return { ino: piece.ino, offset: offset + 1 };
    }
  }
  return first(pieces);
}

async function* newlinesBackwards({ output, from, to }: LogPiece): AsyncGenerator<number, void, void> {
  for (let end = to; end > from;) {
    const begin = Math.max(from, end - blockBytes);
    const block = Buffer.alloc(end - begin);
    await output.read(block, 0, block.length, begin);
    for (let i = block.lastIndexOf(newline); i >= 0; i = i === 0 ? -1 : block.lastIndexOf(newline, i - 1)) {
      yield begin + i;
    }
    end = begin;
  }
}
