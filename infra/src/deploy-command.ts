/** `npm run deploy -- <environment>`: deploys an environment to a cluster by Pulumi, without its language host. */
import path from 'node:path';
import { parseArgs } from 'node:util';

import { deploy, DeployError, type Operation } from './deploy/index.ts';
import { environments, findEnvironment } from './environments/index.ts';

const help = `Usage: npm run deploy -- <environment> [options]

Deploys an environment by Pulumi: all of it is waited for, and run again it changes only what differs.
Environments: ${environments.map(({ name }) => name).join(', ')}

  --preview          shows what would be changed, and changes nothing
  --refresh          reads what others have changed; the next run takes it back
  --destroy          removes what was deployed, but for what the environment keeps
  --force-conflicts  takes fields that others have changed, as by kubectl scale
  --context NAME     context of the kubeconfig, which names the cluster (default: its current one)
  --kubeconfig FILE  kubeconfig (default: that of kubectl)
  --kubectl FILE     path of kubectl (default: found by PATH)
  --stand-in         without Pulumi's provider plugin: server-side apply by kubectl, from the tests of the repository

The state is a file below infra/.pulumi for each cluster, unless PULUMI_BACKEND_URL names a backend. Secrets in it are
encrypted by PULUMI_CONFIG_PASSPHRASE, which is empty by default. Ctrl-C finishes what is under way, and stops. Exits with 0,
or with 1 and the reason.
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      ...{ preview: { type: 'boolean' }, refresh: { type: 'boolean' }, destroy: { type: 'boolean' } },
      ...{ context: { type: 'string' }, kubeconfig: { type: 'string' }, kubectl: { type: 'string' } },
      ...{
        'force-conflicts': { type: 'boolean' },
        'stand-in': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    },
    allowPositionals: true,
  });
  if (values.help === true) return void process.stdout.write(help);
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new DeployError('name one environment: see --help');
  const { context, kubeconfig, kubectl } = values;
  await deploy({
    environment: findEnvironment(name),
    operation: operationOf(values),
    folder: path.resolve(__dirname, '../.pulumi'),
    env: { ...process.env, ...(kubeconfig !== undefined && { KUBECONFIG: path.resolve(kubeconfig) }) },
    ...(context !== undefined && { context }),
    ...(kubectl !== undefined && { kubectl }),
    standIn: values['stand-in'] === true,
    forceConflicts: values['force-conflicts'] === true,
    onOutput: (text) => void process.stdout.write(text),
    color: process.stdout.isTTY,
  });
}

function operationOf(values: { readonly [operation in Operation]?: boolean }): Operation {
  const chosen = (['preview', 'refresh', 'destroy'] as const).filter((operation) => values[operation]);
  if (chosen.length > 1) throw new DeployError(`choose one of ${chosen.map((each) => `--${each}`).join(', ')}`);
  return chosen[0] ?? 'up';
}

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
