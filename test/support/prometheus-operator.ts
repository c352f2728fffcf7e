import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Manifest } from './manifests.ts';
import { readYaml } from './read-yaml.ts';

const run = promisify(execFile);
const moduleName = 'github.com/prometheus-operator/prometheus-operator';
const cwd = path.join(import.meta.dirname, '../prometheus-operator');

/** The CRDs of the Prometheus Operator for these plurals, from the Go module that `go.sum` pins. */
export async function prometheusDefinitions(plurals: readonly string[]): Promise<readonly Manifest[]> {
  const env = { ...process.env, GOWORK: 'off', GOFLAGS: '-mod=readonly' };
  const { stdout } = await run('go', ['mod', 'download', '-json', moduleName], { cwd, env });
  const { Dir: directory } = JSON.parse(stdout) as { readonly Dir: string };
  const files = plurals.map((plural) =>
    path.join(directory, 'example/prometheus-operator-crd', `monitoring.coreos.com_${plural}.yaml`),
  );
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.flatMap((text) => readYaml(text) as readonly Manifest[]);
}
