import { ImmortalContainer } from '../../src/kubewright.ts';
import { Pod } from '../../runtime/src/kinds/index.ts';
import { deleteAll, toDefaultKey, waitForResource } from '../resources.ts';
import type { ReportText, StepContext, Step } from '../step.ts';
import type { Tour } from './tours.ts';

const name = 'example-immortalcontainer';
const key = toDefaultKey(name);
const podKey = toDefaultKey(`${name}-immortalpod`);

async function waitForStarts(context: StepContext, times: number, say: ReportText): Promise<string> {
  const { status } = await waitForResource(
    context,
    { kind: ImmortalContainer, key },
    {
      what: `started ${String(times)} times`,
      say,
      holds: (container) => container.status?.startTimes === times,
    },
  );
  const pod = await context.client.resource(Pod).get(podKey);
  return `${String(status?.currentPod)} runs ${String(pod.spec.containers[0]?.image)}, startTimes ${String(times)}`;
}

const isReady: Step = {
  title: 'The ImmortalContainer becomes Ready',
  run: (context, say) => waitForStarts(context, 1, say),
};

const podDeleted: Step = {
  title: 'kubectl delete pod',
  async run(context, say) {
    await context.cluster.controlPlane.kubectl(['delete', 'pod', podKey.name, '--wait=false']);
    return waitForStarts(context, 2, say);
  },
};

const imageChanged: Step = {
  title: 'Change the image to nginx:1.27',
  async run(context, say) {
    await context.client.resource(ImmortalContainer).mergePatch(key, { spec: { image: 'nginx:1.27' } });
    return waitForStarts(context, 3, say);
  },
};

/** One of the last steps: a Pod that ends within ten seconds of its start is replaced only after a delay. */
const podEvicted: Step = {
  title: 'The Pod fails like an evicted Pod',
  async run(context, say) {
    const status = { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' };
    const { metadata } = await context.client.resource(Pod).get(podKey);
    await context.cluster.controlPlane.kubectl([
      'patch',
      'pod',
      metadata.name,
      '--subresource=status',
      '--type=merge',
      `--patch=${JSON.stringify({ status })}`,
    ]);
    return waitForStarts(context, 4, say);
  },
};

const deleted: Step = {
  title: 'kubectl delete immortalcontainer',
  async run(context, say) {
    const left = async (): Promise<readonly unknown[]> => [await context.client.resource(Pod).tryGet(podKey)];
    await deleteAll(context, { resource: 'immortalcontainer', name, left }, say);
    return 'the Pod is deleted and not created again';
  },
};

/** The walk-through of the ImmortalContainer operator. */
export const tour: Tour = {
  name: 'immortal-container',
  title: 'ImmortalContainer: a Pod that is created again whenever it ends',
  kinds: ['ImmortalContainer'],
  readySteps: [isReady],
  steps: [podDeleted, imageChanged],
  lastSteps: [podEvicted, deleted],
  commands: () =>
    Promise.resolve([
      'kubectl get immortalcontainers',
      `kubectl delete pod ${podKey.name} && kubectl get immortalcontainers`,
      `kubectl describe immortalcontainer ${name}`,
    ]),
};
