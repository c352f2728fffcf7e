import { awaitChange, checkAgain, type Action, type Pod } from '@kubewright/runtime';
import type { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
import type { Context } from './dependencies.ts';
import { fateOf, podFor, podNameOf, restMs } from './desired.ts';
import { countOf, nextOrdinal, statusFor } from './status.ts';

/** Looks at the Pod, then keeps it or makes room for the next one. */
export async function reconcile(container: ImmortalContainer, context: Context): Promise<Action> {
  const { pods, status, uncounted, clock } = context;
  const name = podNameOf(container);
  const pod = pods.get(name) ?? (await pods.getLive(name));
  const count = countNow(container, pod, uncounted);
  status.set(statusFor(container, pod, count));
  if (pod === undefined) return makeNext(container, count, context);

  const fate = fateOf(container, pod);
  if (fate === 'keep') {
    const kept = await pods.apply(podFor(container, count));
    status.set(statusFor(container, kept, count));
    return awaitChange;
  }
  if (fate === 'ended' && restMs(pod, clock) > 0) return checkAgain(restMs(pod, clock));
  if (fate !== 'going') {
    // With the Pod goes its ordinal: from here on only the status knows the count.
    await status.save(statusFor(container, pod, count));
    if (await pods.delete(name, { because: whyReplaced(container, pod) })) return makeNext(container, count, context);
  }
  return awaitChange;
}

function whyReplaced(container: ImmortalContainer, pod: Pod): string {
  return fateOf(container, pod) === 'outdated'
    ? `spec.image is now ${container.spec.image}`
    : `its phase is ${pod.status?.phase ?? 'Unknown'}`;
}

/** Makes the Pod after `count` others. */
async function makeNext(container: ImmortalContainer, count: number, context: Context): Promise<Action> {
  const { pods, status, uncounted } = context;
  const { uid } = container.metadata;
  // An ordinal may be ahead of the status by one, never by two: see `countOf`.
  if (uncounted.has(uid)) await status.save(statusFor(container, undefined, count));
  status.set(statusFor(container, undefined, count));
  const ordinal = nextOrdinal(count);
  const pod = await pods.apply(podFor(container, ordinal));
  // Should others have changed the status meanwhile, and the Pod be gone before the next run, it still counts.
  uncounted.set(uid, ordinal);
  await status.save(statusFor(container, pod, ordinal));
  uncounted.delete(uid);
  return awaitChange;
}

/** The count, which is remembered here for as long as the status lags behind. */
function countNow(container: ImmortalContainer, pod: Pod | undefined, uncounted: Context['uncounted']): number {
  const { uid } = container.metadata;
  const written = container.status?.startTimes ?? 0;
  const count = countOf(Math.max(written, uncounted.get(uid) ?? 0), pod);
  if (count > written) uncounted.set(uid, count);
  else uncounted.delete(uid);
  return count;
}
