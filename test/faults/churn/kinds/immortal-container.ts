import { ImmortalContainer } from '../../../../operator/src/apis/index.ts';
import { podFor } from '../../../../operator/src/controllers/immortal-container/desired.ts';
import type { TypeOf } from '../../../../operator/runtime/src/base/index.ts';
import { Pod } from '../../../../operator/runtime/src/kinds/index.ts';
import type { ImageProgram } from '../../../../operator/testing/src/index.ts';
import { type Churned, outOfSight } from '../churned.ts';

/**
 * Pods that do nothing, as processes: the simulation tries a deletion that was not found again, by name, and so deletes
 * the Pod that has followed.
 */
export const immortalImage: ImageProgram = {
  match: 'example.com/immortal',
  program: () => ({ command: ['sleep', 'infinity'] }),
};

const pod = { kind: Pod, childOf: (name: string) => `${name}-immortalpod` };

/** The Pod that there is, is the last one that was counted. */
export const immortalContainers: Churned<TypeOf<typeof ImmortalContainer>> = {
  api: ImmortalContainer,
  spec: (random) => ({ image: `example.com/immortal:${String(random.below(5))}` }),
  childrenOf: (container) => [{ kind: Pod, desired: podFor(container, container.status?.startTimes ?? 0) }],
  meddling: [
    pod,
    { ...pod, patch: { metadata: { labels: { app: 'other' } } } },
    { ...pod, patch: { metadata: { annotations: { note: 'seen' } } } },
    { ...pod, patch: outOfSight },
  ],
};
