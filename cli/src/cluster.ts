import { type KubectlRun, runKubectl } from '@kubewright/declaration/kubectl';

import { CommandError } from './report-error.ts';

/** Runs kubectl, and resolves with its result, also if it fails. */
export type RunKubectl = (args: readonly string[], input?: string) => Promise<KubectlRun>;

/** Reads objects of a cluster. */
export interface Cluster {
  readonly run: RunKubectl;
  /** Rejects with what kubectl prints. */
  readonly read: (args: readonly string[], input?: string) => Promise<string>;
  /** `undefined` if the object does not exist. */
  tryGet<T>(resource: string, name: string, namespace?: string): Promise<T | undefined>;
  /** @param query arguments of `kubectl get`. Objects that do not exist are not in the list. */
  list<T>(...query: readonly string[]): Promise<readonly T[]>;
}

/** The kubectl in PATH, which ends after ten seconds without an answer. @param context of the kubeconfig */
export function createKubectl(context: string | undefined): RunKubectl {
  const flags = ['--request-timeout=10s', ...(context === undefined ? [] : [`--context=${context}`])];
  return (args, input = '') => runKubectl([...flags, ...args], { input });
}

export function createCluster(run: RunKubectl): Cluster {
  const read = async (args: readonly string[], input?: string): Promise<string> => {
    const { code, stdout, stderr } = await run(args, input);
    if (code === 0) return stdout;
    throw new CommandError(`run kubectl ${args.slice(0, 3).join(' ')}`, stderr.trim());
  };
  const get = async (args: readonly string[]): Promise<unknown> => {
    const printed = await read(['get', ...args, '--ignore-not-found', '-o', 'json']);
    return printed === '' ? undefined : JSON.parse(printed);
  };
  return {
    ...{ run, read },
    tryGet: async <T>(resource: string, name: string, namespace?: string) =>
      (await get([resource, name, ...inNamespace(namespace)])) as T | undefined,
    list: async <T>(...query: readonly string[]) => toItems(await get(query)) as readonly T[],
  };
}

/** kubectl prints one object for one name. */
function toItems(printed: unknown): readonly unknown[] {
  if (printed === undefined) return [];
  return (printed as { readonly items?: readonly unknown[] }).items ?? [printed];
}

function inNamespace(namespace: string | undefined): readonly string[] {
  return namespace === undefined ? [] : ['--namespace', namespace];
}
