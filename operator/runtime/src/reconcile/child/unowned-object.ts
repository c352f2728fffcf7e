import {
  findController,
  type FieldSet,
  formatObject,
  getKey,
  formatKey,
  type Kind,
  type KubeObject,
  type ManagedFieldsEntry,
  OperatorError,
} from '../../base/index.ts';
import { isApiError } from '../../client/index.ts';
import { findOwnerOf, isOwnedBy, ownerAnnotation, ownerUidLabel, type Run, type Written } from '../write/index.ts';
import type { Child } from './child.ts';

/**
 * Throws `NAME_CONFLICT`, because an unowned object has the name of a child: the runtime never changes such an object.
 * `findRejection` turns the error into the condition Ready=False.
 */
export function rejectUnowned(run: Run, kind: Kind, live: KubeObject): void {
  if (isOwnedBy(live, run.owner)) return;
  run.noteTaken(kind, getKey(live));
  throw buildNameConflict(run, kind, live);
}

function buildNameConflict(run: Run, kind: Kind, live: KubeObject): OperatorError {
  const title = formatObject({ kind: kind.kind, metadata: live.metadata });
  const exists = `${title} already exists`;
  return new OperatorError('NAME_CONFLICT', `apply ${title}`, {
    object: getKey(live),
    hint: isOfFormer(run, live)
      ? `${exists} and belongs to a deleted ${run.ownerKind.kind} of the same name; ${formatEnd(live)}`
      : `${exists} and does not belong to this resource (${describeOwner(live)}); delete it, or rename the resource`,
  });
}

function describeOwner(live: KubeObject): string {
  const controller = findController(live);
  if (controller !== undefined) return `${controller.kind} ${controller.name} controls it`;
  const mark = live.metadata.labels?.[ownerUidLabel] && live.metadata.annotations?.[ownerAnnotation];
  return mark ? `${mark} owns it` : 'no owner controls it';
}

/**
 * What ends an object of an earlier owner: without a controller reference, only labels assign it to that owner, so the
 * garbage collector does not delete it.
 */
function formatEnd(live: KubeObject): string {
  return findController(live) === undefined ? 'delete it' : 'the garbage collector removes it';
}

/**
 * Whether the object belongs to an earlier owner with the same name, and the garbage collector has not deleted it yet.
 */
function isOfFormer({ owner, ownerKind }: Run, live: KubeObject): boolean {
  const key = findOwnerOf(live, ownerKind);
  return key !== undefined && formatKey(key) === formatKey(getKey(owner));
}

/**
 * Applies a child that a live read has not found, for an old API server, which cannot limit an apply to creating (see
 * `createChild`). If another client creates the name in between, the apply changes that object, and is reverted at once. Errors: `NAME_CONFLICT`;
 * `API_CONFLICT` if the fields of the object differ from ours; `ApiError`.
 */
export async function createAfterGet<T extends KubeObject>(run: Run, kind: Kind<T>, child: Child): Promise<Written<T>> {
  const { client, gateway } = run.environment;
  const verify = async (answer: T): Promise<void> => {
    if (isTaken(run, answer)) await takeBack(run, kind, { child, uid: answer.metadata.uid });
  };
  return gateway.apply(run, kind, { object: child, force: false, verify }).catch(async (error: unknown) => {
    if (!hasItsOwnController(error)) throw error;
    const live = await client.resource(kind).tryGet(getKey(child), { signal: run.signal });
    if (live !== undefined) rejectUnowned(run, kind, live);
    throw error;
  });
}

/** Removes all fields that we have applied from the unowned object. Errors: `NAME_CONFLICT`, after that. */
async function takeBack<T extends KubeObject>(
  run: Run,
  kind: Kind<T>,
  { child, uid }: { readonly child: Child; readonly uid: string },
): Promise<void> {
  const { apiVersion, kind: kindName } = child;
  const left = { apiVersion, kind: kindName, metadata: { ...getKey(child), uid } };
  const verify = (answer: T): never => {
    throw buildNameConflict(run, kind, answer);
  };
  await run.environment.gateway.apply(run, kind, { object: left, verify });
}

/** Whether the API server rejected a second controller reference. */
function hasItsOwnController(error: unknown): boolean {
  return isApiError(error, 422) && error.causes.some(({ field }) => field === 'metadata.ownerReferences');
}

/** Whether the object existed before our apply: other managers own fields of it, and none of them has set our owner. */
function isTaken({ environment, owner }: Run, { metadata }: KubeObject): boolean {
  const others = (metadata.managedFields ?? []).filter(
    ({ manager, subresource = '' }) => manager !== environment.fieldManager && subresource === '',
  );
  return others.length > 0 && !others.some((entry) => isReferringTo(entry, owner.metadata.uid));
}

function isReferringTo({ fieldsV1 }: ManagedFieldsEntry, uid: string): boolean {
  const { 'f:ownerReferences': references = {}, 'f:labels': labels = {} } =
    (fieldsV1 as FieldSet | undefined)?.['f:metadata'] ?? {};
  return `k:${JSON.stringify({ uid })}` in references || `f:${ownerUidLabel}` in labels;
}
