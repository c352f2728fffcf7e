import { type Clock, getKey, type KubeObject, onlyMetadata, type ObjectKey } from '../../base/index.ts';
import { type Client, isApiError, type ListResult } from '../../client/index.ts';
import type { ConversionDefinition } from '../define-conversion.ts';
import type { Position } from './position.ts';

/** Receives the progress of a migration, for metrics. */
export interface MigrationObserver {
  /** The number of remaining objects, as far as it is known; 0 at the end. */
  onLeft(conversion: string, objects: number): void;
  onRewritten(conversion: string): void;
}

export interface RewriteOptions {
  readonly client: Client;
  readonly conversion: ConversionDefinition;
  readonly clock: Clock;
  /** Objects per second, at most. */
  readonly perSecond: number;
  readonly observer: MigrationObserver;
}

const pageSize = 500;

/**
 * Patches every object after `position` without a change. The API server writes only those whose stored bytes change.
 *
 * @returns the number of processed objects
 * Errors: `ApiError` for an object that cannot be converted or stored; the reason of the signal.
 */
export async function rewriteAll(options: RewriteOptions, position: Position, signal: AbortSignal): Promise<number> {
  const { conversion, observer, clock, perSecond } = options;
  const keys = (await listKeys(options, signal)).filter((key) => formatPosition(key) > position.after);
  let dueAt = clock.monotonic();
  for (const [index, key] of keys.entries()) {
    observer.onLeft(conversion.name, keys.length - index);
    const waitMs = dueAt - clock.monotonic();
    if (waitMs > 0) await clock.sleep(waitMs, signal);
    // Does not make up for time lost to a slow API server, which would get the rest all at once.
    dueAt = Math.max(dueAt, clock.monotonic()) + 1000 / perSecond;
    await rewrite(options, key, signal);
    observer.onRewritten(conversion.name);
    await position.advance(formatPosition(key), signal);
  }
  observer.onLeft(conversion.name, 0);
  return keys.length;
}

/** A patch without changes: it cannot overwrite other clients' writes. */
async function rewrite({ client, conversion }: RewriteOptions, key: ObjectKey, signal: AbortSignal): Promise<void> {
  try {
    await client.resource(conversion.hub).mergePatch(key, {}, { signal });
  } catch (error) {
    // The object was deleted meanwhile, or another write has stored it in the new version.
    if (!isApiError(error, 404) && !isApiError(error, 409)) throw error;
  }
}

/** The keys of all objects, in text order. */
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
