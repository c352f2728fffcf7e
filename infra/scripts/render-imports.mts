import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { renderIndex } from './imports-index.mts';
import { importSpecs } from './imports-list.mts';

const cdk8s = path.join(path.dirname(createRequire(import.meta.url).resolve('cdk8s-cli/package.json')), 'bin/cdk8s');

/** The text of every file of `imports/`, by file name. `root` is a repository with `operator/declaration.json`. */
export function renderImports(root: string): ReadonlyMap<string, string> {
  const staging = mkdtempSync(path.join(tmpdir(), 'imports-'));
  try {
    const specs = importSpecs(readFileSync(path.join(root, 'operator/declaration.json'), 'utf8'));
    for (const spec of specs) importInto(staging, spec, root);
    const modules = readdirSync(staging).sort();
    const texts = modules.map((file) => ({ file, text: readFileSync(path.join(staging, file), 'utf8') }));
    return new Map([['index.ts', renderIndex(texts)], ...texts.map(({ file, text }) => [file, text] as const)]);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function importInto(directory: string, spec: string, root: string): void {
  const options = ['--output', directory, '--language', 'typescript', '--no-save', '--no-check-upgrade'];
  execFileSync(process.execPath, [cdk8s, 'import', spec, ...options], { cwd: root, stdio: 'pipe' });
}
