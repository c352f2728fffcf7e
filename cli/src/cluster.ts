import { type KubectlRun, runKubectl } from '@kubewright/declaration/kubectl';

import { CommandError } from './report-error.ts';

/** Runs kubectl. Resolves with its result even if kubectl fails. */
export type RunKubectl = (args: readonly string[], input?: string) => Promise<KubectlRun>;

/** Reads objects of a cluster. */
export interface Cluster {
  readonly run: RunKubectl;
  /** Returns the output of kubectl. Rejects with kubectl's error output if it fails. */
  readonly read: (args: readonly string[], input?: string) => Promise<string>;
  /** Gets one object; `undefined` if it does not exist. */
  tryGet<T>(resource: string, name: string, namespace?: string): Promise<T | undefined>;
  /** Lists objects, without those that do not exist. @param query arguments of `kubectl get` */
  list<T>(...query: readonly string[]): Promise<readonly T[]>;
}

/**
 * Returns the kubectl on PATH. Each call fails after ten seconds without a response. @param context of the kubeconfig
 */
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
  const list = async <T>(...query: readonly string[]): Promise<readonly T[]> =>
    parseObjects(await read(['get', ...query, '--ignore-not-found', '-o', 'json'])) as readonly T[];
  return {
    ...{ run, read, list },
    tryGet: async <T>(resource: string, name: string, namespace?: string) =>
      (await list<T>(resource, name, ...inNamespace(namespace)))[0],
  };
}

/** Parses the JSON output of `kubectl get`, which is a single object instead of a list if the query names one object. */
export function parseObjects(printed: string): readonly unknown[] {
  if (printed.trim() === '') return [];
  const parsed = JSON.parse(printed) as { readonly items?: readonly unknown[] };
  return parsed.items ?? [parsed];
}

function inNamespace(namespace: string | undefined): readonly string[] {
  return namespace === undefined ? [] : ['--namespace', namespace];
}
