import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { isSealed, areKindsCurrent, computeKindsFingerprint, seal } from './seal.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinds-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function writeAndFingerprint(goMod: string, goSum: string): Promise<string> {
  await writeFile(path.join(folder, 'go.mod'), goMod);
  await writeFile(path.join(folder, 'go.sum'), goSum);
  return computeKindsFingerprint(folder);
}

it('the fingerprint changes with the pinned Kubernetes modules', async () => {
  const before = await writeAndFingerprint('k8s.io/kubernetes v1.36.4\n', 'k8s.io/api v0.36.4 h1:a=\n');
  expect(await writeAndFingerprint('k8s.io/kubernetes v1.36.5\n', 'k8s.io/api v0.36.4 h1:a=\n')).not.toBe(before);
  expect(await writeAndFingerprint('k8s.io/kubernetes v1.36.4\n', 'k8s.io/api v0.36.4 h1:b=\n')).not.toBe(before);
});

it('the fingerprint does not change with other modules or the order of lines', async () => {
  const before = await writeAndFingerprint('k8s.io/a v1\nk8s.io/b v1\n', '');
  expect(await writeAndFingerprint('go.etcd.io/etcd v3\nk8s.io/b v1\nk8s.io/a v1\n', 'go.etcd.io/etcd h1:a=\n')).toBe(
    before,
  );
});

it('areKindsCurrent is true for sealed files, and false once another file is added', async () => {
  for (const [name, text] of seal(new Map([['index.ts', '// Generated.\n']]), 'abc')) {
    await writeFile(path.join(folder, name), text);
  }
  expect(await areKindsCurrent(folder, 'abc')).toBe(true);
  await writeFile(path.join(folder, 'stale.ts'), '');
  expect(await areKindsCurrent(folder, 'abc')).toBe(false);
});

it('areKindsCurrent is false for a folder that does not exist', async () => {
  expect(await areKindsCurrent(path.join(folder, 'none'), 'abc')).toBe(false);
});

const files = new Map([
  ['index.ts', '// Generated.\nexport {};\n'],
  ['core.ts', '// Generated.\n'],
]);
const sealed = seal(files, 'abc');

it('isSealed is true for unchanged files, in any order', () => {
  expect(isSealed(sealed, 'abc')).toBe(true);
  expect(isSealed(new Map([...sealed].reverse()), 'abc')).toBe(true);
});

it('isSealed is false for another fingerprint', () => {
  expect(isSealed(sealed, 'abd')).toBe(false);
});

it.each<[string, ReadonlyMap<string, string>]>([
  ['a changed file', new Map([...sealed, ['core.ts', '// Generated. \n']])],
  ['a changed index', new Map([...sealed, ['index.ts', `${sealed.get('index.ts') ?? ''}\n`]])],
])('isSealed is false for %s', (_what, changed) => {
  expect(isSealed(changed, 'abc')).toBe(false);
});
