import type { KubeObject } from '@kubewright/runtime/internal/base';
import type { Client } from '@kubewright/runtime/internal/client';
import { DaemonSet, Deployment, Job, Pod, StatefulSet } from '@kubewright/runtime/kinds';
import type { SimulatedKind } from '@kubewright/testing';

/** An object and its changes, for a server whose controllers are real or simulated. */
export interface SimulatedCase {
  readonly title: string;
  readonly kind: SimulatedKind;
  readonly spec: object;
  /** Changes to the spec, made when the first status is written. */
  readonly then?: object;
  readonly fails?: boolean;
  /** Makes the object fail on the real cluster. */
  readonly breakIt?: (client: Client, namespace: string) => Promise<void>;
}

/** The image of a simulated Pod that runs until a test ends it. */
const running = 'simulated.kubewright.dev/running';
const nowhere = { nodeSelector: { no: 'where' } };
const onKwok = { nodeSelector: { type: 'kwok' } };
/** Resource requests that no node can satisfy, so that the Pod stays Pending. */
const tooLarge = { resources: { requests: { cpu: '1000k' } } };

const workload = (more: object, pod: object = {}, container: object = {}): object => ({
  selector: { matchLabels: { app: 'a' } },
  template: {
    metadata: { labels: { app: 'a' } },
    spec: { ...onKwok, containers: [{ name: 'a', image: 'a:1', ...container }], ...pod },
  },
  ...more,
});

const job = (more: object = {}, image = 'a:1'): object => ({
  template: { spec: { ...onKwok, restartPolicy: 'Never', containers: [{ name: 'a', image }] } },
  ...more,
});

/** Makes the Pods of a Job fail, as soon as they exist. */
async function failPods(client: Client, namespace: string): Promise<void> {
  const { items } = await client.resource(Pod).list({ namespace });
  const status = { phase: 'Failed' } as const;
  for (const { metadata } of items.filter(isRunning)) {
    await client.resource(Pod).mergePatch(metadata, { status }, { subresource: 'status' });
  }
}

function isRunning({ status }: Pod): boolean {
  return status?.phase === 'Running' || status?.phase === 'Pending';
}

export const simulatedCases: readonly SimulatedCase[] = [
  { title: 'a Deployment', kind: Deployment, spec: workload({ replicas: 2 }) },
  { title: 'a Deployment without replicas', kind: Deployment, spec: workload({ replicas: 0 }) },
  { title: 'a Deployment that is scaled', kind: Deployment, spec: workload({}), then: { replicas: 3 } },
  {
    title: 'a Deployment that fails',
    kind: Deployment,
    spec: workload({ replicas: 2, progressDeadlineSeconds: 1 }, nowhere),
    fails: true,
  },
  { title: 'a StatefulSet', kind: StatefulSet, spec: workload({ replicas: 2, serviceName: 'a' }) },
  { title: 'a StatefulSet without replicas', kind: StatefulSet, spec: workload({ replicas: 0, serviceName: 'a' }) },
  {
    title: 'a StatefulSet that is scaled',
    kind: StatefulSet,
    spec: workload({ serviceName: 'a' }),
    then: { replicas: 2 },
  },
  {
    title: 'a StatefulSet that fails',
    kind: StatefulSet,
    spec: workload({ replicas: 2, serviceName: 'a' }, nowhere),
    fails: true,
  },
  {
    title: 'a StatefulSet that fails in parallel',
    kind: StatefulSet,
    spec: workload({ replicas: 2, serviceName: 'a', podManagementPolicy: 'Parallel' }, nowhere),
    fails: true,
  },
  { title: 'a DaemonSet', kind: DaemonSet, spec: workload({}) },
  { title: 'a DaemonSet that fails', kind: DaemonSet, spec: workload({}, {}, tooLarge), fails: true },
  { title: 'a Job', kind: Job, spec: job() },
  { title: 'a Job of three', kind: Job, spec: job({ completions: 3, parallelism: 2, completionMode: 'Indexed' }) },
  { title: 'a Job without a number of completions', kind: Job, spec: job({ parallelism: 2 }) },
  { title: 'a Job without parallelism', kind: Job, spec: job({ parallelism: 0 }) },
  { title: 'a Job with nothing to complete', kind: Job, spec: job({ completions: 0 }) },
  { title: 'a suspended Job', kind: Job, spec: job({ suspend: true }) },
  { title: 'a resumed Job', kind: Job, spec: job({ suspend: true }), then: { suspend: false } },
  {
    title: 'a Job that fails',
    kind: Job,
    spec: job({ backoffLimit: 0 }, running),
    fails: true,
    breakIt: failPods,
  },
];

/**
 * Returns the status of an object without values that differ between runs: times, hashes of templates, the order of
 * conditions.
 */
export function readStatus({ status }: KubeObject & { readonly status?: object }): unknown {
  const text = JSON.stringify(status ?? {})
    .replaceAll(/"\d{4}-\d{2}-\d{2}T[\d:]+Z"/g, '"TIME"')
    .replaceAll(/(?<="a|\\"a)-[a-z0-9]{8,10}(?=\\?")/g, '-HASH');
  const read = JSON.parse(text) as { conditions?: { type: string }[] };
  read.conditions?.sort((one, other) => (one.type < other.type ? -1 : 1));
  return read;
}
