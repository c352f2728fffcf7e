/**
 * Writes `imports/` anew from `operator/declaration.json` and `operator/crds/`: the typed constructs of every kind
 * (`cdk8s import`), an index with named exports, and the list in cdk8s.yaml. What is no longer declared disappears.
 *
 * `node infra/scripts/generate-imports.mts`; nothing is touched if anything fails.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { renderIndex } from './imports-index.mts';
import { importSpecs, withImports } from './imports-list.mts';

const root = path.resolve(import.meta.dirname, '../..');
const importsDirectory = path.join(root, 'imports');
const configuration = path.join(root, 'cdk8s.yaml');

const specs = importSpecs(readFileSync(path.join(root, 'operator/declaration.json'), 'utf8'));
const staging = mkdtempSync(path.join(tmpdir(), 'imports-'));
try {
  importInto(staging);
  const modules = readdirSync(staging).sort();
  writeFileSync(path.join(staging, 'index.ts'), renderIndex(modules.map((file) => readModule(file))));
  replaceSources();
  writeFileSync(configuration, withImports(readFileSync(configuration, 'utf8'), specs));
} finally {
  rmSync(staging, { recursive: true, force: true });
}

/** One run for each, because a run with several writes its progress where errors would be looked for. */
function importInto(directory: string): void {
  const cdk8s = path.join(root, 'node_modules/cdk8s-cli/bin/cdk8s');
  for (const spec of specs) {
    const options = ['--output', directory, '--language', 'typescript', '--no-save', '--no-check-upgrade'];
    execFileSync(process.execPath, [cdk8s, 'import', spec, ...options], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }
}

function readModule(file: string): { file: string; text: string } {
  return { file, text: readFileSync(path.join(staging, file), 'utf8') };
}

function replaceSources(): void {
  const files = readdirSync(importsDirectory).filter((file) => file.endsWith('.ts'));
  for (const file of files) rmSync(path.join(importsDirectory, file));
  for (const file of readdirSync(staging)) copyFileSync(path.join(staging, file), path.join(importsDirectory, file));
}
