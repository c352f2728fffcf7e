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
import { isOwner, listReached, type Run } from '../write/index.ts';

type Editing = Pick<ControllerDefinition, 'edits'>;

/**
 * Gives back every object that the terminating owner has edited, except itself. If this process has not reconciled the
 * owner before, asks the API server for them: the cache may not yet show the last edits of an earlier leader. So it does
 * if namespaces are followed: the cache does not show those that have lost the label.
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
 * Gives back every object that the owner has edited, and that this reconcile has not applied. Only after a successful
 * reconcile: one that fails may not have come to an object.
 */
export async function giveBackUnapplied(run: Run, { edits }: Editing): Promise<void> {
  for (const { kind } of Object.values(edits))
    for (const object of listCachedEdits(run, kind))
      if (!run.hasEdited(kind, getKey(object))) await giveBackObject(run, kind, object);
  run.memory.knowsEdits = true;
}

const pageSize = 500;

/** The live objects that the owner edits, without their specs: only the list is complete. */
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
