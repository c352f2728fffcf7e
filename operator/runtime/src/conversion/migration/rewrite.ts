import { type Clock, getKey, type KubeObject, onlyMetadata, type ObjectKey } from '../../base/index.ts';
import { type Client, isApiError, type ListResult } from '../../client/index.ts';
import type { ConversionDefinition } from '../define-conversion.ts';
import type { Position } from './position.ts';

/** Receives the progress of a storage migration, for metrics. */
export interface MigrationObserver {
  /** Called with the number of remaining objects, as far as it is known; with 0 at the end. */
  onLeft(conversion: string, objects: number): void;
  onRewritten(conversion: string): void;
}

export interface RewriteOptions {
  readonly client: Client;
  readonly conversion: ConversionDefinition;
  readonly clock: Clock;
  /** Maximum number of rewritten objects per second. */
  readonly perSecond: number;
  readonly observer: MigrationObserver;
}

const pageSize = 500;

/**
 * Sends an empty patch for every object after `position`. The API server then stores the object in the storage version,
 * and writes only objects whose stored bytes change.
 *
 * Errors: `ApiError` for an object that cannot be converted or stored; the reason of the signal.
 * @returns the number of processed objects
 */
export async function rewriteAll(options: RewriteOptions, position: Position, signal: AbortSignal): Promise<number> {
  const { conversion, observer, clock, perSecond } = options;
  const keys = (await listKeys(options, signal)).filter((key) => formatPosition(key) > position.after);
  let dueAt = clock.monotonic();
  for (const [index, key] of keys.entries()) {
    observer.onLeft(conversion.name, keys.length - index);
    const waitMs = dueAt - clock.monotonic();
    if (waitMs > 0) await clock.sleep(waitMs, signal);
    // Time lost to a slow API server is not made up for: otherwise it would get many requests at once.
    dueAt = Math.max(dueAt, clock.monotonic()) + 1000 / perSecond;
    await rewrite(options, key, signal);
    observer.onRewritten(conversion.name);
    await position.advance(formatPosition(key), signal);
  }
  observer.onLeft(conversion.name, 0);
  return keys.length;
}

/** Sends an empty patch, which cannot overwrite writes of other clients. */
async function rewrite({ client, conversion }: RewriteOptions, key: ObjectKey, signal: AbortSignal): Promise<void> {
  try {
    await client.resource(conversion.hub).mergePatch(key, {}, { signal });
  } catch (error) {
    // The object is deleted, or another write has just stored it in the new version.
    if (!isApiError(error, 404) && !isApiError(error, 409)) throw error;
  }
}

/** Lists the keys of all objects, sorted as text. */
async function listKeys({ client, conversion }: RewriteOptions, signal: AbortSignal): Promise<readonly ObjectKey[]> {
  const resource = client.resource<KubeObject>(onlyMetadata(conversion.hub));
  const keys: ObjectKey[] = [];
  let continueToken: string | undefined;
  do {
    const page: ListResult<KubeObject> = await resource.list({
      limit: pageSize,
      signal,
      ...(continueToken !== undefined && { continueToken }),
    });
    keys.push(...page.items.map(getKey));
    continueToken = page.continueToken;
  } while (continueToken !== undefined);
  return keys.sort((a, b) => (formatPosition(a) < formatPosition(b) ? -1 : 1));
}

function formatPosition({ namespace = '', name }: ObjectKey): string {
  return `${namespace}/${name}`;
}
