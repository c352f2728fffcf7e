import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { buildLabels } from './labels.ts';
import type { Manifest } from './project.ts';
import { buildProcess } from './entrypoint.ts';

const operator = path.join(import.meta.dirname, '../../..');
const manifest = JSON.parse(readFileSync(path.join(operator, 'package.json'), 'utf8')) as Manifest;
const dockerfile = readFileSync(path.join(operator, 'Dockerfile'), 'utf8').replaceAll('\\\n', '');
const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const listInstructions = (instruction: string): readonly string[] =>
  [...last.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, rest = '']) => rest.trim());

test('the Dockerfile starts the program as the image of `npm run image` does', () => {
  const { Env, Entrypoint, User, WorkingDir } = buildProcess({});
  expect(listInstructions('ENV').flatMap((text) => text.split(' '))).toEqual(Env);
  expect(listInstructions('ENTRYPOINT').map((text) => JSON.parse(text) as unknown)).toEqual([Entrypoint]);
  expect(listInstructions('USER')).toEqual([User]);
  expect(listInstructions('WORKDIR')).toEqual([WorkingDir]);
});

test('the Dockerfile has the labels of that image, except for the time and the commit', () => {
  const labels = [...(listInstructions('LABEL')[0] ?? '').matchAll(/(\S+)="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const expected = buildLabels({ ...manifest, version: '$VERSION' }, '');
  expect(Object.fromEntries([...labels, ['org.opencontainers.image.created', '']])).toEqual(expected);
});

test('the Dockerfile copies only what `npm run image` would put there', () => {
  expect(listInstructions('COPY')).toEqual(['--from=build /image /']);
  expect(last).toMatch(/^\nFROM scratch\n/);
  expect(last).not.toMatch(/^(RUN|ADD) /m);
  expect(dockerfile).toContain('npm run image -- --platform linux/$TARGETARCH --root /image\n');
});
