import type { TypeOf } from '../../../operator/runtime/src/base/index.ts';
import { Job, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { buildEchoJob } from '../../../operator/src/controllers/echo/desired.ts';
import { Echo, echo } from '../../../operator/src/kubewright.ts';
import type { Victim } from '../../e2e/hostile/victim.ts';
import { withoutOurLabel, keepName, type ChurnKind } from '../../faults/churn/churn-kind.ts';
import type { EndState, Scenario } from '../../faults/crash/scenario.ts';
import { applyReady } from '../conditions.ts';
import { applyManifests, type Manifest } from '../manifests.ts';
import type { KindExample } from './kinds.ts';

const victim: Victim = { api: Echo, spec: { message: 'hello' }, ofCluster: ['Running'] };

/** The image of a simulated Pod, which runs until `finish-jobs.ts` completes it. */
export const echoImage = 'simulated.kubewright.dev/running:1';

const job = { kind: Job, formatChildName: keepName };

/**
 * Random specs of Echoes, edits of their Jobs, and the expected Jobs. A finished Echo whose Job was deleted does not create it again; its status then names no
 * Job.
 */
const churn: ChurnKind<TypeOf<typeof Echo>> = {
  api: Echo,
  spec: (random) => ({ message: `message $(${String(random.below(5))})` }),
  buildChildren: (echo) =>
    (echo.status?.jobName ?? '') === '' ? [] : [{ kind: Job, desired: buildEchoJob(echo, echoImage) }],
  childEdits: [
    job,
    { ...job, patch: { metadata: { labels: { 'app.kubernetes.io/name': 'other' } } } },
    { ...job, patch: { metadata: { annotations: { note: 'seen' } } } },
    { ...job, patch: withoutOurLabel },
  ],
};

const name = 'hey';
/** The end state: one Job was created and succeeded, and one Pod of it ran, so the message was printed once. */
const created: EndState = {
  counts: { Echo: 1, Job: 1, Pod: 1 },
  created: { jobs: 1 },
  deleted: {},
  status: { echoedGeneration: 1, succeeded: true },
};

const resource = (namespace: string): Manifest =>
  ({
    apiVersion: 'mmontes.io/v1alpha1',
    kind: 'Echo',
    metadata: { namespace, name },
    spec: { message: 'hey there' },
  }) as Manifest;

const crash: Scenario = {
  controller: echo,
  kinds: [Job, Pod],
  resource,
  created,
  permissions: {
    children: [{ kind: Job, name }],
    // After this change, the operator deletes the Job of the previous message.
    change: (turn) => ({ message: `for the ${String(turn)}. time` }),
    // A finished Echo does not report a missing Job. But once a later Echo is Ready, the operator has seen the change.
    disowned: ({ client, namespace }, turn) =>
      applyReady(client, { ...resource(namespace), metadata: { namespace, name: `after-${String(turn)}` } }),
  },
  paths: [
    {
      title: 'create',
      creates: true,
      steps: [{ act: ({ client, resource }) => applyManifests(client, [resource]), seen: 'Running' }],
      calls: [
        'get jobs/hey',
        'get echos/hey',
        'apply jobs/hey',
        'create events "Created: Created Job <namespace>/hey"',
        'apply echos/hey/status Ready=False/Running',
        'apply echos/hey/status Ready=True/Echoed',
      ],
      end: created,
    },
    {
      title: 'message changed',
      steps: [
        {
          act: ({ client, namespace }) =>
            client.resource(Echo).mergePatch({ namespace, name }, { spec: { message: 'good bye' } }),
          seen: 'Running',
        },
      ],
      calls: [
        'apply echos/hey/status Ready=False/Replacing',
        'delete jobs/hey',
        'create events "Deleted: Deleted Job <namespace>/hey: the Job does not print spec.message"',
        'get jobs/hey',
        'get echos/hey',
        'apply jobs/hey',
        'create events "Created: Created Job <namespace>/hey"',
        'apply echos/hey/status Ready=False/Running',
        'apply echos/hey/status Ready=True/Echoed',
      ],
      end: { ...created, created: { jobs: 2 }, deleted: { jobs: 1 }, status: { echoedGeneration: 2, succeeded: true } },
    },
    {
      title: 'delete',
      steps: [
        {
          act: ({ client, namespace }) =>
            client.resource(Echo).delete({ namespace, name }, { propagation: 'Background' }),
        },
      ],
      calls: [],
      stray: ['get jobs/hey', 'apply echos/hey/status Ready=True/Echoed'],
      end: { ...created, counts: {}, status: {} },
    },
  ],
};

export const example: KindExample = { victim, churn, crash };
