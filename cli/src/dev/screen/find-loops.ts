import type { Reconcile, Write } from './model.ts';

/** A field that reconciles write again and again. */
export interface WriteLoop {
  /** The reconciled object, such as `default/sample`. */
  readonly object: string;
  /** The object that is written, such as `Deployment default/web`; empty for the reconciled object itself. */
  readonly what: string;
  readonly path: string;
  readonly times: number;
  /** The cause of the last reconcile that wrote the field. */
  readonly cause: string;
}

/** This many writes of a field within `withinMs`, each in a reconcile that a change caused, are a write loop. */
const writesAtLeast = 5;
const withinMs = 20_000;

/** Causes that do not count as a reply to a write: they are not changes, or the user made them. */
const noReply = /^(start|leadership|resync|timer|retry|trigger .*|\d+ more|spec\b.*|created\b.*)$/;

/** Finds the fields that reconciles write again and again because each write is followed by another change. */
export function findLoops(ended: readonly Reconcile[], nowMs: number): readonly WriteLoop[] {
  const loops = new Map<string, WriteLoop>();
  for (const { time, object, causes, writes } of ended) {
    if (nowMs - Date.parse(time) > withinMs) continue;
    for (const { what, path } of writes.flatMap(listFields)) {
      const cause = causes.find((text) => isReply({ what, path }, text));
      const id = `${object} ${what} ${path}`;
      if (cause !== undefined) loops.set(id, { object, what, path, cause, times: (loops.get(id)?.times ?? 0) + 1 });
    }
  }
  return [...loops.values()].filter(({ times, path }) => times >= writesAtLeast && path !== '…');
}

interface Field {
  readonly what: string;
  readonly path: string;
}

function listFields({ what, paths }: Write): readonly Field[] {
  return paths.map((path) => ({ what, path }));
}

/**
 * Whether `cause` may be a reply to the write of a field. For the reconciled object, only a change of the same status
 * field counts, because its status changes whenever a child does.
 */
function isReply({ what, path }: Field, cause: string): boolean {
  if (noReply.test(cause)) return false;
  return what !== '' || (cause.startsWith('status') && cause.includes(path));
}
