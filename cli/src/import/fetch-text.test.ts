import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { fetchText } from './fetch-text.ts';

describe('a URL', () => {
  let server: Server;
  let origin: string;

  beforeEach(async () => {
    server = createServer((_, response) => response.end('kind: Oven\n')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    server.close();
  });

  const answer = (...responses: readonly Response[]): void => {
    const left = [...responses];
    vi.stubGlobal('fetch', () => Promise.resolve(left.shift()));
  };
  const url = 'https://ovens.example.org/crds.yaml';

  it.each<[string, readonly Response[], string]>([
    ['404', [new Response('', { status: 404 })], `failed to fetch ${url}: the server has no such file (404)`],
    ['an error', [new Response('', { status: 503, statusText: 'Busy' })], 'the server answers 503 Busy'],
    [
      'a page',
      [new Response('a', { headers: { 'content-type': 'text/html' } })],
      'the server sent a web page, not YAML',
    ],
    ['a page as text', [new Response('\n<!DOCTYPE html>')], 'use the address of the raw file'],
    [
      'a way out of TLS',
      [redirect('http://user:secret@other.example/x?token=secret')],
      `failed to fetch ${url}: the server redirects to http://other.example/x, which is not encrypted: download the file and import that`,
    ],
    [
      'a redirect with a password',
      [redirect('https://user:secret@other.example/x?token=secret')],
      `failed to fetch ${url}: the server redirects to https://other.example/x with a password: download the file and import that`,
    ],
    ['a redirect to nowhere', [redirect('https://[')], 'the server redirects to an invalid address'],
    [
      'a large file',
      [new Response('', { headers: { 'content-length': String(33 * mebibyte) } })],
      `failed to fetch ${url}: the file is larger than 32 MiB: download it, and import only the parts with CRDs`,
    ],
    ['a file without an end', [new Response(endless())], 'the file is larger than 32 MiB'],
    ['the end of the connection', [new Response(breaking())], 'terminated: check the address and the network'],
    ['a circle', Array.from({ length: 6 }, () => redirect('/crds.yaml')), 'the server redirects more than 5 times'],
  ])('is rejected if the server answers with %s', async (_, responses, message) => {
    answer(...responses);
    await expect(fetchText(url)).rejects.toThrow(message);
  });

  it.each([
    [
      'https://ovens.example.org/crds.yaml?token=secret#secret',
      'the query of the URL may contain a token, which the import would record: download the file and import that, or omit the query',
    ],
    [
      'https://user:secret@ovens.example.org/crds.yaml',
      'the URL contains a password, which the import would record: download the file and import that',
    ],
    [
      'https://secret@ovens.example.org/crds.yaml',
      'the URL contains a password, which the import would record: download the file and import that',
    ],
  ])('is rejected, and not printed, if it may have a secret: %s', async (secret, message) => {
    answer(new Response('kind: Oven\n'));
    await expect(fetchText(secret)).rejects.toThrow(
      expect.objectContaining({ message: `failed to fetch ${url}: ${message}` }) as Error,
    );
  });

  it.each(['https:', 'https://', 'https://[::1/x'])('is rejected if it is not valid: %s', async (wrong) => {
    await expect(fetchText(wrong)).rejects.toThrow('the address is not a valid URL: use https://<host>/<path>');
  });

  it('may redirect to an address with a query, as those of storages have', async () => {
    answer(redirect('https://storage.example/crds.yaml?signature=secret'), new Response('kind: Oven\n'));
    expect(await fetchText('HTTPS://ovens.example.org/crds.yaml')).toBe('kind: Oven\n');
  });

  it('names a proxy that Node does not use', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://user:secret@proxy.example:3128');
    vi.stubEnv('NODE_USE_ENV_PROXY', undefined);
    const error = await fetchText(`https://${origin}/crds.yaml`).catch(String);
    expect(error).toMatch(/set NODE_USE_ENV_PROXY=1, because Node does not use HTTPS_PROXY otherwise$/);
    expect(error).not.toContain('secret');
  });

  it('is read at the end of its redirects', async () => {
    answer(redirect('/v2.yaml'), new Response('kind: Oven\n'));
    expect(await fetchText(url)).toBe('kind: Oven\n');
  });

  it('needs a server that speaks TLS', async () => {
    await expect(fetchText(`https://${origin}/crds.yaml`)).rejects.toThrow(/check the address and the network/);
  });
});

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

const mebibyte = 2 ** 20;

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(mebibyte)) });
}

function breaking(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
}
