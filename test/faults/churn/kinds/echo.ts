import { Echo } from '../../../../operator/src/apis/index.ts';
import { jobFor } from '../../../../operator/src/controllers/echo/desired.ts';
import type { TypeOf } from '../../../../operator/runtime/src/base/index.ts';
import { Job } from '../../../../operator/runtime/src/kinds/index.ts';
import { type Churned, outOfSight, sameName } from '../churned.ts';

/** Of Pods that are simulated. */
export const echoImage = 'simulated.kubewright.dev/running:1';

const job = { kind: Job, childOf: sameName };

/** A Job that somebody deletes once it has printed is not made again: then there is nothing to compare. */
export const echos: Churned<TypeOf<typeof Echo>> = {
  api: Echo,
  spec: (random) => ({ message: `message $(${String(random.below(5))})` }),
  childrenOf: (echo) => ((echo.status?.jobName ?? '') === '' ? [] : [{ kind: Job, desired: jobFor(echo, echoImage) }]),
  meddling: [
    job,
    { ...job, patch: { metadata: { labels: { 'app.kubernetes.io/name': 'other' } } } },
    { ...job, patch: { metadata: { annotations: { note: 'seen' } } } },
    { ...job, patch: outOfSight },
  ],
};
