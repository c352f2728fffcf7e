import { ImmortalContainer } from '../../../../operator/src/apis/index.ts';
import { podFor } from '../../../../operator/src/controllers/immortal-container/desired.ts';
import type { TypeOf } from '../../../../operator/runtime/src/base/index.ts';
import { Pod } from '../../../../operator/runtime/src/kinds/index.ts';
import { type ChurnKind, withoutOurLabel } from '../churn-kind.ts';

const pod = { kind: Pod, childOf: (name: string) => `${name}-immortalpod` };

/** The number of the expected Pod is the count in the status. */
export const immortalContainers: ChurnKind<TypeOf<typeof ImmortalContainer>> = {
  api: ImmortalContainer,
  spec: (random) => ({ image: `example.com/immortal:${String(random.below(5))}` }),
  childrenOf: (container) => [{ kind: Pod, desired: podFor(container, container.status?.startTimes ?? 0) }],
  childEdits: [
    pod,
    { ...pod, patch: { metadata: { labels: { app: 'other' } } } },
    { ...pod, patch: { metadata: { annotations: { note: 'seen' } } } },
    { ...pod, patch: withoutOurLabel },
  ],
};
