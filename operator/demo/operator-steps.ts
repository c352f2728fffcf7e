import { kubewright } from '../src/kubewright.ts';
import { Deployment, Lease, Pod } from '../runtime/src/kinds/index.ts';
import { until } from '../../test/support/until.ts';
import type { Step, StepContext } from './step.ts';
import { writeYaml } from '@kubewright/declaration';
import { readManifests } from '../../test/support/manifests.ts';

const operator = { namespace: 'kubewright-system', name: 'kubewright' };
const manifests = 'infra/manifests/embedded';

/** Applies the committed manifests with the pinned kubectl, like a user. */
export const applyOperator: Step = {
  title: `Apply ${manifests}/{crds,operator}`,
  ids: ['WS-A5'],
  async run(context, say) {
    const { cluster } = context;
    const apply = async (stage: string): Promise<readonly string[]> => {
      say(`kubectl apply --server-side -k ${manifests}/${stage}`);
      const output = await cluster.controlPlane.kubectl(['apply', '--server-side', '-k', `${manifests}/${stage}`]);
      return output.trim().split('\n');
    };
    const crds = await apply('crds');
    const [others] = await Promise.all([apply('operator'), showKindsToGarbageCollector(context, say)]);
    return `${String(crds.length + others.length)} objects`;
  },
};

/** The garbage collector discovers new kinds only every 30 s; a restarted controller manager knows them at once. */
async function showKindsToGarbageCollector(context: StepContext, say: (text: string) => void): Promise<void> {
  await waitUntilServed(context);
  say('restarting the controller manager, so that its garbage collector discovers the new kinds at once');
  await context.cluster.controlPlane.restart('kube-controller-manager', { graceMs: 0 });
}

/**
 * Waits until the API server serves the kinds. It opens the storage of a kind only when it gets the first request, and
 * until then rejects watches with `Retry-After: 1`. An operator that starts before that loses the second.
 */
async function waitUntilServed({ client, signal }: StepContext): Promise<void> {
  const kinds = kubewright.controllers.map(({ api }) => api);
  await Promise.all(
    kinds.map((kind) => until(`${kind.kind} is served`, () => client.resource(kind).list({ signal }), { signal })),
  );
}

/** Both replicas run as Pods, from the image and with the ServiceAccount of the manifests. */
export const operatorRuns: Step = {
  title: 'The operator is running',
  ids: ['WS-A5'],
  async run(context, say) {
    const replicas = await until(
      'the operator is available',
      async () => {
        const { spec, status } = await context.client.resource(Deployment).get(operator);
        say(`${String(status?.readyReplicas ?? 0)} of ${String(spec.replicas)} Pods are ready`);
        return status?.availableReplicas === spec.replicas ? spec.replicas : undefined;
      },
      context,
    );
    const leader = await waitForLeader(context);
    return `${String(replicas)} Pods, ${leader.metadata.name} is the leader`;
  },
};

function waitForLeader({ client, signal }: StepContext): Promise<Pod> {
  return until(
    'an operator Pod is the leader',
    async () => {
      const { spec } = await client.resource(Lease).get(operator);
      const [name] = (spec.holderIdentity ?? '').split('_');
      return name === undefined || name === '' ? undefined : client.resource(Pod).get({ ...operator, name });
    },
    { signal },
  );
}

/** Deletes the leader's Pod, which releases the Lease when it stops, and waits until the other replica is leader. */
export const leaderDeleted: Step = {
  title: 'kubectl delete pod (the leader): the other replica takes over',
  ids: ['EC-A6'],
  async run(context, say) {
    const before = await waitForLeader(context);
    const { name } = before.metadata;
    await context.cluster.controlPlane.kubectl(['delete', 'pod', name, '-n', operator.namespace, '--wait=false']);
    say(`${name} ends`);
    const after = await until(
      'another operator Pod is the leader',
      async () => {
        const leader = await waitForLeader(context);
        return leader.metadata.name === before.metadata.name ? undefined : leader;
      },
      { signal: context.signal, timeoutMs: 40_000 },
    );
    return `${after.metadata.name} is the leader`;
  },
};

/** Every replica serves metrics, the leader and the standby. */
export const metricsServed: Step = {
  title: 'Fetch /metrics of each replica',
  ids: ['EC-A7'],
  async run({ client, cluster, signal }) {
    const { items } = await client.resource(Pod).list({ namespace: operator.namespace });
    const counts = await Promise.all(
      items.map(async ({ metadata: { namespace, name } }) => {
        const path = `/api/v1/namespaces/${namespace}/pods/${name}:8080/proxy/metrics`;
        const metrics = await cluster.controlPlane.kubectl(['get', '--raw', path], { signal });
        return metrics.split('\n').filter((line) => line.startsWith('# TYPE')).length;
      }),
    );
    return `${counts.join(' and ')} metrics`;
  },
};

/**
 * Deletes the applied objects: first the samples, because the operator has to clean up after them, then the operator.
 */
export const operatorRemoved: Step = {
  title: `kubectl delete -k ${manifests}/{samples,operator,crds}`,
  ids: ['WS-A5'],
  async run({ client, cluster, signal }, say) {
    const { namespace } = operator;
    const kubectl = (...args: readonly string[]): Promise<string> => cluster.controlPlane.kubectl(args, { signal });
    const remove = (stage: string, ...flags: readonly string[]): Promise<string> => {
      say(`kubectl delete -k ${manifests}/${stage}`);
      return kubectl('delete', '--ignore-not-found', ...flags, '-k', `${manifests}/${stage}`);
    };
    await remove('samples');
    say(`deleting the Pods and the namespace ${namespace}`);
    const removeStages = async (): Promise<void> => {
      // The Pods may stop at once: their webhooks get no more requests.
      await kubectl('delete', 'deployments,replicasets,pods', '--all', '--grace-period=1', '-n', namespace);
      // kubectl would look at no more than five deleted objects a second.
      await Promise.all(['operator', 'crds'].map((stage) => remove(stage, '--wait=false')));
    };
    // Deletes the namespace first, because Kubernetes begins to empty it only five seconds later.
    await Promise.all([kubectl('delete', 'namespace', namespace), removeStages()]);
    const requireGone = async (stage: string): Promise<true> => {
      const left = await kubectl('get', '--ignore-not-found', '--output=name', '-k', `${manifests}/${stage}`);
      if (left !== '') throw new Error(`${left.trim()} still exists`);
      return true;
    };
    for (const stage of ['operator', 'crds'])
      await until(`the objects of ${stage} are deleted`, () => requireGone(stage), { signal });
    const { items } = await client.resource(Pod).list({ signal });
    return `everything is deleted, ${String(items.length)} Pods are running`;
  },
};

/** Applies the committed samples of these kinds with the pinned kubectl, like a user. */
export function buildSamplesStep(kinds: readonly string[]): Step {
  return {
    title: `kubectl apply the samples: ${kinds.join(', ')}`,
    async run({ cluster }: StepContext): Promise<string> {
      const samples = readManifests('embedded', 'samples').filter(({ kind }) => kinds.includes(kind));
      if (samples.length === 0)
        throw new Error(`infra/manifests/embedded/samples does not contain ${kinds.join(' or ')}`);
      const input = writeYaml(...samples);
      await cluster.controlPlane.kubectl(['apply', '--server-side', '-f', '-'], { input });
      return samples.map(({ metadata }) => metadata.name).join(', ');
    },
  };
}
