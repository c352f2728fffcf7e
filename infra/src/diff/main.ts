#!/usr/bin/env node
/** The command `kubewright-diff`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { formatIdentity, type PlainObject, formatTitle } from '@kubewright/declaration';

import { exitOnClosedPipe } from '../closed-pipe.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { createKubectl, formatLeftovers, readCluster } from './cluster.ts';
import { type Comparison, compareStage } from './compare-stage.ts';
import { formatRemedies, formatSummary, type Outcome } from './summary.ts';

const help = `Usage: kubewright-diff [options] <folder>

Prints what applying a folder of manifests changes in a cluster: new objects, and "kubectl diff --server-side" of changed
ones, by stage, with the API server's warnings; then the objects of the installation that the folder no longer has. The API
server only performs dry runs.

  <folder>              the folder of an environment, as writeManifests writes it: manifests/production

  --context NAME        context of the kubeconfig (default: its current one)
  --kubeconfig FILE     kubeconfig (default: as for kubectl)
  --field-manager NAME  the field manager that applies (default: kubectl); argocd-controller for Argo CD, kustomize-controller for Flux
  --force-conflicts     compare with an apply that takes fields from other managers
  --show-new            print new objects in full, instead of one line for each
  --help                print this

Exit code, as of kubectl diff: 0 without differences, 1 with some, 2 on an error. Leftovers do not count as differences,
because kubectl apply does not delete them.
`;

const options = {
  context: { type: 'string' },
  kubeconfig: { type: 'string' },
  'field-manager': { type: 'string', default: 'kubectl' },
  'force-conflicts': { type: 'boolean', default: false },
  'show-new': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder, ...more] = positionals;
  const { help: isHelp, 'force-conflicts': force, 'field-manager': manager, 'show-new': isWhole, ...cluster } = values;
  if (isHelp !== true && (folder === undefined || more.length > 0)) throw new Error('name one folder: see --help');
  const kubectl = createKubectl(Object.entries(cluster).map(([name, value]) => `--${name}=${value}`));
  const flags = ['--server-side', `--force-conflicts=${String(force)}`, `--field-manager=${manager}`];
  const out = (text: string): unknown => process.stdout.write(text);
  if (folder === undefined || isHelp === true) out(help);
  else process.exitCode = await compareFolder(folder, { kubectl, flags, isWhole, out });
}

interface CompareOptions extends Omit<Comparison, 'all' | 'cluster'> {
  readonly out: (text: string) => unknown;
}

/**
 * Prints what applying the folder would change. Returns the highest exit code of all objects: 0 without changes, 1 with
 * changes, 2 or more if one cannot be compared. Throws if it cannot read the folder or the cluster.
 */
async function compareFolder(folder: string, { out, ...options }: CompareOptions): Promise<number> {
  const { stages, hasAll } = readManifests(folder);
  const all = [...stages.values()].flat();
  const cluster = await readCluster(options.kubectl, all);
  const outcomes: Outcome[] = [];
  let exitCode = 0;
  for (const [name, objects] of stages) {
    const { text, warnings, code, outcomes: some } = await compareStage(objects, { ...options, all, cluster });
    out(text === '' ? `${name}: no changes\n` : `${name}:\n${text}`);
    for (const warning of warnings) out(`${warning}\n`);
    exitCode = Math.max(exitCode, code);
    outcomes.push(...some);
  }
  const leftovers = hasAll ? await formatLeftovers(options.kubectl, all, cluster.resources) : '';
  out(leftovers + formatRemedies(outcomes) + formatSummary(outcomes, leftovers.match(/^- /gm)?.length ?? 0));
  return exitCode;
}

/**
 * Reads the objects, by subfolder, or by file for files of the folder itself. Throws if the folder has no manifests, or
 * contains an object twice, as a folder with several environments does.
 */
function readManifests(folder: string) {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : [];
  const files = entries.filter((file) => /\.ya?ml$/.test(file) && path.basename(file) !== 'kustomization.yaml');
  if (files.length === 0) throw new Error(`failed to find manifests in ${folder}: name the folder of an environment`);
  const stages = new Map<string, PlainObject[]>();
  for (const file of files) {
    const name = path.dirname(file) === '.' ? file.replace(/(\.k8s)?\.ya?ml$/, '') : path.dirname(file);
    const objects = readYaml([readFileSync(path.join(folder, file), 'utf8')]) as PlainObject[];
    stages.set(name, [...(stages.get(name) ?? []), ...objects]);
  }
  const all = [...stages.values()].flat();
  const names = all.map(formatIdentity);
  const twice = all.find((_, index) => names.indexOf(names[index] ?? '') < index);
  if (twice)
    throw new Error(
      `failed to compare ${folder}: it contains ${formatTitle(twice)} twice: pass the folder of one environment`,
    );
  // Only the folder of a single stage contains both a manifest and a kustomization.yaml.
  return { stages, hasAll: !entries.includes('kustomization.yaml') || files.every((file) => file.includes(path.sep)) };
}

exitOnClosedPipe();
main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
});
