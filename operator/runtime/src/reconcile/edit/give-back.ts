import {
  formatApiVersion,
  getKey,
  isTerminating,
  type Kind,
  type KubeObject,
  memoize,
  onlyMetadata,
} from '../../base/index.ts';
import { buildEditor, listEdits } from '../../cache/index.ts';
import { isApiError } from '../../client/index.ts';
import type { ControllerDefinition } from '../declare/index.ts';
import { isOwner, type Run } from '../write/index.ts';

type Editing = Pick<ControllerDefinition, 'edits'>;

/**
 * Gives back every object that the terminating owner has edited, except itself. If this process has not reconciled the
 * owner before, asks the API server for them: the cache may not yet show the last edits of an earlier leader.
 */
export async function giveBackAll(run: Run, definition: Editing): Promise<void> {
  if (run.memory.knowsEdits) return giveBack(run, definition, () => true);
  for (const { kind } of Object.values(definition.edits))
    for (const object of await listEdited(run, kind)) await giveBackObject(run, kind, object);
}

/**
 * Gives back every object that the owner has edited, and that this reconcile has not applied. Only after a successful
 * reconcile: one that fails may not have come to an object.
 */
export async function giveBackUnapplied(run: Run, definition: Editing): Promise<void> {
  await giveBack(run, definition, (kind, object) => !run.hasEdited(kind, getKey(object)));
  run.memory.knowsEdits = true;
}

const pageSize = 500;

/** The live objects that the owner edits, without their specs: only the list is complete. */
async function listEdited(run: Run, kind: Kind): Promise<readonly KubeObject[]> {
  const { environment, owner, signal } = run;
  const resource = environment.client.resource(onlyMetadata(kind));
  const found: KubeObject[] = [];
  for (const namespace of environment.getCache(kind).namespaces ?? [undefined]) {
    const where = { limit: pageSize, signal, ...(namespace !== undefined && { namespace }) };
    let continueToken: string | undefined;
    do {
      const page: Awaited<ReturnType<typeof resource.list>> = await resource.list({
        ...where,
        ...(continueToken !== undefined && { continueToken }),
      });
      found.push(...page.items.filter((object) => listEdits(object, environment.fieldManager).has(owner.metadata.uid)));
      continueToken = page.continueToken;
    } while (continueToken !== undefined);
  }
  return found;
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
