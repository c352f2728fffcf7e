/** `npm run diff -- <environment>`: prints what applying the manifests of an environment would change in a cluster. */
import { parseArgs } from 'node:util';

import { clusterDiff, type ClusterDiffOptions, DiffError, diffText, exitCodeOf } from './diff/index.ts';
import { environments, findEnvironment } from './environments/index.ts';
import { environmentUnits } from './synthesis/index.ts';

const help = `Usage: npm run diff -- <environment> [options]

Prints what applying an environment would change in a cluster. The API server tries it as a dry run, and stores nothing.
Environments: ${environments.map(({ name }) => name).join(', ')}

  --context NAME        context of the kubeconfig (default: its current one)
  --kubeconfig FILE     kubeconfig (default: that of kubectl)
  --field-manager NAME  who applies (default: kubectl); argocd-controller for Argo CD, kustomize-controller for Flux
  --unit NAME           only this unit; may be given several times
  --kubectl FILE        path of kubectl (default: found by PATH)
  --json                prints JSON

Exits with 0 if nothing would change, with 1 if something would, with 2 if the cluster refuses something or cannot be
asked.
`;

/** Who waits longer than this sees what it is for. */
const quietMs = 2000;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      ...{ context: { type: 'string' }, kubeconfig: { type: 'string' }, kubectl: { type: 'string' } },
      ...{ 'field-manager': { type: 'string' }, unit: { type: 'string', multiple: true } },
      ...{ json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    },
    allowPositionals: true,
  });
  if (values.help === true) return print(help, 0);
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new DiffError('name one environment: see --help');
  const { context, kubeconfig, kubectl, unit: only, 'field-manager': fieldManager } = values;
  // An absent flag is no key at all: a kubectl that is undefined would not be the default one.
  const given = { context, kubeconfig, kubectl, only, fieldManager };
  const diff = await clusterDiff({
    ...(Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Partial<ClusterDiffOptions>),
    units: environmentUnits(findEnvironment(name)),
    onProgress: progress(),
  });
  return print(values.json === true ? `${JSON.stringify(diff, null, 2)}\n` : diffText(diff), exitCodeOf(diff));
}

/** Prints nothing at first, then the step that is under way, and each one after it. */
function progress(): (step: string) => void {
  let print = (): void => undefined;
  let current = 'reaches the cluster';
  const show = (): void => void process.stderr.write(`${current} …\n`);
  setTimeout(() => {
    print = show;
    show();
  }, quietMs).unref();
  return (step) => {
    current = step;
    print();
  };
}

function print(text: string, exitCode: number): number {
  process.stdout.write(text);
  return exitCode;
}

main().then(
  (exitCode) => (process.exitCode = exitCode),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
  },
);
