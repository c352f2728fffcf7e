import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { renderImportableCrds } from '../../../operator/generate/src/crds.ts';
import { writeFiles } from '../../../operator/generate/src/write-files.ts';
import type { Api } from '../../../operator/runtime/src/api/index.ts';
import { toKebabCase } from '../../../operator/runtime/src/base/index.ts';
import { renderIndex } from './render-index.ts';

const cdk8s = path.join(path.dirname(createRequire(import.meta.url).resolve('cdk8s-cli/package.json')), 'bin/cdk8s');

/** Renders the files of `imports/`, by name: the output of `cdk8s import` for these APIs, and an index. */
export async function renderConstructs(apis: readonly Api[]): Promise<ReadonlyMap<string, string>> {
  const staging = mkdtempSync(path.join(tmpdir(), 'imports-'));
  try {
    if (apis.length > 0) await importInto(staging, apis);
    const modules = readdirSync(staging)
      .filter((file) => file.endsWith('.ts'))
      .sort();
    const texts = modules.map((file) => ({ file, text: readFileSync(path.join(staging, file), 'utf8') }));
    return new Map([['index.ts', renderIndex(texts)], ...texts.map(({ file, text }) => [file, text] as const)]);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Runs cdk8s once for all APIs, because it takes longer to start than to import one. It reads a list of imports only
 * from a cdk8s.yaml.
 *
 * Each module is named after its kind. By default, cdk8s names a module after the API group: of two kinds of one group,
 * the second would replace the first.
 */
async function importInto(directory: string, apis: readonly Api[]): Promise<void> {
  const specs: string[] = [];
  for (const api of apis) {
    const kind = toKebabCase(api.kind);
    const files = renderImportableCrds([api], { folder: kind });
    await writeFiles(directory, files);
    specs.push(...[...files.keys()].map((file) => `${kind}:=${path.join(directory, file)}`));
  }
  writeFileSync(path.join(directory, 'cdk8s.yaml'), JSON.stringify({ language: 'typescript', imports: specs }));
  const options = ['--output', directory, '--no-save', '--no-check-upgrade'];
  execFileSync(process.execPath, [cdk8s, 'import', ...options], { cwd: directory, stdio: 'pipe' });
}
