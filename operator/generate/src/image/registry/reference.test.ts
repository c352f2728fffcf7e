import { expect, test } from 'vitest';

import { parseReference } from './reference.ts';

const digest = `sha256:${'0'.repeat(64)}`;

test.each([
  ['ghcr.io/me/operator:1.0.0', { host: 'ghcr.io', repository: 'me/operator', tag: '1.0.0', url: 'https://ghcr.io' }],
  ['localhost:5000/a', { host: 'localhost:5000', repository: 'a', url: 'http://localhost:5000' }],
  ['127.0.0.1:5000/a:b', { host: '127.0.0.1:5000', repository: 'a', tag: 'b', url: 'http://127.0.0.1:5000' }],
  ['[::1]:5000/a', { host: '[::1]:5000', repository: 'a', url: 'http://[::1]:5000' }],
  ['https://localhost:5000/a', { host: 'localhost:5000', repository: 'a', url: 'https://localhost:5000' }],
  ['127.0.0.1.example.com/a', { host: '127.0.0.1.example.com', repository: 'a', url: 'https://127.0.0.1.example.com' }],
  ['node:24', { host: 'docker.io', repository: 'library/node', tag: '24', url: 'https://registry-1.docker.io' }],
  ['me/operator', { host: 'docker.io', repository: 'me/operator', url: 'https://registry-1.docker.io' }],
  [`example.com/a@${digest}`, { host: 'example.com', repository: 'a', digest, url: 'https://example.com' }],
])('%s', (text, reference) => {
  expect(parseReference(text)).toEqual(reference);
});

test('requests to another machine omit TLS only if the name begins with http://', () => {
  expect(parseReference('registry.local/a').url).toBe('https://registry.local');
  expect(parseReference('http://registry.local/a:1')).toEqual({
    host: 'registry.local',
    repository: 'a',
    tag: '1',
    url: 'http://registry.local',
  });
});

test.each([
  '',
  'Example',
  'example.com/',
  'example.com/a:',
  'example.com/a b',
  'ftp://example.com/a',
  'example.com/a@sha256:1',
])('"%s" is rejected', (text) => {
  expect(() => parseReference(text)).toThrow('use <registry>/<repository>:<tag>');
});
