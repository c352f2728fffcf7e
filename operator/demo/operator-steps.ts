import { Deployment, Lease, Pod } from '../runtime/src/kinds/index.ts';
import { until } from '../../test/support/until.ts';
import type { Step, StepContext } from './step.ts';
import { writeYaml } from '@kubewright/declaration';
import { readManifests } from '../../test/support/manifests.ts';

const operator = { namespace: 'kubewright-system', name: 'kubewright' };
const manifests = 'infra/manifests/embedded';

/** Applies the committed manifests with the pinned kubectl, as a person would. */
export const applyOperator: Step = {
  title: `Apply ${manifests}/{crds,operator}`,
  ids: ['WS-A5'],
  async run({ cluster }, say) {
    const applied: string[] = [];
    for (const unit of ['crds', 'operator']) {
      say(`kubectl apply --server-side -k ${manifests}/${unit}`);
      const output = await cluster.controlPlane.kubectl(['apply', '--server-side', '-k', `${manifests}/${unit}`]);
      applied.push(...output.trim().split('\n'));
      if (unit === 'crds') await showKindsToGarbageCollector(cluster, say);
    }
    return `${String(applied.length)} objects`;
  },
};

/** The garbage collector discovers new kinds each 30 s only; a controller manager that starts now knows them at once. */
async function showKindsToGarbageCollector(
  { controlPlane }: StepContext['cluster'],
  say: (text: string) => void,
): Promise<void> {
  await controlPlane.kubectl(['wait', '--for=condition=Established', 'crd', '--all']);
  say('restarting the controller manager, so that its garbage collector knows the new kinds at once');
  await controlPlane.restart('kube-controller-manager', { graceMs: 0 });
}

/** Both replicas run as Pods, from the image and with the ServiceAccount of the manifests. */
export const operatorRuns: Step = {
  title: 'The operator runs',
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
    const leader = await leaderOf(context);
    return `${String(replicas)} Pods, ${leader.metadata.name} leads`;
  },
};

/** The Pod that holds the Lease. */
export function leaderOf({ client, signal }: StepContext): Promise<Pod> {
  return until(
    'an operator Pod leads',
    async () => {
      const { spec } = await client.resource(Lease).get(operator);
      const [name] = (spec.holderIdentity ?? '').split('_');
      return name === undefined || name === '' ? undefined : client.resource(Pod).get({ ...operator, name });
    },
    { signal },
  );
}

/** Kills the leader as a crash would, and waits for the other to lead. */
export const leaderKilled: Step = {
  title: 'Kill the leader: the other takes over',
  ids: ['EC-A6'],
  async run(context, say) {
    const before = await leaderOf(context);
    const { leaseDurationSeconds } = (await context.client.resource(Lease).get(operator)).spec;
    const pid = context.cluster.node.processOf(before.metadata.namespace ?? '', before.metadata.name, 'operator');
    if (pid === undefined) throw new Error(`${before.metadata.name} has no process`);
    process.kill(pid, 'SIGKILL');
    say(`${before.metadata.name} is dead; its Lease runs out after ${String(leaseDurationSeconds)} s`);
    const after = await until(
      'another operator Pod leads',
      async () => {
        const leader = await leaderOf(context);
        return leader.metadata.name === before.metadata.name ? undefined : leader;
      },
      { signal: context.signal, timeoutMs: 40_000 },
    );
    return `${after.metadata.name} leads`;
  },
};

/** Each replica answers Prometheus, whether it leads or not. */
export const metricsServed: Step = {
  title: 'Fetch /metrics of each replica',
  ids: ['EC-A7'],
  async run({ client, cluster, signal }) {
    const { items } = await client.resource(Pod).list({ namespace: operator.namespace });
    const counts = await Promise.all(
      items.map(async ({ status }) => {
        const endpoint = cluster.node.podEndpoint(status?.podIP ?? '', 8080);
        if (endpoint === undefined) throw new Error('a Pod of the operator has no address');
        const response = await fetch(`http://${endpoint.host}:${String(endpoint.port)}/metrics`, { signal });
        if (!response.ok) throw new Error(`/metrics answers ${String(response.status)}`);
        return (await response.text()).split('\n').filter((line) => line.startsWith('# TYPE')).length;
      }),
    );
    return `${counts.join(' and ')} metrics`;
  },
};

/** Deletes what was applied, in reverse order: the samples first, because the operator cleans up after them. */
export const operatorRemoved: Step = {
  title: `kubectl delete -k ${manifests}/{samples,operator,crds}`,
  ids: ['WS-A5'],
  async run({ client, cluster, signal }, say) {
    for (const unit of ['samples', 'operator', 'crds']) {
      // A namespace that is deleted with Pods in it checks them again only after half of their grace period.
      if (unit === 'operator') await deploymentDeleted(client);
      say(`kubectl delete -k ${manifests}/${unit}`);
      await cluster.controlPlane.kubectl(['delete', '--ignore-not-found', '-k', `${manifests}/${unit}`], { signal });
    }
    for (const unit of ['operator', 'crds']) {
      const get = ['get', '--ignore-not-found', '--output=name', '-k', `${manifests}/${unit}`];
      const left = await cluster.controlPlane.kubectl(get, { signal });
      if (left !== '') throw new Error(`${left.trim()} is left`);
    }
    const { items } = await client.resource(Pod).list({ signal });
    return `nothing is left, ${String(items.length)} Pods run`;
  },
};

async function deploymentDeleted(client: StepContext['client']): Promise<void> {
  await client.resource(Deployment).delete(operator, { propagation: 'Foreground' });
  await until('the operator has stopped', async () => {
    const { items } = await client.resource(Pod).list({ namespace: operator.namespace });
    return items.length === 0;
  });
}

/** Applies the committed samples of these kinds with the pinned kubectl, as a person would. */
export function samplesApplied(kinds: readonly string[]): Step {
  return {
    title: `kubectl apply the samples: ${kinds.join(', ')}`,
    async run({ cluster }: StepContext): Promise<string> {
      const samples = readManifests('embedded', 'samples').filter(({ kind }) => kinds.includes(kind));
      if (samples.length === 0) throw new Error(`infra/manifests/embedded/samples has no ${kinds.join(' and no ')}`);
      const input = writeYaml(...samples);
      await cluster.controlPlane.kubectl(['apply', '--server-side', '-f', '-'], { input });
      return samples.map(({ metadata }) => metadata.name).join(', ');
    },
  };
}
