import {
  findController,
  formatObject,
  getKey,
  formatKey,
  type Kind,
  type KubeObject,
  OperatorError,
} from '../../base/index.ts';
import { findOwnerOf, isOwnedBy, ownerAnnotation, ownerUidLabel, type Run } from '../write/index.ts';

/**
 * Throws `NAME_CONFLICT`, because an unowned object has the name of a child: the runtime never changes such an object.
 * `findRejection` turns the error into the condition Ready=False.
 */
export function rejectUnowned(run: Run, kind: Kind, live: KubeObject): void {
  if (isOwnedBy(live, run.owner)) return;
  run.noteTaken(kind, getKey(live));
  const title = formatObject({ kind: kind.kind, metadata: live.metadata });
  const exists = `${title} already exists`;
  throw new OperatorError('NAME_CONFLICT', `apply ${title}`, {
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
