import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { DeployError } from './deploy-error.ts';
import type { Kubectl } from './kubectl.ts';

/** The cluster of a run. Disposing it removes its kubeconfig. */
export interface ChosenContext extends AsyncDisposable {
  /** Its name and server, for people. */
  readonly description: string;
  /** A kubeconfig with this context alone; undefined without any context, as in a Pod. */
  readonly kubeconfig: string | undefined;
}

interface Kubeconfig {
  readonly 'current-context': string;
  readonly clusters: readonly [{ readonly cluster: { readonly server: string } }];
}

/**
 * Copies a context into a kubeconfig of its own, which only this user can read. So everything of a run has the same cluster:
 * kubectl, the provider, and whatever `kubectl config use-context` does meanwhile.
 *
 * Throws if there is no context of this name, with the names of all. @param name by default the current context
 */
export async function chooseContext(kubectl: Kubectl, name?: string): Promise<ChosenContext> {
  const current = await kubectl(['config', 'current-context']).catch(absent);
  if (name === undefined && current === '') return inPod;
  const args = ['config', 'view', '--minify', '--flatten', '--raw', '-o', 'json'];
  const text = await kubectl([...args, `--context=${name ?? current.trim()}`]).catch(async (cause: unknown) => {
    if (cause instanceof DeployError) throw cause;
    const names = await kubectl(['config', 'get-contexts', '-o', 'name']).catch(absent);
    throw unknown(name ?? current.trim(), names.trim().split('\n'));
  });
  const { clusters, 'current-context': context } = JSON.parse(text) as Kubeconfig;
  const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-deploy-'));
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, text, { mode: 0o600 });
  return {
    description: `context ${context}, ${clusters[0].cluster.server}`,
    kubeconfig,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const inPod: ChosenContext = {
  description: 'no context',
  kubeconfig: undefined,
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

function absent(error: unknown): string {
  if (error instanceof DeployError) throw error;
  return '';
}

function unknown(name: string, known: readonly string[]): DeployError {
  const names = known.join(', ');
  return new DeployError(
    `failed to find the context ${name}: there ${names === '' ? 'is none' : `are ${names}`}. Nothing was changed.`,
  );
}
