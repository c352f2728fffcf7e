import type { Stack } from '@pulumi/pulumi/automation';
import type { Environment } from '../options/index.ts';

import { kubewrightDeclaration } from '../declaration/index.ts';
import { clusterId } from './cluster.ts';
import { chooseContext, type ChosenContext } from './context.ts';
import { Failures } from './failure.ts';
import { Interruption } from './interruption.ts';
import { kubectlFor, type Kubectl } from './kubectl.ts';
import { requirePlugin, type RunningProvider, startStandIn } from './plugin.ts';
import { openStack } from './stack.ts';
import { refuseWhileInUse } from './users-resources.ts';

export type Operation = 'up' | 'preview' | 'refresh' | 'destroy';

export interface DeployOptions {
  readonly environment: Environment;
  readonly operation: Operation;
  /** The folder for the state, unless the environment variable PULUMI_BACKEND_URL names a backend. */
  readonly folder: string;
  /** Environment variables of Pulumi and kubectl. KUBECONFIG names the kubeconfig. */
  readonly env: NodeJS.ProcessEnv;
  /** The context of the kubeconfig. @default - the current one */
  readonly context?: string;
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
 * Deploys an environment, or shows, reads or removes what is deployed. Until it ends, Ctrl-C and SIGTERM interrupt it.
 *
 * Throws a `DeployError` that says what to do. A failed operation goes on from where it was when it is run again.
 */
export async function deploy(options: DeployOptions): Promise<void> {
  const { environment, operation, onOutput, context: name } = options;
  using interruption = new Interruption(onOutput);
  await using context = await chooseContext(kubectlOf(options, options.env), name);
  onOutput(`${environment.name}: ${operation} in ${context.description}\n`);
  const env = variables(options, context);
  const kubectl = kubectlOf(options, env);
  const cluster = await clusterId(kubectl);
  await using provider = options.standIn === true ? await startStandIn(env) : undefined;
  interruption.throwIfRequested();
  await operate({ ...options, cluster, kubectl, interruption, env: { ...env, ...addressOf(provider) } });
}

function kubectlOf({ kubectl = 'kubectl' }: DeployOptions, env: NodeJS.ProcessEnv): Kubectl {
  return kubectlFor(kubectl, env);
}

function variables({ env, forceConflicts = false }: DeployOptions, { kubeconfig }: ChosenContext): NodeJS.ProcessEnv {
  return {
    ...env,
    ...(kubeconfig !== undefined && { KUBECONFIG: kubeconfig }),
    ...(forceConflicts && { PULUMI_K8S_ENABLE_PATCH_FORCE: 'true' }),
  };
}

function addressOf(provider: RunningProvider | undefined): NodeJS.ProcessEnv {
  return provider === undefined ? {} : { PULUMI_DEBUG_PROVIDERS: provider.address };
}

interface Run extends Omit<DeployOptions, 'kubectl'> {
  readonly cluster: string;
  readonly kubectl: Kubectl;
  readonly interruption: Interruption;
}

async function operate(run: Run): Promise<void> {
  const { operation, kubectl, env, interruption } = run;
  const stack = await openStack(run);
  await requirePlugin(stack.workspace, env);
  if (operation === 'destroy') await refuseWhileInUse(kubectl, kubewrightDeclaration(), await urnsOf(stack));
  interruption.throwIfRequested();
  await runEngine(stack, run);
}

async function urnsOf(stack: Stack): Promise<string[]> {
  const { deployment } = (await stack.exportStack()) as { deployment?: { resources?: readonly { urn: string }[] } };
  return (deployment?.resources ?? []).map(({ urn }) => urn);
}

async function runEngine(stack: Stack, run: Run): Promise<void> {
  const { environment, operation, kubectl, interruption, color = false } = run;
  const failures = new Failures();
  const { engine: signal, output: onOutput } = interruption;
  const shared = { onOutput, onEvent: failures.onEvent, color: color ? 'always' : 'never', signal } as const;
  try {
    await stack[operation]({ ...shared, suppressOutputs: operation !== 'up' });
  } catch (cause) {
    interruption.throwIfRequested();
    throw await failures.toError(`${operation} ${environment.name}`, kubectl, cause);
  }
}
