#!/usr/bin/env node
/** The command `kubewright-diff`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { formatIdentity, type PlainObject, formatTitle } from '@kubewright/declaration';

import { exitOnClosedPipe } from '../closed-pipe.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { collapseLabels } from './collapse-labels.ts';
import {
  type Cluster,
  findCrd,
  type Kubectl,
  createKubectl,
  formatLeftovers,
  readCluster,
  findMissingPrerequisite,
} from './cluster.ts';

const help = `Usage: kubewright-diff [options] <folder>

Prints what applying a folder of manifests changes in a cluster: "kubectl diff --server-side" of each stage, with the API
server's warnings, then the objects of the installation that the folder no longer has. The API server only performs dry runs.

  <folder>              the folder of an environment, as writeManifests writes it: manifests/production

  --context NAME        context of the kubeconfig (default: its current one)
  --kubeconfig FILE     kubeconfig (default: as for kubectl)
  --field-manager NAME  the field manager that applies (default: kubectl); argocd-controller for Argo CD, kustomize-controller for Flux
  --force-conflicts     compare with an apply that takes fields from other managers
  --help                print this

Exit code, as of kubectl diff: 0 without differences, 1 with some, 2 on an error. Leftovers do not count as differences,
because an apply does not delete them.
`;

const options = {
  context: { type: 'string' },
  kubeconfig: { type: 'string' },
  'field-manager': { type: 'string', default: 'kubectl' },
  'force-conflicts': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder, ...more] = positionals;
  const { help: isHelp, 'force-conflicts': force, 'field-manager': manager, ...cluster } = values;
  if (isHelp !== true && (folder === undefined || more.length > 0)) throw new Error('name one folder: see --help');
  const kubectl = createKubectl(Object.entries(cluster).map(([name, value]) => `--${name}=${value}`));
  const flags = ['--server-side', `--force-conflicts=${String(force)}`, `--field-manager=${manager}`];
  const out = (text: string): unknown => process.stdout.write(text);
  if (folder === undefined || isHelp === true) out(help);
  else process.exitCode = await compareFolder(folder, { kubectl, flags, out });
}

interface CompareOptions {
  readonly kubectl: Kubectl;
  /** Flags that are passed to `kubectl diff`. */
  readonly flags: readonly string[];
  readonly out: (text: string) => unknown;
}

/**
 * Prints what applying the folder would change. Returns the highest exit code of all objects: 0 without changes, 1 with
 * changes, 2 or more if one cannot be compared. Throws if it cannot read the folder or the cluster.
 */
async function compareFolder(folder: string, { kubectl, flags, out }: CompareOptions): Promise<number> {
  const { stages, isWhole } = readManifests(folder);
  const all = [...stages.values()].flat();
  const cluster = await readCluster(kubectl, all);
  let exitCode = 0;
  for (const [name, objects] of stages) {
    const results = await compareStage(objects, { kubectl, flags, all, cluster });
    const text = results.map((each) => each.text).join('');
    const warnings = new Set(results.flatMap((each) => each.warnings ?? []));
    out(text === '' ? `${name}: no changes\n` : `${name}:\n${text}`);
    for (const warning of warnings) out(`${warning}\n`);
    exitCode = Math.max(exitCode, ...results.map(({ code }) => code));
  }
  if (isWhole) out(await formatLeftovers(kubectl, all, cluster.resources));
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
  return { stages, isWhole: !entries.includes('kustomization.yaml') || files.every((file) => file.includes(path.sep)) };
}

interface Comparison extends Omit<CompareOptions, 'out'> {
  readonly all: readonly PlainObject[];
  readonly cluster: Cluster;
}

/**
 * Compares all objects at once. If the API server rejects one, kubectl shows no differences at all: then compares them
 * one by one.
 */
async function compareStage(objects: readonly PlainObject[], comparison: Comparison): Promise<readonly Line[]> {
  const { kubectl, flags, all, cluster } = comparison;
  const early = objects.flatMap((object) => findMissingPrerequisite(object, all, cluster) ?? []);
  const waiting = early.map(({ object, reason, isCreated }) => formatLine(object, reason, isCreated ? 1 : 2));
  const ready = objects.filter((object) => early.every((each) => each.object !== object));
  const [first, ...others] = ready;
  if (first === undefined) return waiting;
  const { code, stdout, stderr } = await kubectl(['diff', ...flags, '-f', '-'], ready);
  const { warnings, errors } = splitWarnings(stderr);
  if (code <= 1) return [{ code, text: collapseLabels(stdout), warnings }, ...waiting];
  if (others.length > 0) {
    const lines: Line[] = [];
    for (const object of objects) lines.push(...(await compareStage([object], comparison)));
    return lines;
  }
  const note = findCrd(first, all)
    ? '\n  (checked against the CRD in the cluster, which these manifests may change)'
    : '';
  const wayOut = / conflicts?: /.test(errors) ? `\n  (${conflictHint})` : '';
  return [{ ...formatLine(first, errors + note + wayOut, code), warnings }, ...waiting];
}

/** Separates the API server's warnings, one a line, from kubectl's errors. */
function splitWarnings(stderr: string): { readonly warnings: readonly string[]; readonly errors: string } {
  const lines = stderr.split('\n');
  const isWarning = (line: string): boolean => line.startsWith('Warning: ');
  return { warnings: lines.filter(isWarning), errors: lines.filter((line) => !isWarning(line)).join('\n') };
}

/** On a conflict, `kubectl diff` prints only the manager and the fields. */
const conflictHint =
  'to keep the other value, set it in the manifests; to overwrite it, apply with --force-conflicts, which kubewright-diff accepts as well';

interface Line {
  readonly code: number;
  readonly text: string;
  readonly warnings?: readonly string[];
}

function formatLine(object: PlainObject, words: string, code: number): Line {
  return { code, text: `${code === 1 ? '+' : 'x'} ${formatTitle(object)}: ${words}\n` };
}

exitOnClosedPipe();
main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
});
