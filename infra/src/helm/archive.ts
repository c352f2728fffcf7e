import { gzipSync } from 'node:zlib';

const block = 512;

/**
 * Pure: a `.tgz` of files, by their paths of at most 100 characters. The same files always give the same bytes: no times, no
 * owners.
 *
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
 */
export function archive(files: ReadonlyMap<string, string>): Buffer {
  const entries = [...files].flatMap(([path, text]) => entryOf(path, Buffer.from(text)));
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * block)]), { level: 9 });
}

function entryOf(path: string, content: Buffer): Buffer[] {
  if (Buffer.byteLength(path) > 100) throw new Error(`the path ${path} is too long for the archive`);
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(path, 0);
  header.write(octal(0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(content.length, 11), 124);
  header.write(octal(0, 11), 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((block - (content.length % block)) % block)];
}
