import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { renderIndex } from './imports-index.mts';
import { importSpecs, withImports } from './imports-list.mts';

const cdk8s = path.join(path.dirname(createRequire(import.meta.url).resolve('cdk8s-cli/package.json')), 'bin/cdk8s');

/** The text of every file of `imports/`, by file name. `root` is a repository with `operator/declaration.json`. */
export function renderImports(root: string): ReadonlyMap<string, string> {
  const staging = mkdtempSync(path.join(tmpdir(), 'imports-'));
  try {
    const specs = importSpecs(readFileSync(path.join(root, 'operator/declaration.json'), 'utf8'));
    if (specs.length > 0) importInto(staging, specs, root);
    const modules = readdirSync(staging)
      .filter((file) => file.endsWith('.ts'))
      .sort();
    const texts = modules.map((file) => ({ file, text: readFileSync(path.join(staging, file), 'utf8') }));
    return new Map([['index.ts', renderIndex(texts)], ...texts.map(({ file, text }) => [file, text] as const)]);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** One process for all: starting cdk8s takes longer than an import. It takes a list only from a cdk8s.yaml. */
function importInto(directory: string, specs: readonly string[], root: string): void {
  const absolute = specs.map((spec) => spec.replace(':=', `:=${root}/`));
  writeFileSync(path.join(directory, 'cdk8s.yaml'), withImports('language: typescript\nimports:\n', absolute));
  const options = ['--output', directory, '--no-save', '--no-check-upgrade'];
  execFileSync(process.execPath, [cdk8s, 'import', ...options], { cwd: directory, stdio: 'pipe' });
}
