import { describe, expect, it } from 'vitest';

import { describeCluster, type DescribedCluster } from './describe-cluster.ts';

const controlPlane = {
  kubeconfigPath: "/tmp/it's here/admin.kubeconfig",
  serverUrl: 'https://127.0.0.1:6443',
  versions: { kubernetes: 'v1.36.0', etcd: 'v3.6.0', kwok: 'v0.7.0' },
  directory: '/tmp/a b',
} as DescribedCluster['controlPlane'];
const node = { nodePortAddress: (port: number) => ({ host: '127.0.0.2', port }) } as NonNullable<
  DescribedCluster['node']
>;
const images = ['nginx:1.27', 'busybox'];
const all = { kwok: true, scheduler: true, images };

function findLine(name: string, text: string): string | undefined {
  return text.split('\n').find((line) => line.startsWith(`# ${name} `));
}

describe('the text about a cluster', () => {
  it('begins with a line for a shell', () => {
    const [first, ...rest] = describeCluster({ controlPlane, node }, all).split('\n');
    expect(first).toBe(String.raw`export KUBECONFIG='/tmp/it'\''s here/admin.kubeconfig'`);
    expect(rest.every((line) => line.startsWith('# '))).toBe(true);
  });

  it('lists the Pods that run, and where', () => {
    const text = describeCluster({ controlPlane, node }, all);
    expect(findLine('Pods', text)).toBe(
      '# Pods      of nginx:1.27, busybox run as processes, all others are simulated',
    );
    expect(findLine('nodePorts', text)).toBe('# nodePorts on 127.0.0.2');
    expect(findLine('versions', text)).toBe('# versions  Kubernetes v1.36.0, etcd v3.6.0, kwok v0.7.0');
  });

  it('does not mention simulated Pods without kwok', () => {
    const noKwok = { ...all, kwok: false };
    const text = describeCluster({ controlPlane }, noKwok);
    expect(text).not.toMatch(/simulated|kwok/);
    expect(findLine('Pods', text)).toBe('# Pods      stay Pending, because the cluster does not have a node');
    expect(findLine('Pods', describeCluster({ controlPlane, node }, noKwok))).toMatch(/all others stay Pending$/);
    expect(findLine('Pods', describeCluster({ controlPlane }, all))).toBe('# Pods      are simulated');
  });

  it('does not mention Pods without a scheduler', () => {
    const text = describeCluster({ controlPlane, node }, { ...all, scheduler: false });
    expect(findLine('Pods', text)).toBe('# Pods      stay Pending, because the scheduler does not run');
  });
});
