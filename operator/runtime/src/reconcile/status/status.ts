import {
  formatApiVersion,
  type Condition,
  type FieldSet,
  formatObject,
  isRecord,
  toJsonError,
  type KubeObject,
  type Logger,
  formatTimestamp,
} from '../../base/index.ts';
import { findOwnFields } from '../../cache/index.ts';
import { isCoveringExactly, isEqualOwned, pickOwned } from '../compare/index.ts';
import { tryFindCondition } from '../declare/index.ts';
import type { AnyStatus, Run, StatedCondition, WriteWords } from '../write/index.ts';
import { keepStanding, stampConditions, stampTimes, listNewWarnings, omitReady, withProgress } from './conditions.ts';

type WithStatus = KubeObject & {
  readonly status?: Readonly<Record<string, unknown>> & { readonly conditions?: readonly Condition[] };
};

/**
 * Writes `stated` as the status of the owner if it differs from the stored one. Emits a warning for each new condition
 * that asks for one.
 * @returns the written object, or `undefined` if nothing was written
 */
export async function writeStatus(run: Run, stated: AnyStatus): Promise<KubeObject | undefined> {
  const before = (run.owner as WithStatus).status?.conditions;
  const status = complete(run, stated);
  const written = await applyStatus(run, status).catch((error: unknown): never => {
    throw toJsonError(error, `apply status of ${formatObject(run.owner)}`, { status }) ?? error;
  });
  // Warnings come after the write; otherwise each failing attempt would emit them.
  if (written === undefined || status.conditions === undefined) return written;
  for (const { reason, message } of listNewWarnings(stated.conditions ?? [], { before, now: status.conditions }))
    run.environment.recorder.warning(run, reason, message);
  return written;
}

/**
 * Removes an earlier reconcile's report that the owner is not ready, and keeps all other parts of the status. Sends
 * nothing if the runtime does not write this kind's status.
 * @returns the written object, or `undefined` if nothing was written
 */
export async function clearNotReady(run: Run): Promise<KubeObject | undefined> {
  if (!run.reportsInStatus) return undefined;
  const { conditions, ...rest } = readOwnStatus(run);
  if (tryFindCondition(conditions, 'Ready')?.status !== 'False') return undefined;
  const standing = omitReady(conditions);
  // Also removes `observedGeneration` if nothing else is left, because no reconcile would update it.
  const isAll = standing.length === 0 && Object.keys(rest).length === 0;
  return applyStatus(run, isAll ? undefined : complete(run, { ...rest, conditions: keepStanding(standing) }));
}

/**
 * Returns the status that this reconcile has set, or else the stored one, with the changed fields. Omits an earlier
 * reconcile's report that the owner is not ready, if the runtime writes such reports.
 */
export function patchStatus(run: Run, { conditions, ...fields }: AnyStatus): AnyStatus {
  const { conditions: others, ...rest } = run.stated ?? readStandingStatus(run);
  const status = { ...rest, ...fields };
  if (others === undefined) return conditions === undefined ? status : { ...status, conditions };
  const isKept = ({ type }: StatedCondition): boolean => tryFindCondition(conditions, type) === undefined;
  return { ...status, conditions: [...others.filter(isKept), ...(conditions ?? [])] };
}

function readStandingStatus(run: Run): AnyStatus {
  const { conditions, ...rest } = readOwnStatus(run);
  if (conditions === undefined) return rest;
  const isReport = run.reportsInStatus && tryFindCondition(conditions, 'Ready')?.status === 'False';
  return { ...rest, conditions: keepStanding(isReport ? omitReady(conditions) : conditions) };
}

