import type { TypeOf } from '../../../operator/runtime/src/base/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { buildImmortalPod } from '../../../operator/src/controllers/immortal-container/desired.ts';
import { ImmortalContainer, immortalContainer } from '../../../operator/src/kubewright.ts';
import type { Victim } from '../../e2e/hostile/victim.ts';
import { withoutOurLabel, type ChurnKind } from '../../faults/churn/churn-kind.ts';
import type { EndState, Scenario } from '../../faults/crash/scenario.ts';
import { applyManifests, type Manifest } from '../manifests.ts';
import type { KindExample } from './kinds.ts';

const victim: Victim = {
  api: ImmortalContainer,
  spec: { image: 'example.com/immortal:1' },
  ofCluster: ['PodNotReady'],
};

const pod = { kind: Pod, formatChildName: (name: string) => `${name}-immortalpod` };

/** Random specs, edits of the Pod, and the expected Pod. The name of the expected Pod ends with the count in the status. */
const churn: ChurnKind<TypeOf<typeof ImmortalContainer>> = {
  api: ImmortalContainer,
  spec: (random) => ({ image: `example.com/immortal:${String(random.below(5))}` }),
  buildChildren: (container) => [
    { kind: Pod, desired: buildImmortalPod(container, container.status?.startTimes ?? 0) },
  ],
  childEdits: [
    pod,
    { ...pod, patch: { metadata: { labels: { app: 'other' } } } },
    { ...pod, patch: { metadata: { annotations: { note: 'seen' } } } },
    { ...pod, patch: withoutOurLabel },
  ],
};

const name = 'phoenix';
const podName = 'phoenix-immortalpod';
const created: EndState = {
  counts: { ImmortalContainer: 1, Pod: 1 },
  created: { pods: 1 },
  deleted: {},
  status: { startTimes: 1, currentPod: podName },
};
const second: EndState = { ...created, created: { pods: 2 }, status: { ...created.status, startTimes: 2 } };

const calls = {
  created: [
    'get pods/phoenix-immortalpod',
    'get immortalcontainers/phoenix',
    'apply pods/phoenix-immortalpod',
    'create events "Created: Created Pod <namespace>/phoenix-immortalpod"',
    'apply immortalcontainers/phoenix/status Ready=False/PodNotReady',
    'apply immortalcontainers/phoenix/status Ready=True/Ready',
  ],
  /** A write that the operator sends only if it sees the Pod terminating. A Pod may terminate too fast for that. */
  going: 'apply immortalcontainers/phoenix/status Ready=False/PodTerminating',
};

const crash: Scenario = {
  controller: immortalContainer,
  kinds: [Pod],
  resource: (namespace) =>
    ({
      apiVersion: 'immortalcontainer.flugel.it/v1alpha1',
      kind: 'ImmortalContainer',
      metadata: { namespace, name },
      spec: { image: 'example.com/bird:1' },
    }) as Manifest,
  created,
  permissions: {
    children: [{ kind: Pod, name: podName }],
    change: (turn) => ({ image: `example.com/bird:${String(turn + 1)}` }),
  },
  paths: [
    {
      title: 'create',
      creates: true,
      steps: [{ act: ({ client, resource }) => applyManifests(client, [resource]), seen: 'PodNotReady' }],
      calls: calls.created,
      end: created,
    },
    {
      title: 'image changed',
      steps: [
        {
          act: ({ client, namespace }) =>
            client
              .resource(ImmortalContainer)
              .mergePatch({ namespace, name }, { spec: { image: 'example.com/bird:2' } }),
          seen: 'PodNotReady',
        },
      ],
      calls: [
        'apply immortalcontainers/phoenix/status Ready=False/ImageChanged',
        'delete pods/phoenix-immortalpod',
        'create events "Deleted: Deleted Pod <namespace>/phoenix-immortalpod: spec.image is now example.com/bird:2"',
        ...calls.created,
      ],
      stray: [calls.going],
      end: { ...second, deleted: { pods: 1 } },
    },
    {
      title: 'Pod deleted',
      steps: [
        {
          act: ({ client, namespace }) =>
            client.resource(Pod).delete({ namespace, name: podName }, { propagation: 'Background' }),
          seen: 'PodNotReady',
        },
      ],
      calls: calls.created,
      stray: [calls.going],
      end: second,
    },
    {
      title: 'delete',
      steps: [
        {
          act: ({ client, namespace }) =>
            client.resource(ImmortalContainer).delete({ namespace, name }, { propagation: 'Background' }),
        },
      ],
      calls: [],
      stray: ['get pods/phoenix-immortalpod', 'get immortalcontainers/phoenix', calls.going],
      end: { ...created, counts: {}, status: {} },
    },
  ],
};

export const example: KindExample = { victim, churn, crash };
