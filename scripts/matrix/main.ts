/**
 * Runs the contract suite, and the tests of one operator, on each version of Kubernetes, and prints a table. Arguments
 * name versions (`1.34`); then each must be available. Without them, versions that cannot be installed here are listed
 * only. `--operator` names another folder of `test/e2e` than memcached.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { findBinaries } from '../../operator/control-plane/src/control-plane/binaries/find-binaries.ts';
import { listVersions, versionVariable } from '../../operator/control-plane/src/control-plane/binaries/pins.ts';
import { createProgressLine } from '../../operator/control-plane/src/control-plane/progress.ts';
import type { Outcome } from '../ci/outcome.ts';
import { root } from '../run.ts';
import { formatTable, hasFailed, type Row, summarize } from './table.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { operator: { type: 'string', default: 'memcached' } },
});

const suites = [
  ['contract', 'test/faults/vitest.config.ts', ['test/contract/start-control-plane.test.ts']],
  [values.operator, 'test/vitest.config.ts', ['--project', 'real', `test/e2e/${values.operator}/`]],
] as const;

const reporter = path.join(root, 'scripts/ci/outcome-reporter.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'matrix-'));

/** @returns why the version cannot be installed on this machine; `undefined` if it can */
async function findObstacle(version: string): Promise<string | undefined> {
  const progress = createProgressLine(process.stderr);
  try {
    await findBinaries({ version, onProgress: progress.show });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    progress.clear();
  }
}

function runSuite(version: string, config: string, args: readonly string[]): Outcome | undefined {
  const report = path.join(folder, `${version}-${path.basename(path.dirname(config))}.json`);
  const flags = ['--root', root, '--reporter=default', `--reporter=${reporter}`, `--outputFile=${report}`];
  const argv = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, ...flags, ...args];
  const env = { ...process.env, [versionVariable]: version };
  spawnSync(process.execPath, argv, { cwd: root, env, stdio: 'inherit' });
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Outcome) : undefined;
}

const rows: Row[] = [];
for (const version of positionals.length > 0 ? positionals : await listVersions()) {
  const obstacle = await findObstacle(version);
  if (obstacle !== undefined) {
    rows.push({ version, obstacle, isRequired: positionals.length > 0, results: [] });
    continue;
  }
  const results = suites.map(([name, config, args]) => summarize(name, runSuite(version, config, args)));
  rows.push({ version, results });
}
rmSync(folder, { recursive: true });
console.log(`\n${formatTable(rows)}`);
process.exitCode = hasFailed(rows) ? 1 : 0;
