import { getKey, type KubeObject } from '../../base/index.ts';
import { isApiError } from '../../client/index.ts';
import type { Written } from '../write/index.ts';
import { type Applying, type Child, addOwnerReference, buildReference } from './child.ts';

/** The result of a creation: the new child, or the object that already has its name. */
type Creation<T extends KubeObject> = { readonly created: Written<T> } | { readonly existing: T };

/**
 * Creates a child that the cache does not show, with one request: an apply with a resource version that no object has.
 * It never changes an existing object, even with force: the API server answers 409, and a live GET then reads the owner
 * of the object. The API server does not document this; the contract tests of the in-memory API server cover it.
 * Errors: `ApiError`.
 */
export async function createChild<T extends KubeObject>(applying: Applying<T>): Promise<Creation<T>> {
  const { run, kind, child } = applying;
  const object = withNoVersion(addOwnerReference(child, buildReference(run, kind)));
  const key = getKey(child);
  // A GET first if the object probably exists: this reconcile has seen it, or its name was taken last time.
  const mayExist = run.hasSeen(kind, key) || run.memory.wasTaken(kind, key);
  const seen = mayExist ? await getLive(applying) : undefined;
  if (seen !== undefined) return { existing: seen };
  try {
    return { created: await run.environment.gateway.apply(run, kind, { object, force: false }) };
  } catch (error) {
    const existing = isApiError(error, 409) ? await getLive(applying) : undefined;
    if (existing === undefined) throw error;
    return { existing };
  }
}

/** The resource version of an empty etcd. No object has it, because even the first write gets a later one. */
const versionOfNoObject = '1';

function withNoVersion(child: Child): Child {
  const metadata = { ...child.metadata, resourceVersion: versionOfNoObject };
  return { ...child, metadata };
}

async function getLive<T extends KubeObject>({ run, kind, child }: Applying<T>): Promise<T | undefined> {
  const live = await run.environment.client.resource(kind).tryGet(getKey(child), { signal: run.signal });
  return live && run.environment.getCache(kind).trim(live);
}
