import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { runKubectl } from '@kubewright/declaration/kubectl';
import { type OnProgress, startCluster, startControlPlane } from '@kubewright/testing';

import { CommandError } from '../report-error.ts';

/** The cluster of `kubewright dev`. */
export interface DevCluster extends AsyncDisposable {
  /** @default - as kubectl finds it */
  readonly kubeconfig?: string;
  readonly context?: string;
  /** For people: `Kubernetes v1.36.4 on this machine`. */
  readonly title: string;
  /** Runs kubectl, and resolves with its output. */
  kubectl(args: readonly string[], input?: string): Promise<string>;
}

export interface EmbeddedOptions {
  /** The project's folder: the state of the cluster survives in its node_modules. */
  readonly folder: string;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
}

/** Starts the control plane of this machine with the state of the last run. */
export async function startEmbedded({ folder, onProgress, signal }: EmbeddedOptions): Promise<DevCluster> {
  const stateDirectory = path.join(folder, 'node_modules/.cache/kubewright/cluster');
  await mkdir(stateDirectory, { recursive: true });
  const options = { stateDirectory, onProgress, signal };
  const started = process.platform === 'linux' ? await startCluster(options) : undefined;
  const controlPlane = started?.controlPlane ?? (await startControlPlane(options));
  return {
    kubeconfig: controlPlane.kubeconfigPath,
    title: `Kubernetes ${controlPlane.versions.kubernetes} on this machine`,
    kubectl: (args, input) => controlPlane.kubectl(args, input === undefined ? {} : { input }),
    [Symbol.asyncDispose]: () => (started ?? controlPlane)[Symbol.asyncDispose](),
  };
}

/** Uses a cluster of the user's kubeconfig, with the kubectl in PATH. */
export async function openContext(context: string): Promise<DevCluster & { readonly server: string }> {
  const kubectl = async (args: readonly string[], input?: string): Promise<string> => {
    const { code, stdout, stderr } = await runKubectl(
      ['--context', context, ...args],
      input === undefined ? {} : { input },
    );
    if (code === 0) return stdout;
    throw new CommandError(`run kubectl ${args.join(' ')}`, stderr.trim());
  };
  const server = await kubectl(['config', 'view', '--minify', '-o', 'jsonpath={.clusters[0].cluster.server}']);
  const title = `context ${context} (${server})`;
  return { context, server, title, kubectl, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** Whether a server is on this machine. */
export function isLocal(server: string): boolean {
  return URL.canParse(server) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(server).hostname);
}
