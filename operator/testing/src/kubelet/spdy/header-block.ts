import { constants, createDeflate, createInflate, type Deflate, type Inflate } from 'node:zlib';

import { OperatorError } from '@kubewright/runtime/internal/base';
import { dictionary } from './dictionary.ts';

/** Names are in lower case. */
export type Headers = ReadonlyMap<string, string>;

/** More than any block that the API server sends; a longer one is refused after decompression. */
const longestBlock = 64 * 1024;
const sizes = { highWaterMark: longestBlock } as const;

/** Reads the header blocks of one connection: each depends on all that came before it. */
export class HeaderReader implements Disposable {
  readonly #inflate: Inflate = createInflate({ ...sizes, dictionary });

  async read(block: Buffer): Promise<Headers> {
    return parse(await passed(this.#inflate, (done) => this.#inflate.write(block, done)));
  }

  [Symbol.dispose](): void {
    this.#inflate.destroy();
  }
}

/** Writes the header blocks of one connection. */
export class HeaderWriter implements Disposable {
  readonly #deflate: Deflate = createDeflate({ ...sizes, dictionary });

  async write(headers: Headers): Promise<Buffer> {
    const text = format(headers);
    return passed(this.#deflate, (done) => {
      this.#deflate.write(text);
      this.#deflate.flush(constants.Z_SYNC_FLUSH, () => done());
    });
  }

  [Symbol.dispose](): void {
    this.#deflate.destroy();
  }
}

/** The output of `through` for the input of `put`. Throws: for invalid input. */
function passed(through: Inflate | Deflate, put: (done: (error?: Error | null) => void) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    through.once('error', reject);
    put((error) => {
      through.off('error', reject);
      if (error) reject(error);
      else resolve((through.read() as Buffer | null) ?? Buffer.alloc(0));
    });
  });
}

function parse(text: Buffer): Headers {
  const headers = new Map<string, string>();
  let at = 0;
  const number = (): number => {
    at += 4;
    return text.readUInt32BE(at - 4);
  };
  const string = (): string => {
    const length = number();
    at += length;
    if (at > text.length) throw new OperatorError('CLUSTER_FAILED', 'read headers', { hint: 'one is cut off' });
    return text.toString('utf8', at - length, at);
  };
  for (let left = number(); left > 0; left--) headers.set(string().toLowerCase(), string());
  return headers;
}

function format(headers: Headers): Buffer {
  const parts = [number(headers.size)];
  for (const [name, value] of headers) {
    for (const text of [name, value]) parts.push(number(Buffer.byteLength(text)), Buffer.from(text));
  }
  return Buffer.concat(parts);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
