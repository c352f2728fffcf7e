import { formatApiVersion, getKey, isTerminating, type Kind, type KubeObject, memoize } from '../../base/index.ts';
import { buildEditor, listEdits } from '../../cache/index.ts';
import { isApiError } from '../../client/index.ts';
import type { ControllerDefinition } from '../declare/index.ts';
import { isOwner, type Run } from '../write/index.ts';

type Editing = Pick<ControllerDefinition, 'edits'>;

/** Gives back every object that the terminating owner has edited, except itself. */
export function giveBackAll(run: Run, definition: Editing): Promise<void> {
  return giveBack(run, definition, () => true);
}

/**
 * Gives back every object that the owner has edited, and that this reconcile has not applied. Only after a successful
 * reconcile: one that fails may not have come to an object.
 */
export function giveBackUnapplied(run: Run, definition: Editing): Promise<void> {
  return giveBack(run, definition, (kind, object) => !run.hasEdited(kind, getKey(object)));
}

async function giveBack(
  run: Run,
  { edits }: Editing,
  isDue: (kind: Kind, object: KubeObject) => boolean,
): Promise<void> {
  const { environment, owner } = run;
  const indexByEditor = createEditorIndex(environment.fieldManager);
  for (const { kind } of Object.values(edits)) {
    const edited = environment.getCache(kind).indexBy(indexByEditor).get(owner.metadata.uid);
    for (const object of edited) if (isDue(kind, object)) await giveBackObject(run, kind, object);
  }
}

/** An apply without fields removes those that no other manager owns. The object may be gone. */
async function giveBackObject<T extends KubeObject>(run: Run, kind: Kind<T>, object: T): Promise<void> {
  const { environment, owner, ownerKind, signal } = run;
  const key = getKey(object);
  if (isTerminating(owner) && isOwner({ owner, ownerKind }, kind, key)) return;
  const { uid } = object.metadata;
  const empty = { apiVersion: formatApiVersion(kind), kind: kind.kind, metadata: { ...key, uid } };
  try {
    const { answer } = await environment.gateway.apply(run, kind, {
      ...{ object: empty, manager: buildEditor(environment.fieldManager, owner.metadata.uid) },
      message: (after) => ({
        ...{ did: 'gave back the fields of an object', would: 'would give back the fields of an object' },
        ...{ target: 'edited', between: [object, after] },
      }),
    });
    if (!environment.dryRun) environment.notifyOfEdit?.(owner, kind, { before: object, after: answer });
  } catch (error) {
    if (!isApiError(error, 404) && !isApiError(error, 409)) throw error;
    const live = await environment.client.resource(kind).tryGet(key, { signal });
    if (live?.metadata.uid === uid) throw error;
  }
}

/** Indexes objects by the uids of the owners that edit them. A cache knows an index by its function. */
export const createEditorIndex: (fieldManager: string) => (object: KubeObject) => readonly string[] = memoize(
  (fieldManager) => (object) => [...listEdits(object, fieldManager).keys()],
  1_000,
);
