import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { useTemporaryFolder } from '../../operator/control-plane/fixtures/temporary-folder.ts';
import { listFiles } from './list-files.ts';

let folder: string;
useTemporaryFolder((path) => void (folder = path));

it('lists files and links to files, at any depth', async () => {
  mkdirSync(path.join(folder, 'b.yaml'));
  writeFileSync(path.join(folder, 'b.yaml/deep.yaml'), '');
  writeFileSync(path.join(folder, 'a.yaml'), '');
  symlinkSync('b.yaml/deep.yaml', path.join(folder, 'link.yaml'));
  expect(await listFiles(folder)).toEqual(['a.yaml', 'b.yaml/deep.yaml', 'link.yaml']);
});

it('follows neither links to folders nor those that lead nowhere, and leaves packages out', async () => {
  symlinkSync('..', path.join(folder, 'parent'));
  symlinkSync('.', path.join(folder, 'circle'));
  symlinkSync('user@host.123', path.join(folder, '.#a.ts'));
  mkdirSync(path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'node_modules/a.ts'), '');
  expect(await listFiles(folder)).toEqual([]);
});
