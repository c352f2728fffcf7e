import { expect, vi } from 'vitest';

import type { Container, PodSpec } from '../../runtime/kinds/index.ts';
import { type Cluster, type ClusterOptions, startCluster } from '../cluster.ts';

/** For tests: a cluster that is used as people use one, with `kubectl` and nothing else. */
export interface KubectlCluster extends AsyncDisposable {
  readonly cluster: Cluster;
  /** In the namespace of the tests. */
  kubectl(...args: string[]): Promise<string>;
  /** The stderr of a kubectl that fails, without what comes before. */
  refusal(...args: string[]): Promise<string>;
  /** Makes a Pod of busybox. */
  create(name: string, container: Partial<Container>, spec?: Partial<PodSpec>): Promise<void>;
  ready(name: string): Promise<void>;
}

export const soon = { timeout: 30_000, interval: 50 };

export async function startKubectlCluster(node: ClusterOptions['node'] = {}): Promise<KubectlCluster> {
  const cluster = await startCluster({ node });
  const kubectl = (...args: string[]): Promise<string> => cluster.controlPlane.kubectl(args);
  await vi.waitFor(() => kubectl('get', 'serviceaccount', 'default'), soon);
  return {
    cluster,
    kubectl,
    refusal: (...args) =>
      kubectl(...args).then(
        (text) => expect.fail(`kubectl ${args.join(' ')} succeeded: ${text}`),
        (error: unknown) => String(error).replace(/^.*?\(exit code (\w+)\): /s, '[$1] '),
      ),
    async create(name, container, spec) {
      const containers = [{ name: 'main', image: 'busybox:1.37', ...container }];
      const metadata = { name, labels: { app: name } };
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers, ...spec } };
      await cluster.controlPlane.kubectl(['create', '-f', '-'], { input: JSON.stringify(pod) });
    },
    async ready(name) {
      await kubectl('wait', '--for=condition=Ready', `pod/${name}`, '--timeout=30s');
    },
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
}
