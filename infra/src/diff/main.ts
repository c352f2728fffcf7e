#!/usr/bin/env node
/** The command `kubewright-diff`. */
import { parseArgs } from 'node:util';

import { kubectlWith } from './cluster.ts';
import { compareFolder } from './compare.ts';

const help = `Usage: kubewright-diff [options] <folder>

Prints what applying a folder of manifests changes in a cluster: "kubectl diff --server-side" of each stage, then the objects
of the installation that the folder no longer has. The API server answers by dry runs, and stores nothing.

  <folder>              the folder of an environment, as writeManifests writes it: manifests/production

  --context NAME        context of the kubeconfig (default: its current one)
  --kubeconfig FILE     kubeconfig (default: as for kubectl)
  --field-manager NAME  who applies (default: kubectl); argocd-controller for Argo CD, kustomize-controller for Flux
  --force-conflicts     compare with an apply that takes fields from other managers
  --help                print this

Exit code, as of kubectl diff: 0 without differences, 1 with some, 2 on an error. Leftovers are no differences, because an
apply does not delete them.
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
  const kubectl = kubectlWith(Object.entries(cluster).map(([name, value]) => `--${name}=${value}`));
  const flags = ['--server-side', `--force-conflicts=${String(force)}`, `--field-manager=${manager}`];
  const out = (text: string): unknown => process.stdout.write(text);
  if (folder === undefined || isHelp === true) out(help);
  else process.exitCode = await compareFolder(folder, { kubectl, flags, out });
}

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
});
