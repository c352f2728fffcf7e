import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { LocalWorkspace, PulumiCommand, type Stack } from '@pulumi/pulumi/automation';
import type { Environment } from '../options/index.ts';

import { OperatorRelease } from '../pulumi/index.ts';
import { DeployError } from './deploy-error.ts';

export interface StackOptions {
  readonly environment: Environment;
  /** The folder for states and projects; one for each cluster is below it. */
  readonly folder: string;
  /** The id of the cluster: its state is its own, so that another cluster never seems to have what this one has. */
  readonly cluster: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The stack of the environment, created if it is new. Its state is a file below `folder`, unless PULUMI_BACKEND_URL names
 * another backend.
 */
export async function openStack({ environment, folder, cluster, env }: StackOptions): Promise<Stack> {
  const place = path.join(folder, cluster);
  await mkdir(path.join(place, 'state'), { recursive: true });
  const program = (): Promise<Record<string, unknown>> => Promise.resolve(outputsOf(environment));
  return LocalWorkspace.createOrSelectStack(
    { stackName: environment.name, projectName: 'kubewright', program },
    { workDir: place, envVars: variables(place, env), pulumiCommand: await command() },
  );
}

/** The same release as that of `pulumi up`, so that its state is understood there too. */
function outputsOf(environment: Environment): Record<string, unknown> {
  const samples = environment.samples !== false;
  const { namespace, deployment, serviceAccount, metricsService, image, crds } = new OperatorRelease('kubewright', {
    ...{ environment, samples },
  });
  return { namespace, deployment, serviceAccount, metricsService, image, crds };
}

function variables(place: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const hasPassphrase = 'PULUMI_CONFIG_PASSPHRASE' in env || 'PULUMI_CONFIG_PASSPHRASE_FILE' in env;
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    PULUMI_BACKEND_URL: pathToFileURL(path.join(place, 'state')).href,
    ...(!hasPassphrase && { PULUMI_CONFIG_PASSPHRASE: '' }),
    PULUMI_SKIP_UPDATE_CHECK: 'true',
    // Adopts what a destroy keeps, such as the definitions.
    PULUMI_K8S_UPSERT_EXISTING_OBJECTS: 'true',
    ...Object.fromEntries(given),
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
  };
}

async function command(): Promise<PulumiCommand> {
  return PulumiCommand.get({ skipVersionCheck: true }).catch((cause: unknown) => {
    throw new DeployError(
      'failed to run pulumi: install it (https://www.pulumi.com/docs/install), and put it in PATH',
      {
        cause,
      },
    );
  });
}
