import { getKey, type KubeObject } from '../../base/index.ts';
import { type ApiError, isApiError, type LiveReader } from '../../client/index.ts';
import type { Written } from '../write/index.ts';
import { type Applying, type Child, addOwnerReference, buildReference } from './child.ts';
import { createAfterGet } from './unowned-object.ts';

/** The result of a creation: a new child, or an existing object with its name. */
type Creation<T extends KubeObject> = { readonly created: Written<T> } | { readonly existing: T };

/**
 * Creates an uncached child with one request: an apply with a resource version that no object has. It never changes an
 * existing object, even with force: the API server answers 409, and a live GET reads the object's owner. The API server
 * does not document this; the contract of the in-memory API server tests it.
 *
 * For a server that answers 500, as old ones do, uses a GET, then an apply that is reverted if another client has
 * created the object in between.
 *
 * Errors: `NAME_CONFLICT` if it was reverted; `ApiError`.
 */
export async function createChild<T extends KubeObject>(applying: Applying<T>): Promise<Creation<T>> {
  const { run, kind, child } = applying;
  const { client } = run.environment;
  const object = addOwnerReference(child, buildReference(run, kind));
  const key = getKey(child);
  // Reads the object first if it may exist: this reconcile has seen it, or a conflict lasts.
  const mayExist = run.hasSeen(kind, key) || run.memory.wasTaken(kind, key);
  const isOld = getFirst.has(client);
  const existing = mayExist || isOld ? await getLive(applying) : undefined;
  if (existing !== undefined) return { existing };
  return isOld ? { created: await createAfterGet(run, kind, object) } : createOnly(applying, object);
}

async function createOnly<T extends KubeObject>(applying: Applying<T>, object: Child): Promise<Creation<T>> {
  const { run, kind } = applying;
  const { client, gateway } = run.environment;
  try {
    return { created: await gateway.apply(run, kind, { object: withNoVersion(object), force: false }) };
  } catch (error) {
    if (!isApiError(error, 409) && !isCreateOnlyUnsupported(error)) throw error;
    const existing = await getLive(applying);
    if (existing !== undefined) return { existing };
    if (!isCreateOnlyUnsupported(error)) throw error;
    const created = await createAfterGet(run, kind, object);
    if (error.serverMessage.includes('resourceVersion')) getFirst.add(client);
    return { created };
  }
}

/** Whether the API server may not support such an apply. A failed webhook is also a 500, and would be called again. */
function isCreateOnlyUnsupported(error: unknown): error is ApiError {
  return isApiError(error, 500) && !error.serverMessage.includes('webhook');
}

/** Clients of old API servers, whose error named the version: for these clients, a GET comes first from now on. */
const getFirst = new WeakSet<LiveReader>();

/** The version of an empty etcd: no object has it, because even the very first write gets a later one. */
const versionOfNoObject = '1';

function withNoVersion(child: Child): Child {
  const metadata = { ...child.metadata, resourceVersion: versionOfNoObject };
  return { ...child, metadata };
}

async function getLive<T extends KubeObject>({ run, kind, child }: Applying<T>): Promise<T | undefined> {
  const live = await run.environment.client.resource(kind).tryGet(getKey(child), { signal: run.signal });
  return live && run.environment.getCache(kind).trim(live);
}
