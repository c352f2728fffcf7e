import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * What the code of this process keeps, counted: import it before what it is to count.
 *
 * It stands in the way of `Map` and `Set`, and of whoever listens to an `AbortSignal`: each that is alive after a garbage
 * collection counts, by the line of ours that has made it.
 */

/** By line of the sources: how many entries the maps and sets have that were made there. */
export type Entries = Readonly<Record<string, number>>;

export interface Census {
  readonly entries: Entries;
  /** Of all signals together. */
  readonly listeners: number;
}

interface Made {
  readonly collection: WeakRef<{ readonly size: number }>;
  readonly at: string;
}

const made: Made[] = [];
const signals = new Set<WeakRef<AbortSignal>>();
const ours = /operator\/src\/((?!testing\/)\S+(?<!\.test)\.ts)$/;

function note(collection: { readonly size: number }): void {
  const at = lineOfOurs();
  if (at !== undefined) made.push({ collection: new WeakRef(collection), at });
}

/** The line that makes a collection. Its text is made here, as that of an error goes through the source maps. */
function lineOfOurs(): string | undefined {
  const before: readonly unknown[] = [Reflect.get(Error, 'prepareStackTrace'), Error.stackTraceLimit];
  Error.prepareStackTrace = (_, sites) => sites;
  Error.stackTraceLimit = 4;
  const here: { readonly stack: readonly NodeJS.CallSite[] } = { stack: [] };
  Error.captureStackTrace(here);
  const sites = here.stack;
  for (const [index, name] of ['prepareStackTrace', 'stackTraceLimit'].entries())
    Reflect.set(Error, name, before[index]);
  for (const site of sites) {
    const file = ours.exec(site.getFileName() ?? '')?.[1];
    if (file !== undefined) return `${file}:${String(site.getLineNumber())}`;
  }
  return undefined;
}

const [PlainMap, PlainSet] = [Map, Set];

globalThis.Map = class<K, V> extends PlainMap<K, V> {
  constructor(entries?: Iterable<readonly [K, V]> | null) {
    super(entries);
    note(this);
  }
};

globalThis.Set = class<T> extends PlainSet<T> {
  constructor(items?: Iterable<T> | null) {
    super(items);
    note(this);
  }
};

const known = new WeakSet();

type Listen = (this: EventTarget, ...given: Parameters<EventTarget['addEventListener']>) => void;
const listen: Listen = Reflect.get(EventTarget.prototype, 'addEventListener');

EventTarget.prototype.addEventListener = function (this: EventTarget, ...given) {
  if (this instanceof AbortSignal && !known.has(this)) {
    known.add(this);
    signals.add(new WeakRef(this));
  }
  listen.apply(this, given);
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Counts what is alive now. */
export async function takeCensus(): Promise<Census> {
  // What a weak reference was asked for stays alive until the event loop turns.
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  const entries: Record<string, number> = {};
  const alive = made.filter(({ collection, at }) => {
    const size = collection.deref()?.size;
    if (size !== undefined) entries[at] = (entries[at] ?? 0) + size;
    return size !== undefined;
  });
  made.splice(0, made.length, ...alive);
  let listeners = 0;
  for (const each of signals) {
    const signal = each.deref();
    if (signal === undefined) signals.delete(each);
    else listeners += getEventListeners(signal, 'abort').length;
  }
  return {
    entries: Object.fromEntries(
      Object.entries(entries)
        .filter(([, size]) => size > 0)
        .sort(),
    ),
    listeners,
  };
}
