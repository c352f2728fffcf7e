import { ImmortalContainer } from '../../../operator/src/apis/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { deleteAll, inDefault, untilIt } from '../resources.ts';
import type { Say, Stage, Step, Tour } from '../stage.ts';

const name = 'example-immortalcontainer';
const key = inDefault(name);
const podKey = inDefault(`${name}-immortalpod`);

/** Waits until the container is Ready and has been started so often. */
async function started(stage: Stage, times: number, say: Say): Promise<string> {
  const { status } = await untilIt(
    stage,
    { kind: ImmortalContainer, key },
    {
      what: `started ${String(times)} times`,
      say,
      holds: (container) => container.status?.startTimes === times,
    },
  );
  const pod = await stage.client.resource(Pod).get(podKey);
  return `${String(status?.currentPod)} runs ${String(pod.spec.containers[0]?.image)}, startTimes ${String(times)}`;
}

const isReady: Step = {
  title: 'It becomes Ready',
  run: (stage, say) => started(stage, 1, say),
};

const podDeleted: Step = {
  title: 'kubectl delete pod',
  async run(stage, say) {
    await stage.cluster.controlPlane.kubectl(['delete', 'pod', podKey.name, '--wait=false']);
    return started(stage, 2, say);
  },
};

const imageChanged: Step = {
  title: 'Change the image to nginx:1.27',
  async run(stage, say) {
    await stage.client.resource(ImmortalContainer).mergePatch(key, { spec: { image: 'nginx:1.27' } });
    return started(stage, 3, say);
  },
};

/** In the finale, because a Pod that ends within ten seconds of its start is given a rest before the next one. */
const podEvicted: Step = {
  title: 'Its Pod fails for good, as one that is evicted',
  async run(stage, say) {
    const status = { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' };
    const { metadata } = await stage.client.resource(Pod).get(podKey);
    await stage.cluster.controlPlane.kubectl([
      'patch',
      'pod',
      metadata.name,
      '--subresource=status',
      '--type=merge',
      `--patch=${JSON.stringify({ status })}`,
    ]);
    return started(stage, 4, say);
  },
};

const deleted: Step = {
  title: 'kubectl delete immortalcontainer',
  async run(stage, say) {
    const left = async (): Promise<readonly unknown[]> => [await stage.client.resource(Pod).tryGet(podKey)];
    await deleteAll(stage, { resource: 'immortalcontainer', name, left }, say);
    return 'its Pod is gone, for ever';
  },
};

/** The walk-through of the ImmortalContainer operator. */
export const immortalContainerTour: Tour = {
  name: 'immortal-container',
  title: 'ImmortalContainer: a Pod that always exists again',
  kinds: ['ImmortalContainer'],
  opening: [isReady],
  steps: [podDeleted, imageChanged],
  finale: [podEvicted, deleted],
  commands: () =>
    Promise.resolve([
      'kubectl get immortalcontainers',
      `kubectl delete pod ${podKey.name} && kubectl get immortalcontainers`,
      `kubectl describe immortalcontainer ${name}`,
    ]),
};
