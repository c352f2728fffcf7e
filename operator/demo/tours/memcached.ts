import { Memcached } from '../../src/kubewright.ts';
import { Deployment, Service } from '../../runtime/src/kinds/index.ts';
import { until } from '../../../test/support/until.ts';
import { deleteAll, toDefaultKey, waitForResource } from '../resources.ts';
import type { ReportText, StepContext, Step } from '../step.ts';
import type { Tour } from './tours.ts';

const name = 'example-memcached';
const key = toDefaultKey(name);

async function waitForNodes(context: StepContext, size: number, say: ReportText): Promise<string> {
  const { status } = await waitForResource(
    context,
    { kind: Memcached, key },
    {
      what: `${String(size)} nodes`,
      say,
      holds: (memcached) => memcached.status?.nodes?.length === size,
    },
  );
  return `${String(size)} nodes: ${status?.nodes?.map((node) => node.slice(-5)).join(', ') ?? ''}`;
}

const isReady: Step = { title: 'The Memcached becomes Ready', run: (context, say) => waitForNodes(context, 3, say) };

const resized: Step = {
  title: 'Change the size to 4',
  async run(context, say) {
    await context.client.resource(Memcached).mergePatch(key, { spec: { size: 4 } });
    return waitForNodes(context, 4, say);
  },
};

const scaledByHand: Step = {
  title: 'kubectl scale deployment --replicas=1: the operator reverts it',
  async run(context, say) {
    const deployments = context.client.resource(Deployment);
    const { generation = 0 } = (await deployments.get(key)).metadata;
    await context.cluster.controlPlane.kubectl(['scale', 'deployment', name, '--replicas=1']);
    await until(
      'the Deployment has 4 replicas again',
      async () => {
        const { metadata, spec } = await deployments.get(key);
        return spec.replicas === 4 && (metadata.generation ?? 0) > generation + 1;
      },
      context,
    );
    return `repaired, ${await waitForNodes(context, 4, say)}`;
  },
};

const portChanged: Step = {
  title: 'Change the port to 11222',
  async run(context, say) {
    await context.client.resource(Memcached).mergePatch(key, { spec: { containerPort: 11222 } });
    await waitForNodes(context, 4, say);
    const [container] = (await context.client.resource(Deployment).get(key)).spec.template.spec?.containers ?? [];
    return [...(container?.command ?? []), ...(container?.args ?? [])].join(' ');
  },
};

const deleted: Step = {
  title: 'kubectl delete memcached',
  async run(context, say) {
    const left = async (): Promise<readonly unknown[]> => [
      await context.client.resource(Deployment).tryGet(key),
      await context.client.resource(Service).tryGet(key),
    ];
    await deleteAll(context, { resource: 'memcached', name, left }, say);
    return 'Deployment and Service are deleted';
  },
};

/** The walk-through of the Memcached operator. */
export const tour: Tour = {
  name: 'memcached',
  title: 'Memcached: a Deployment of memcached Pods, and a Service',
  kinds: ['Memcached'],
  readySteps: [isReady],
  steps: [resized, scaledByHand, portChanged, deleted],
  commands: () =>
    Promise.resolve([
      'kubectl get memcacheds -o wide',
      `kubectl scale memcached ${name} --replicas=5`,
      `kubectl describe memcached ${name}`,
    ]),
};
