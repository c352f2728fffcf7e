import {
  controllerOf,
  keyOf,
  keyText,
  type Kind,
  type KubeObject,
  type ManagedFieldsEntry,
  OperatorError,
  ownerKeyOf,
} from '../../base/index.ts';
import { isApiError } from '../../client/index.ts';
import type { FieldSet } from '../compare/index.ts';
import { isOwnedBy, type Run, type Written } from '../write/index.ts';
import type { Child } from './child.ts';

/** An unowned object with the name of a child is never touched. Errors: `NAME_CONFLICT`. */
export function refuseUnowned(run: Run, kind: Kind, live: KubeObject): void {
  if (!isOwnedBy(live, run.owner)) throw nameConflict(run, kind, live);
}

function nameConflict(run: Run, kind: Kind, live: KubeObject): OperatorError {
  const exists = `${kind.kind} ${live.metadata.name} already exists and is`;
  return new OperatorError('NAME_CONFLICT', `apply ${kind.kind} ${keyText(keyOf(live))}`, {
    object: keyOf(live),
    hint: isOfFormer(run, live)
      ? `${exists} of the ${run.ownerKind.kind} that had this name before and was deleted; the garbage collector removes it`
      : `${exists} not this resource's (${whose(live)}); remove it, or give the resource another name`,
  });
}

function whose(live: KubeObject): string {
  const controller = controllerOf(live);
  return controller === undefined ? 'nobody controls it' : `${controller.kind} ${controller.name} controls it`;
}

/** Whether the owner was deleted and created again faster than the garbage collector follows. */
function isOfFormer({ owner, ownerKind }: Run, live: KubeObject): boolean {
  const key = ownerKeyOf(live, ownerKind);
  return key !== undefined && keyText(key) === keyText(keyOf(owner));
}

/**
 * Applies a child that a live look has not found. Who takes its name between that look and our apply keeps it: an apply
 * cannot create without updating, so that what it has put into the unowned object is taken back at once.
 *
 * Errors: `NAME_CONFLICT`; `API_CONFLICT` where its fields differ from ours; `ApiError`.
 */
export async function applyNew<T extends KubeObject>(run: Run, kind: Kind<T>, child: Child): Promise<Written<T>> {
  const { client, gateway } = run.environment;
  const verify = async (answer: T): Promise<void> => {
    if (isTaken(run, answer)) await takeBack(run, kind, { child, uid: answer.metadata.uid });
  };
  return gateway.apply(run, kind, { object: child, force: false, verify }).catch(async (error: unknown) => {
    if (!hasItsOwnController(error)) throw error;
    const live = await client.resource(kind).tryGet(keyOf(child), { signal: run.signal });
    if (live !== undefined) refuseUnowned(run, kind, live);
    throw error;
  });
}

/** Takes all that we have applied out of the unowned object. Errors: `NAME_CONFLICT`, once that is done. */
async function takeBack<T extends KubeObject>(
  run: Run,
  kind: Kind<T>,
  { child, uid }: { readonly child: Child; readonly uid: string },
): Promise<void> {
  const { apiVersion, kind: kindName, metadata } = child;
  const { name, namespace } = metadata;
  const left = { apiVersion, kind: kindName, metadata: { name, ...(namespace !== undefined && { namespace }), uid } };
  const verify = (answer: T): never => {
    throw nameConflict(run, kind, answer);
  };
  await run.environment.gateway.apply(run, kind, { object: left, force: false, verify });
}

/** The API server itself refuses a second controller, in words that are no fault of the spec. */
function hasItsOwnController(error: unknown): boolean {
  return isApiError(error, 422) && error.causes.some(({ field }) => field === 'metadata.ownerReferences');
}

/** Others have a part in it, and none of them has said that it is the owner's: it was theirs before our apply. */
function isTaken({ environment, owner }: Run, { metadata }: KubeObject): boolean {
  const others = (metadata.managedFields ?? []).filter(
    ({ manager, subresource = '' }) => manager !== environment.fieldManager && subresource === '',
  );
  return others.length > 0 && !others.some((entry) => refersTo(entry, owner.metadata.uid));
}

function refersTo({ fieldsV1 }: ManagedFieldsEntry, uid: string): boolean {
  const references = (fieldsV1 as FieldSet | undefined)?.['f:metadata']?.['f:ownerReferences'];
  return references !== undefined && `k:${JSON.stringify({ uid })}` in references;
}
