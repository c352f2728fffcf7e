import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { findPackedProblems, findUnaccepted } from './packed-problems.ts';

/** Packs a package with these files. */
function packPackage(fields: object, files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'package-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const manifest = JSON.stringify({
    name: 'beans',
    version: '1.0.0',
    license: 'MIT',
    engines: { node: '>=20' },
    ...fields,
  });
  for (const [file, text] of Object.entries({ ...files, 'package.json': manifest })) {
    writeFileSync(path.join(folder, file), text);
  }
  execFileSync('npm', ['pack', '--ignore-scripts'], { cwd: folder, stdio: 'pipe' });
  return new Uint8Array(readFileSync(path.join(folder, 'beans-1.0.0.tgz')));
}

const code = { 'index.js': 'exports.roast = 1;\n', 'index.d.ts': 'export declare const roast: number;\n' };
const files = { ...code, LICENSE: 'MIT', 'README.md': '# Beans' };
const root = { types: './index.d.ts', default: './index.js' };
const main = { type: 'commonjs', main: './index.js', types: './index.d.ts' };

describe('the problems of a packed package', () => {
  it('are not reported if every entry point leads to code and its types', async () => {
    expect(await findPackedProblems(packPackage({ ...main, exports: { '.': root } }, files))).toEqual([]);
  });

  it('are broken fields, entry points that an old resolution misses, and types of another module kind', async () => {
    const exports = {
      '.': root,
      './lost': './lost.js',
      './mill': root,
      './esm': { types: './a.d.mts', default: './a.js' },
    };
    const others = { 'a.js': 'exports.a = 1;\n', 'a.d.mts': 'export declare const a: number;\n' };
    const found = await findPackedProblems(packPackage({ ...main, exports }, { ...files, ...others }));
    expect(found.map(({ at, kind }) => `${kind} ${at}`)).toEqual(
      expect.arrayContaining([
        'FILE_DOES_NOT_EXIST beans exports ./lost',
        'NoResolution beans node10 ./mill',
        'FalseESM beans /node_modules/beans/a.d.mts',
      ]),
    );
  });

  it('exclude an accepted one that still exists', () => {
    const problem = { at: 'beans node10 ./mill', kind: 'NoResolution', message: 'it leads nowhere' };
    const accepted = [{ at: 'beans node10', kind: 'NoResolution', because: 'it is a module' }];
    expect(findUnaccepted([problem], [])).toEqual(['beans node10 ./mill: NoResolution: it leads nowhere']);
    expect(findUnaccepted([problem], accepted)).toEqual([]);
    expect(findUnaccepted([], accepted)).toEqual([
      'beans node10: NoResolution no longer occurs: remove it from the accepted problems',
    ]);
  });
});
