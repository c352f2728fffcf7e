import type { Stack } from '@pulumi/pulumi/automation';

import { kubewrightDeclaration } from '../declaration/index.ts';
import type { Environment } from '../environments/index.ts';
import { clusterId } from './cluster.ts';
import { Failures } from './failure.ts';
import { kubectlFor, type Kubectl } from './kubectl.ts';
import { requirePlugin, startStandIn } from './plugin.ts';
import { openStack } from './stack.ts';
import { refuseWhileInUse } from './users-resources.ts';

export type Operation = 'up' | 'preview' | 'refresh' | 'destroy';

export interface DeployOptions {
  readonly environment: Environment;
  readonly operation: Operation;
  /** The folder for the state, unless the environment variable PULUMI_BACKEND_URL names a backend. */
  readonly folder: string;
  /** Environment variables of Pulumi and kubectl. KUBECONFIG names the cluster. */
  readonly env: NodeJS.ProcessEnv;
  /** Path of kubectl. @default 'kubectl', which is found by PATH */
  readonly kubectl?: string;
  /** Uses the stand-in of the tests in place of the provider plugin. @default false */
  readonly standIn?: boolean;
  /** Takes back fields that others have changed. @default false */
  readonly forceConflicts?: boolean;
  /** Called with the progress of the engine, in parts of lines. */
  readonly onOutput: (text: string) => void;
  /** Whether the progress has colours. @default false */
  readonly color?: boolean;
}

/**
 * Deploys an environment, or shows, reads or removes what is deployed.
 *
 * Throws a `DeployError` that says what to do. A failed operation goes on from where it was when it is run again.
 */
export async function deploy(options: DeployOptions): Promise<void> {
  const { environment, operation, folder, standIn = false } = options;
  const env = { ...options.env, ...(options.forceConflicts && { PULUMI_K8S_ENABLE_PATCH_FORCE: 'true' }) };
  const kubectl = kubectlFor(options.kubectl ?? 'kubectl', env);
  const cluster = await clusterId(kubectl);
  const running = standIn ? await startStandIn(env) : undefined;
  try {
    const variables = { ...env, ...(running && { PULUMI_DEBUG_PROVIDERS: running.address }) };
    const stack = await openStack({ environment, folder, cluster, env: variables });
    await requirePlugin(stack.workspace, variables);
    if (operation === 'destroy') await refuseWhileInUse(kubectl, kubewrightDeclaration(), await urnsOf(stack));
    await run(stack, options, kubectl);
  } finally {
    await running?.[Symbol.asyncDispose]();
  }
}

async function urnsOf(stack: Stack): Promise<string[]> {
  const { deployment } = (await stack.exportStack()) as { deployment?: { resources?: readonly { urn: string }[] } };
  return (deployment?.resources ?? []).map(({ urn }) => urn);
}

async function run(stack: Stack, options: DeployOptions, kubectl: Kubectl): Promise<void> {
  const { environment, operation, onOutput, color = false } = options;
  const failures = new Failures();
  const shared = { onOutput, onEvent: failures.onEvent, color: color ? 'always' : 'never' } as const;
  try {
    await stack[operation]({ ...shared, suppressOutputs: operation !== 'up' });
  } catch (cause) {
    throw await failures.toError(`${operation} ${environment.name}`, kubectl, cause);
  }
}