/** @param status `undefined` to remove the status: the API server would reject an empty one as null */
async function applyStatus(
  run: Run,
  status: Readonly<Record<string, unknown>> | undefined,
): Promise<KubeObject | undefined> {
  const { environment, owner, ownerKind } = run;
  if (status !== undefined && isStored(run, status)) return undefined;
  // Needs the resource version, because the uid alone does not protect a later object with that name: for a custom
  // resource, the API server answered a wrong uid with 200.
  const { name, namespace, uid, resourceVersion } = owner.metadata;
  const object = {
    apiVersion: formatApiVersion(ownerKind),
    kind: ownerKind.kind,
    metadata: { name, ...(namespace !== undefined && { namespace }), uid, resourceVersion },
    ...(status && { status }),
  };
  const said = (after: WithStatus): WriteWords => {
    const between = [{ status: (owner as WithStatus).status }, { status: after.status }] as const;
    return { did: 'wrote the status', would: 'would write the status', level: 'debug', between };
  };
  const { answer, held } = await environment.gateway.apply(run, ownerKind, {
    object,
    subresource: 'status',
    message: said,
  });
  if (!environment.dryRun)
    logReady(run.log, (owner as WithStatus).status?.conditions, (answer as WithStatus).status?.conditions);
  return held;
}

type CompleteStatus = Readonly<Record<string, unknown>> & { readonly conditions?: readonly Condition[] };

function complete(run: Run, stated: AnyStatus): CompleteStatus {
  const { generation } = run.owner.metadata;
  if (!run.reportsInStatus) return completeForeign(run, stated);
  const conditions = stampConditions(withProgress(stated.conditions ?? []), {
    before: (run.owner as WithStatus).status?.conditions,
    generation,
    now: formatTimestamp(run.environment.clock),
  });
  return { ...stated, observedGeneration: generation, conditions };
}

/**
 * Completes a status with exactly the fields that the controller sets: the schema of a foreign kind may have no others.
 */
function completeForeign(run: Run, { conditions, ...stated }: AnyStatus): CompleteStatus {
  const present = Object.entries(stated).filter(([, value]) => value !== undefined);
  const before = (run.owner as WithStatus).status?.conditions;
  const stamped = conditions && stampTimes(conditions, { before, now: formatTimestamp(run.environment.clock) });
  return { ...Object.fromEntries(present), ...(stamped && { conditions: stamped }) };
}

/**
 * Whether we own exactly these fields in the stored status, and their values are equal. Ignores fields of other
 * managers.
 */
function isStored(run: Run, status: Readonly<Record<string, unknown>>): boolean {
  const fields = findOwnStatusFields(run);
  const stored = (run.owner as WithStatus).status;
  if (fields === undefined || !isCoveringExactly(fields, status)) return false;
  // Compares only owned fields: `managedFields` has no path for an empty list that merges by item.
  return isEqualOwned(fields, stored, status) || isEqualOwned(fields, sortConditions(stored), sortConditions(status));
}

/**
 * Returns the part of the stored status that we own; it stays if a reconcile cannot set anything newer. Its conditions
 * are complete, even if another manager has taken a field of one.
 */
export function readOwnStatus(run: Run): AnyStatus & { readonly conditions?: readonly Condition[] } {
  const fields = findOwnStatusFields(run);
  const stored = (run.owner as WithStatus).status;
  if (fields === undefined || stored === undefined) return {};
  const { observedGeneration: _generation, conditions: ours, ...own } = pickOwned(fields, stored) as typeof stored;
  if (ours === undefined) return own;
  return {
    ...own,
    conditions: stored.conditions?.filter(({ type }) => tryFindCondition(ours, type) !== undefined) ?? [],
  };
}

function findOwnStatusFields(run: Run): FieldSet | undefined {
  const own = findOwnFields(run.owner, run.environment.fieldManager, 'status');
  return own === undefined ? undefined : (own.fields['f:status'] ?? {});
}

/** Sorts conditions by type, because their order has no meaning. */
function sortConditions(status: unknown): unknown {
  if (!isRecord(status) || !Array.isArray(status['conditions'])) return status;
  const conditions = (status['conditions'] as readonly Condition[]).toSorted((a, b) => (a.type < b.type ? -1 : 1));
  return { ...status, conditions };
}

type Conditions = readonly Condition[] | undefined;

/** Logs a new status of `Ready`: one line per change of status, not per message. */
function logReady(log: Logger, before: Conditions, after: Conditions): void {
  const [was, is] = [tryFindCondition(before, 'Ready'), tryFindCondition(after, 'Ready')];
  if (was?.status === is?.status) return;
  const [from, to] = [was?.status ?? 'absent', is?.status ?? 'absent'];
  log.info('Ready has changed', { from, to, ...(is && { reason: is.reason, detail: is.message }) });
}
