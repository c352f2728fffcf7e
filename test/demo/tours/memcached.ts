import { Memcached } from '../../../operator/src/apis/index.ts';
import { Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { until } from '../../support/until.ts';
import { deleteAll, inDefault, untilIt } from '../resources.ts';
import type { Say, Stage, Step, Tour } from '../stage.ts';

const name = 'example-memcached';
const key = inDefault(name);

/** Waits until so many nodes are listed and Ready. */
async function nodesOf(stage: Stage, size: number, say: Say): Promise<string> {
  const { status } = await untilIt(
    stage,
    { kind: Memcached, key },
    {
      what: `${String(size)} nodes`,
      say,
      holds: (memcached) => memcached.status?.nodes?.length === size,
    },
  );
  return `${String(size)} nodes: ${status?.nodes?.map((node) => node.slice(-5)).join(', ') ?? ''}`;
}

const isReady: Step = { title: 'It becomes Ready', run: (stage, say) => nodesOf(stage, 3, say) };

const resized: Step = {
  title: 'Size 4',
  async run(stage, say) {
    await stage.client.resource(Memcached).mergePatch(key, { spec: { size: 4 } });
    return nodesOf(stage, 4, say);
  },
};

const scaledByHand: Step = {
  title: 'kubectl scale deployment --replicas=1, by hand',
  async run(stage, say) {
    const deployments = stage.client.resource(Deployment);
    const { generation = 0 } = (await deployments.get(key)).metadata;
    await stage.cluster.controlPlane.kubectl(['scale', 'deployment', name, '--replicas=1']);
    await until(
      'the Deployment is put back',
      async () => {
        const { metadata, spec } = await deployments.get(key);
        return spec.replicas === 4 && (metadata.generation ?? 0) > generation + 1;
      },
      stage,
    );
    return `put back, ${await nodesOf(stage, 4, say)}`;
  },
};

const portChanged: Step = {
  title: 'Another port: 11222',
  async run(stage, say) {
    await stage.client.resource(Memcached).mergePatch(key, { spec: { containerPort: 11222 } });
    await nodesOf(stage, 4, say);
    const [container] = (await stage.client.resource(Deployment).get(key)).spec.template.spec?.containers ?? [];
    return [...(container?.command ?? []), ...(container?.args ?? [])].join(' ');
  },
};

const deleted: Step = {
  title: 'kubectl delete memcached',
  async run(stage, say) {
    const left = async (): Promise<readonly unknown[]> => [
      await stage.client.resource(Deployment).tryGet(key),
      await stage.client.resource(Service).tryGet(key),
    ];
    await deleteAll(stage, { resource: 'memcached', name, left }, say);
    return 'Deployment and Service are gone';
  },
};

/** The walk-through of the Memcached operator. */
export const memcachedTour: Tour = {
  name: 'memcached',
  title: 'Memcached: a cache of so many Pods',
  kinds: ['Memcached'],
  opening: [isReady],
  steps: [resized, scaledByHand, portChanged, deleted],
  commands: () =>
    Promise.resolve([
      'kubectl get memcacheds -o wide',
      `kubectl scale memcached ${name} --replicas=5`,
      `kubectl describe memcached ${name}`,
    ]),
};
