import type { Kind, KubeObject } from '../base/index.ts';
import type { Caches, CacheSelection, ChangeListener, ObjectCache } from '../cache/index.ts';
import { type ControllerDefinition, managedByLabel, type Predicate } from '../reconcile/index.ts';
import { childListener, type Enqueue, filtered, resourceListener, usedByListener, watchedListener } from './sources.ts';

/** A cache, and who is told of its changes. */
export interface Source {
  readonly cache: ObjectCache<KubeObject>;
  readonly listener: ChangeListener<KubeObject> | undefined;
}

/** Where the changes come from that concern a controller. */
export interface Sources {
  /** Its resources. */
  readonly primary: ObjectCache<KubeObject>;
  /** The source of a declared kind. */
  of(kind: Kind): Source | undefined;
}

/** A kind, which of its objects, and whom to tell of which changes. */
interface SourceOptions extends CacheSelection {
  readonly kind: Kind;
  readonly listener?: ChangeListener<KubeObject>;
  readonly when?: Predicate;
}

/** Asks for the cache of each declared kind, and enqueues from now on what its changes concern. */
export function connectSources(
  { definition, caches, operator }: { definition: ControllerDefinition; caches: Caches; operator: string },
  enqueue: Enqueue,
): Sources {
  const { api, owns, reads, watches } = definition;
  const connect = ({ kind, listener: all, when, ...selection }: SourceOptions): [string, Source] => {
    const cache = caches.of(kind, selection);
    const listener = all && filtered(all, when);
    if (listener) cache.onChange(listener);
    return [idOf(kind), { cache, listener }];
  };
  const ours = { labelSelector: `${managedByLabel}=${operator}` };
  const [, primary] = connect({ kind: api, listener: resourceListener(enqueue), ...whenOf(definition) });
  const owned = Object.values(owns).map(({ delete: _deletes, ...owned }) =>
    connect({ ...owned, ...ours, listener: childListener(api, enqueue) }),
  );
  const read = Object.values(reads).map(({ indexes: _indexes, ...read }) => connect(read));
  const watched = Object.values(watches).map(({ mapTo, indexes: _indexes, ...watch }) => {
    const { kind } = watch;
    const listener =
      typeof mapTo === 'function'
        ? watchedListener(mapTo, enqueue)
        : usedByListener({ ...mapTo, kind }, primary.cache, enqueue);
    return connect({ ...watch, listener });
  });
  // The last of a kind wins: where a kind is written and also read, its writes have to be known as our own.
  const byKind = new Map([...read, ...watched, ...owned, [idOf(api), primary]]);
  return { primary: primary.cache, of: (kind) => byKind.get(idOf(kind)) };
}

function whenOf({ when }: ControllerDefinition): Pick<SourceOptions, 'when'> {
  return when === undefined ? {} : { when };
}

function idOf(kind: Kind): string {
  return `${kind.plural}.${kind.group}`;
}
