import {
  formatApiVersion,
  getKey,
  isOperatorError,
  isTerminating,
  type Kind,
  type KubeObject,
  memoize,
  onlyMetadata,
} from '../../base/index.ts';
import { buildEditor, listEdits } from '../../cache/index.ts';
import { isApiError } from '../../client/index.ts';
import type { ControllerDefinition } from '../declare/index.ts';
import { isOwner, listReached, type Run } from '../write/index.ts';

type Editing = Pick<ControllerDefinition, 'edits'>;

/**
 * Gives back the fields of every object that the terminating owner has edited, except itself. Asks the API server for
 * these objects if this process has not reconciled the owner before, because the cache may not show the last edits of
 * an earlier leader yet; and if namespaces are selected by a label, because the cache does not show those that have
 * lost it.
 */
export async function giveBackAll(run: Run, { edits }: Editing): Promise<void> {
  const { environment, memory } = run;
  for (const { kind } of Object.values(edits)) {
    const isCached = memory.knowsEdits && environment.getCache(kind).followsNamespaces !== true;
    const edited = isCached ? listCachedEdits(run, kind) : await listEdited(run, kind);
    for (const object of edited) await giveBackObject(run, kind, object);
  }
}

/**
 * Gives back the fields of every object that the owner has edited, but that this reconcile has not applied. Call it
 * only after a successful reconcile: one that fails may not have reached an object.
 */
export async function giveBackUnapplied(run: Run, { edits }: Editing): Promise<void> {
  for (const { kind } of Object.values(edits))
    for (const object of listCachedEdits(run, kind))
      if (!run.hasEdited(kind, getKey(object))) await giveBackObject(run, kind, object);
  run.memory.knowsEdits = true;
}

const pageSize = 500;

/** Lists the objects that the owner edits from the API server, only with metadata. */
async function listEdited(run: Run, kind: Kind): Promise<readonly KubeObject[]> {
  const { environment, owner, signal } = run;
  const resource = environment.client.resource(onlyMetadata(kind));
  const found: KubeObject[] = [];
  for (const namespace of listReached(environment.getCache(kind))) {
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

function listCachedEdits({ environment, owner }: Run, kind: Kind): readonly KubeObject[] {
  const indexByEditor = createEditorIndex(environment.fieldManager);
  return environment.getCache(kind).indexBy(indexByEditor).get(owner.metadata.uid);
}

/** Removes our fields that no other manager owns, with an apply without fields. The object may be gone. */
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
    // The API server answers 422 if another object has the name by now.
    if (!isApiError(error, 404) && !isOperatorError(error, 'API_CONFLICT')) throw error;
    const live = await environment.client.resource(kind).tryGet(key, { signal });
    if (live?.metadata.uid === uid) throw error;
  }
}

/**
 * Creates the index of objects by the uids of the owners that edit them. Memoized, because a cache identifies an index
 * by its function.
 */
export const createEditorIndex: (fieldManager: string) => (object: KubeObject) => readonly string[] = memoize(
  (fieldManager) => (object) => [...listEdits(object, fieldManager).keys()],
  1_000,
);
