import type { Reconcile, Write } from './model.ts';

/** A field that is written again and again. */
export interface WriteLoop {
  /** The reconciled object. */
  readonly object: string;
  /** `Deployment default/web`; empty for the object itself. */
  readonly what: string;
  readonly path: string;
  readonly times: number;
  /** The last cause. */
  readonly cause: string;
}

/** As many writes of one field, each caused by a change, within this time are a loop. */
const writesAtLeast = 5;
const withinMs = 20_000;

/** Causes other than changes, and changes that a user wants to see followed. */
const noReply = /^(start|leadership|resync|timer|retry|trigger .*|\d+ more|spec\b.*|created\b.*)$/;

/** The fields that reconciles have just written repeatedly, because something else changes after each write. */
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

/** A status follows all changes of the children: only a change of the same field is one to reply to. */
function isReply({ what, path }: Field, cause: string): boolean {
  if (noReply.test(cause)) return false;
  return what !== '' || (cause.startsWith('status') && cause.includes(path));
}
