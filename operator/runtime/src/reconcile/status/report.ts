import {
  type Condition,
  formatObject,
  isOperatorError,
  getKey,
  type KubeObject,
  OperatorError,
} from '../../base/index.ts';
import { isApiError } from '../../client/index.ts';
import { condition, tryFindCondition } from '../declare/index.ts';
import type { AnyStatus, Run, StatedCondition } from '../write/index.ts';
import { keepStanding, omitReady } from './conditions.ts';
import type { Rejection } from './rejection.ts';
import { readOwnStatus, writeStatus } from './status.ts';

/** The reason of `Ready=False` after an unexpected reconcile error. */
export const reconcileError = 'ReconcileError';

/**
 * Sets `Ready` to a rejection. If the runtime does not write this kind's status, it emits only the event, once per
 * change.
 * @returns whether the spec has changed since this reconcile began
 */
export async function reportRejection(run: Run, found: AnyStatus | undefined, refusal: Rejection): Promise<boolean> {
  if (!run.reportsInStatus) {
    const { reason, message } = refusal;
    if (run.memory.refusal !== `${reason} ${message}`) run.environment.recorder.warning(run, reason, message);
    return false;
  }
  const ready = { ...condition('Ready', false, refusal), ...(!refusal.retry && { stalls: true }), emitsWarning: true };
  return writeAndCheckSpec(run, () => writeRejection(run, found, ready));
}

/** An unexpected error to report in the status. */
interface ReportedError {
  readonly message: string;
  /** Whether the object waits for a change instead of a retry: then `Stalled` is set. */
  readonly stalls: boolean;
  /** Whether to emit a Warning event. */
  readonly emitsWarning: boolean;
}

/**
 * Sets `Ready` to the error of the reconcile. Ignores the status that the failed reconcile has set, so that all other
 * conditions keep their stored values. If the runtime does not write this kind's status, it emits only the event.
 * @returns whether the spec has changed since this reconcile began
 */
export async function reportError(run: Run, error: ReportedError): Promise<boolean> {
  const { message, ...how } = error;
  if (!run.reportsInStatus) {
    if (how.emitsWarning) run.environment.recorder.warning(run, reconcileError, message);
    return false;
  }
  const ready = { ...condition('Ready', false, { reason: reconcileError, message }), ...how };
  return writeAndCheckSpec(run, () => writeRejection(run, undefined, ready));
}

/** The stored `Ready`, if it reports an unexpected error. */
export function findStoredError(run: Run): StatedCondition | undefined {
  if (!run.reportsInStatus) return undefined;
  const { conditions } = readOwnStatus(run);
  const ready = tryFindCondition(conditions, 'Ready');
  if (ready?.reason !== reconcileError) return undefined;
  return { ...condition('Ready', false, ready), stalls: tryFindCondition(conditions, 'Stalled')?.status === 'True' };
}

/** Whether the stored `Ready` is of the current generation and has another reason than an unexpected error. */
export function hasOtherReason(run: Run): boolean {
  if (!run.reportsInStatus) return false;
  const ready = tryFindCondition(readOwnStatus(run).conditions as readonly Condition[] | undefined, 'Ready');
  if (ready?.status !== 'False' || ready.reason === reconcileError) return false;
  return ready.observedGeneration === run.owner.metadata.generation;
}

/**
 * Returns the stored `Ready=False`, and the conditions that follow from it, if an earlier reconcile has reported that
 * it failed. Before the first success in this process, every stored `Ready=False` counts as such a report.
 */
export function listReported(run: Run): readonly StatedCondition[] {
  if (!run.reportsInStatus || run.memory.hasSucceeded) return [];
  const conditions = (readOwnStatus(run).conditions ?? []) as readonly Condition[];
  if (tryFindCondition(conditions, 'Ready')?.status !== 'False') return [];
  const others = omitReady(conditions);
  return keepStanding(conditions.filter((each) => !others.includes(each)));
}

/**
 * Adds `reported` conditions to `stated`, for a save during a reconcile. They stay until a reconcile succeeds:
 * otherwise each failing reconcile would write twice, and show a `Ready` that it takes back at once.
 */
export function withReported(stated: AnyStatus, reported: readonly StatedCondition[]): AnyStatus {
  return reported.length === 0 ? stated : { ...stated, conditions: [...omitReady(stated.conditions), ...reported] };
}

/**
 * Writes the status. Errors: `OWNER_DELETED`; `API_NOT_FOUND` if the kind has no status subresource in the cluster.
 * @returns whether the spec has changed since this reconcile began: our own write may hide that change from the watch
 */
export async function writeAndCheckSpec(run: Run, write: () => Promise<KubeObject | undefined>): Promise<boolean> {
  const { generation } = run.owner.metadata;
  const written = await write().catch(async (cause: unknown): Promise<never> => {
    if (!isApiError(cause, 404)) throw cause;
    const details = { object: getKey(run.owner), cause };
    const what = `write the status of ${formatObject(run.owner)}`;
    if (await isOwnerGone(run)) throw new OperatorError('OWNER_DELETED', what, details);
    const hint = 'the API server does not serve it: apply the newest CRD';
    throw new OperatorError('API_NOT_FOUND', what, { ...details, hint });
  });
  return written !== undefined && written.metadata.generation !== generation;
}

/**
 * Writes a rejection into `Ready`, with the rest of the status that the reconcile set before. Conditions of an earlier
 * reconcile keep its generation.
 */
async function writeRejection(
  run: Run,
  found: AnyStatus | undefined,
  ready: StatedCondition,
): Promise<KubeObject | undefined> {
  if (found === undefined) {
    const own = readOwnStatus(run);
    return writeStatus(run, { ...own, conditions: [...keepStanding(omitReady(own.conditions)), ready] });
  }
  try {
    return await writeStatus(run, { ...found, conditions: [...omitReady(found.conditions), ready] });
  } catch (error) {
    if (!isOperatorError(error) || error.retry) throw error;
    // Omits the status of the reconcile, because the API server rejects it, or it is not JSON.
    return writeRejection(run, undefined, ready);
  }
}

/**
 * Whether the owner no longer exists. A 404 does not prove that, because the API server sends the same message for an
 * undeclared status. Sends a list request, because not every controller may get its object.
 */
async function isOwnerGone({ environment, owner, ownerKind, signal }: Run): Promise<boolean> {
  const { name, namespace, uid } = owner.metadata;
  const { items } = await environment.client.resource(ownerKind).list({
    ...(namespace !== undefined && { namespace }),
    fieldSelector: `metadata.name=${name}`,
    signal,
  });
  return items[0]?.metadata.uid !== uid;
}
