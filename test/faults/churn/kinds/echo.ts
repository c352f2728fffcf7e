import { Echo } from '../../../../operator/src/apis/index.ts';
import { jobFor } from '../../../../operator/src/controllers/echo/desired.ts';
import type { TypeOf } from '../../../../operator/runtime/src/base/index.ts';
import { Job } from '../../../../operator/runtime/src/kinds/index.ts';
import { type ChurnKind, withoutOurLabel, sameName } from '../churn-kind.ts';

/** The image of a simulated Pod, which runs until `finish-jobs.ts` completes it. */
export const echoImage = 'simulated.kubewright.dev/running:1';

const job = { kind: Job, childOf: sameName };

/** A Job that is deleted after its completion is not created again: then the status names no Job. */
export const echos: ChurnKind<TypeOf<typeof Echo>> = {
  api: Echo,
  spec: (random) => ({ message: `message $(${String(random.below(5))})` }),
  childrenOf: (echo) => ((echo.status?.jobName ?? '') === '' ? [] : [{ kind: Job, desired: jobFor(echo, echoImage) }]),
  childEdits: [
    job,
    { ...job, patch: { metadata: { labels: { 'app.kubernetes.io/name': 'other' } } } },
    { ...job, patch: { metadata: { annotations: { note: 'seen' } } } },
    { ...job, patch: withoutOurLabel },
  ],
};
