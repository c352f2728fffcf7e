import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { root as repository } from '../run.ts';
import { doorsOf } from './doors.ts';
import { apiReports } from './reports.ts';

const beans = {
  name: '@cafe/beans',
  version: '1.0.0',
  type: 'module',
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './mill/hand': { types: './dist/hand.d.ts', default: './dist/hand.js' },
    './internal/*': { types: './dist/*.d.ts', default: './dist/*.js' },
    './kinds': { types: './dist/kinds.d.ts', default: './dist/kinds.js' },
    './package.json': './package.json',
  },
};
// A declaration file without an `export {}` exports all that it declares.
const index = `
export {};
interface Heat {
  readonly degrees: number;
}
/** Roasts. */
export declare function roast(heat: Heat, signal: AbortSignal): void;
`;

/** A repository with one package that is published, and one that is not. */
function repositoryOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'api-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  symlinkSync(path.join(repository, 'node_modules'), path.join(root, 'node_modules'), 'junction');
  const packages = { beans, test: { name: '@cafe/test', private: true, exports: beans.exports } };
  for (const [folder, manifest] of Object.entries(packages)) {
    mkdirSync(path.join(root, folder, 'dist'), { recursive: true });
    writeFileSync(path.join(root, folder, 'package.json'), JSON.stringify(manifest));
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, 'beans/dist', file), text);
  return root;
}

function reports(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const root = repositoryOf(files);
  return apiReports(doorsOf(['beans', 'test'], root), root);
}

describe('the reports of the public API', () => {
  it('are one for each door of a published package, but for what is internal and the kinds of Kubernetes', () => {
    const found = reports({ 'index.d.ts': index, 'hand.d.ts': 'export declare const turns: 3;\n' });
    expect([...found.keys()]).toEqual(['beans/api/beans.api.md', 'beans/api/beans-mill-hand.api.md']);
  });

  it('have signatures, and the types that these use', () => {
    const hand = { 'hand.d.ts': 'export declare const turns: 3;\n' };
    const text = (door: string): string => reports({ 'index.d.ts': door, ...hand }).get('beans/api/beans.api.md') ?? '';
    expect(text(index)).toContain('export function roast(heat: Heat, signal: AbortSignal): void;');
    expect(text(index)).toContain('interface Heat {\n    // (undocumented)\n    readonly degrees: number;');
    expect(text(index.replace('degrees', 'celsius'))).not.toBe(text(index));
  });
});
