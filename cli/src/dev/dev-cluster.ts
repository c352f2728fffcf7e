import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { runKubectl } from '@kubewright/declaration/kubectl';
import { type ControlPlane, type ControlPlaneOptions, startCluster, startControlPlane } from '@kubewright/testing';

import { CommandError, getMessage } from '../report-error.ts';

/** The cluster that `kubewright dev` uses. */
export interface DevCluster extends AsyncDisposable {
  /** Path of the kubeconfig. @default - the default of kubectl */
  readonly kubeconfig?: string;
  readonly context?: string;
  /** Name of the cluster in messages: `Kubernetes v1.36.4 on this machine, where most Pods are simulated`. */
  readonly title: string;
  /** Runs kubectl against the cluster, and resolves with its output. */
  kubectl(this: void, args: readonly string[], input?: string): Promise<string>;
  /** Runs kubectl like `kubectl()`, and for up to 10 s even after the command began to stop. */
  cleanUp(this: void, args: readonly string[]): Promise<string>;
}

export interface EmbeddedOptions extends Required<Pick<ControlPlaneOptions, 'onProgress' | 'signal'>> {
  /** The project's folder. The cluster keeps its state in the project's `node_modules`, so it survives restarts. */
  readonly folder: string;
  /** Prints a line for the user. */
  readonly say: (text: string) => void;
}

const cleanUpMs = 10_000;

/** On Linux, the node runs the Pods of some images as processes. */
const simulated = process.platform === 'linux' ? 'most Pods' : 'Pods';

/** Starts a control plane on this machine with the state of the last run. */
export async function startEmbedded({ folder, say, onProgress, signal }: EmbeddedOptions): Promise<DevCluster> {
  const stateDirectory = path.join(folder, 'node_modules/.cache/kubewright/cluster');
  await mkdir(stateDirectory, { recursive: true });
  const options: ControlPlaneOptions = {
    ...{ stateDirectory, onProgress, signal },
    onComponentExit: ({ component, code, signal: by, logFile }) => {
      if (!signal.aborted)
        say(`${component} ended (${by ?? `exit code ${String(code)}`}): run kubewright dev again; its log: ${logFile}`);
    },
  };
  const started = await start(options).catch((error: unknown) => explainStart(folder, error));
  const { controlPlane } = started;
  return {
    kubeconfig: controlPlane.kubeconfigPath,
    title: `Kubernetes ${controlPlane.versions.kubernetes} on this machine, where ${simulated} are simulated`,
    kubectl: (args, input) => controlPlane.kubectl(args, { signal, ...(input !== undefined && { input }) }),
    cleanUp: (args) => controlPlane.kubectl(args, { signal: AbortSignal.timeout(cleanUpMs) }),
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}

type Started = AsyncDisposable & { readonly controlPlane: ControlPlane };

async function start(options: ControlPlaneOptions): Promise<Started> {
  if (process.platform === 'linux') return startCluster(options);
  const controlPlane = await startControlPlane(options);
  return { controlPlane, [Symbol.asyncDispose]: () => controlPlane[Symbol.asyncDispose]() };
}

/** Rethrows an error of the start. If another process runs the cluster, the message says so. */
export function explainStart(folder: string, error: unknown): never {
  if (!/: the directory is in use \(process \d+\)/.test(getMessage(error))) throw error;
  throw new CommandError(
    `start the cluster of ${folder}`,
    'another `kubewright dev` uses this cluster: stop that process first',
    error,
  );
}

/** Opens a cluster of the user's kubeconfig with the kubectl on PATH. Commands end when `signal` aborts. */
export async function openContext(
  context: string,
  signal: AbortSignal,
): Promise<DevCluster & { readonly server: string }> {
  const run = async (args: readonly string[], until: AbortSignal, input?: string): Promise<string> => {
    const { code, stdout, stderr } = await runKubectl(['--context', context, ...args], {
      signal: until,
      ...(input !== undefined && { input }),
    });
    if (code === 0) return stdout;
    throw new CommandError(`run kubectl ${args.join(' ')}`, stderr.trim());
  };
  const kubectl = (args: readonly string[], input?: string): Promise<string> => run(args, signal, input);
  const cleanUp = (args: readonly string[]): Promise<string> => run(args, AbortSignal.timeout(cleanUpMs));
  const server = await kubectl(['config', 'view', '--minify', '-o', 'jsonpath={.clusters[0].cluster.server}']);
  const title = `context ${context} (${server})`;
  return { context, server, title, kubectl, cleanUp, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** kubeconfigs of k3d contain 0.0.0.0, and those of Docker Desktop kubernetes.docker.internal. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', 'kubernetes.docker.internal']);

/** Whether the URL of an API server names this machine. */
export function isLocal(server: string): boolean {
  return URL.canParse(server) && localHosts.has(new URL(server).hostname);
}

/** Returns the message of an error of kubectl without kubectl's arguments, and without warnings before it. */
export function getReason(error: unknown): string {
  const message = getMessage(error).replace(/^failed to run kubectl .*?( \(exit code \d+\))?: /, '');
  return message.replace(/^(Warning: .*\n)+(?=.)/, '');
}
