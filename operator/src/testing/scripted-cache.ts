import { type Kind, type KubeObject, OperatorError } from '../runtime/base/index.ts';
import type { Feed } from '../runtime/cache/feed.ts';
import type { Change, ChangeListener } from '../runtime/cache/object-cache.ts';
import { WatchedCache, type WatchedCacheOptions } from '../runtime/cache/watched-cache.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createRecordingLogger, type RecordingLogger } from './recording-logger.ts';
import { someObject } from './some-object.ts';

/** A cache that a test tells what its watch would. */
export interface ScriptedCache {
  readonly cache: WatchedCache<KubeObject>;
  readonly clock: FakeClock;
  readonly logger: RecordingLogger;
  /** The listener of the one who writes. */
  readonly writer: ChangeListener<KubeObject>;
  /** What somebody else's listener was told since it was last asked for, as text. */
  told(): string[];
  toldWriter(): string[];
  applied(object: KubeObject): void;
  deleted(object: KubeObject): void;
  bookmark(resourceVersion: number): void;
  replaced(resourceVersion: number, items: readonly KubeObject[], from?: Feed): void;
  /** What is held, as text. */
  held(): string[];
}

const kind: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };

export function createScriptedCache(
  options: Partial<Pick<WatchedCacheOptions<KubeObject>, 'namespaces' | 'trim'>> = {},
): ScriptedCache {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const cache = new WatchedCache<KubeObject>({ kind, clock, logger, trim: (object) => object, ...options });
  const feed = cache.feeds[0] ?? fail();
  const told: string[] = [];
  const toldWriter: string[] = [];
  const writer = (change: Change<KubeObject>): void => void toldWriter.push(textOf(change));
  cache.onChange((change) => told.push(textOf(change)));
  cache.onChange(writer);
  return {
    cache,
    clock,
    logger,
    writer,
    told: () => told.splice(0),
    toldWriter: () => toldWriter.splice(0),
    applied: (object) => void cache.take(feed, { type: 'applied', object }),
    deleted: (object) => void cache.take(feed, { type: 'deleted', object }),
    bookmark: (resourceVersion) =>
      void cache.take(feed, { type: 'bookmark', resourceVersion: String(resourceVersion) }),
    replaced: (resourceVersion, items, from = feed) =>
      void cache.take(from, { type: 'replaced', items, resourceVersion: String(resourceVersion) }),
    held: () => cache.list().map(text).sort(),
  };
}

/** Synced with `a@5` at 10, of which nobody needs to hear any more. */
export function createSyncedCache(): ScriptedCache {
  const scripted = createScriptedCache();
  scripted.replaced(10, [at('a', 5)]);
  scripted.told();
  scripted.toldWriter();
  return scripted;
}

/** An object by name, resource version and, for another incarnation, uid. */
export function at(name: string, resourceVersion: number, uid = `uid-of-${name}`): KubeObject {
  return someObject({ name, uid, resourceVersion: String(resourceVersion) });
}

export function text(object: KubeObject | undefined): string {
  return object === undefined ? '-' : `${object.metadata.name}@${object.metadata.resourceVersion}`;
}

export function textOf({ before, after, initial }: Change<KubeObject>): string {
  return `${text(before)} > ${text(after)}${initial ? ' initial' : ''}`;
}

function fail(): never {
  throw new OperatorError('TEST_FAILED', 'tell a cache', { hint: 'it watches nothing' });
}
