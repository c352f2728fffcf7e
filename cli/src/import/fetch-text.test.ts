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
    ['a page', [new Response('a', { headers: { 'content-type': 'text/html' } })], 'it is a web page, not YAML'],
    ['a page as text', [new Response('\n<!DOCTYPE html>')], 'use the address of the raw file'],
    ['a way out of TLS', [redirect('http://other.example')], 'http://other.example/ is not encrypted'],
    ['a circle', Array.from({ length: 6 }, () => redirect('/crds.yaml')), 'it redirects more than 5 times'],
  ])('is rejected if the server answers with %s', async (_, responses, message) => {
    answer(...responses);
    await expect(fetchText(url)).rejects.toThrow(message);
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
