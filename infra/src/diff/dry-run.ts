import { identityOf, type PlainObject } from '../objects/index.ts';
import type { Kubectl } from './kubectl.ts';
import { objectsIn, unreachable } from './lookup.ts';

/** What an API server says of applying one object: what it would be, or why not. */
export type Tried = { readonly applied: PlainObject } | { readonly error: string };

export interface DryRunOptions {
  readonly kubectl: Kubectl;
  readonly fieldManager: string;
  /** Takes fields over that other managers own. @default false */
  readonly force?: boolean;
}

/**
 * Tries to apply objects without storing anything, by one call if none is refused: kubectl prints nothing of a call in
 * which one is. Then each half is tried, so that a few that are refused cost a few calls.
 */
export async function dryRun(
  objects: readonly PlainObject[],
  options: DryRunOptions,
): Promise<ReadonlyMap<PlainObject, Tried>> {
  if (objects.length === 0) return new Map();
  const { kubectl, fieldManager, force = false } = options;
  const flags = [
    '--server-side',
    '--dry-run=server',
    `--field-manager=${fieldManager}`,
    `--force-conflicts=${String(force)}`,
  ];
  const { ok, stdout, stderr } = await kubectl(['apply', ...flags, '-o', 'json', '-f', '-'], objects);
  if (ok) return matched(objects, objectsIn(stdout));
  if (isUnreachable(stderr)) throw unreachable(stderr);
  const [only, ...more] = objects;
  if (only !== undefined && more.length === 0) return new Map([[only, { error: withoutPrefix(stderr) }]]);
  const half = Math.ceil(objects.length / 2);
  const halves = [objects.slice(0, half), objects.slice(half)];
  const tried = await Promise.all(halves.map((each) => dryRun(each, options)));
  return new Map(tried.flatMap((each) => [...each]));
}

function matched(objects: readonly PlainObject[], printed: readonly PlainObject[]): ReadonlyMap<PlainObject, Tried> {
  const byIdentity = new Map(printed.map((each) => [identityOf(each), each]));
  return new Map(
    objects.map((object, position) => {
      // kubectl prints them in the order of its input; one without a namespace is printed with that of the context.
      const applied = byIdentity.get(identityOf(object)) ?? printed[position];
      return [object, applied === undefined ? { error: 'kubectl printed nothing about it' } : { applied }];
    }),
  );
}

function isUnreachable(stderr: string): boolean {
  return /Unable to connect to the server|The connection to the server|You must be logged in/.test(stderr);
}

function withoutPrefix(stderr: string): string {
  return stderr.replaceAll(/^(error|Error from server( \([^)]*\))?): (error when \w+ "STDIN": )?/gm, '').trim();
}
