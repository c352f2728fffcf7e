import type { Pod, PodSpec, PodStatus } from '../../runtime/kinds/index.ts';

/** For tests: a Pod as the API server would store it. */
export function podOf(
  parts: { metadata?: Partial<Pod['metadata']>; spec?: Partial<PodSpec>; status?: PodStatus } = {},
): Pod {
  const times = { resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z' };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'pod', namespace: 'default', uid: 'uid-1', generation: 1, ...times, ...parts.metadata },
    spec: { restartPolicy: 'Always', containers: [{ name: 'main', image: 'busybox' }], ...parts.spec },
    ...(parts.status && { status: parts.status }),
  };
}
