import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const packages = { operator: 'operator', runtime: 'operator/runtime', declaration: 'operator/declaration' };

let clone: string;

/** Copies the repository as `npm ci` leaves a fresh clone: without compiled files. */
beforeAll(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'kubewright-clone-'));
  for (const folder of Object.values(packages)) {
    for (const each of ['package.json', 'src']) {
      await cp(path.join(root, folder, each), path.join(clone, folder, each), { recursive: true });
    }
  }
  const modules = path.join(clone, 'node_modules');
  await mkdir(path.join(modules, '@kubewright'), { recursive: true });
  for (const each of await readdir(path.join(root, 'node_modules'))) {
    if (each !== '@kubewright') await symlink(path.join(root, 'node_modules', each), path.join(modules, each));
  }
  for (const [name, folder] of Object.entries(packages)) {
    await symlink(path.join(clone, folder), path.join(modules, '@kubewright', name));
  }
});

afterAll(() => rm(clone, { recursive: true }));

describe('node operator/src/main.ts', () => {
  it('runs from the sources without the environment of npm', async () => {
    const main = path.join(clone, 'operator/src/main.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--help'], { env: { HOME: clone } });
    expect(stdout).toMatch(/^Usage: kubewright \[flags\]/);
  });
});
