/** What an ELF file needs to run: https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html */
export interface Elf {
  /** The path of the dynamic loader; `undefined` for a library. */
  readonly loader?: string;
  /** The names of its linked libraries. */
  readonly needed: readonly string[];
}

const segment = { load: 1, dynamic: 2, loader: 3 } as const;
const entry = { end: 0, needed: 1, strings: 5 } as const;

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

/** Parses a 64-bit, little-endian ELF file, the format of amd64 and arm64. */
export function readElf(file: Buffer): Elf {
  const segments = readSegments(file);
  const dynamic = segments.find(({ type }) => type === segment.dynamic);
  const entries = dynamic === undefined ? [] : readEntries(file, dynamic);
  const [, address = 0] = entries.find(([tag]) => tag === entry.strings) ?? [];
  const strings = findOffset(address, segments);
  const needed = entries.filter(([tag]) => tag === entry.needed).map(([, at]) => readTextAt(file, strings + at));
  const loader = segments.find(({ type }) => type === segment.loader);
  return { needed, ...(loader && { loader: readTextAt(file, loader.offset) }) };
}

function readSegments(file: Buffer): readonly Segment[] {
  const [start, size, count] = [readNumber(file, 0x20), file.readUInt16LE(0x36), file.readUInt16LE(0x38)];
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    return {
      type: file.readUInt32LE(at),
      offset: readNumber(file, at + 0x08),
      address: readNumber(file, at + 0x10),
      size: readNumber(file, at + 0x20),
    };
  });
}

function readEntries(file: Buffer, { offset, size }: Segment): readonly (readonly [tag: number, value: number])[] {
  const all = Array.from({ length: size / 16 }, (_, index) => {
    const at = offset + index * 16;
    return [readNumber(file, at), readNumber(file, at + 8)] as const;
  });
  return all.slice(
    0,
    all.findIndex(([tag]) => tag === entry.end),
  );
}

/** Converts an address in memory to an offset in the file. */
function findOffset(address: number, segments: readonly Segment[]): number {
  const within = segments.find(
    ({ type, address: start, size }) => type === segment.load && start <= address && address < start + size,
  );
  return within === undefined ? 0 : address - within.address + within.offset;
}

function readNumber(file: Buffer, at: number): number {
  return Number(file.readBigUInt64LE(at));
}

function readTextAt(file: Buffer, at: number): string {
  return file.toString('latin1', at, file.indexOf(0, at));
}
