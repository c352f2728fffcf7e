import { type FieldSet, isRecord, getKey, type Kind, type KubeObject, getMember } from '../../base/index.ts';
import { findOwnFields } from '../../cache/index.ts';
import { findItemIndex, pickOwned } from '../compare/index.ts';
import type { Desired, DesiredMeta } from '../declare/index.ts';
import { findOwnChild, type Run } from '../write/index.ts';
import { updateChild } from './apply-child.ts';
import { buildChild } from './child.ts';

/**
 * Updates the labels and annotations of a child, and sends nothing if they are up to date. Applies our other fields
 * with their present values: omitting them would remove them, which the API server rejects for immutable ones.
 *
 * Guarantees: as `applyChild`; creates nothing.
 * Errors: `NAME_CONFLICT`, `NOT_LEADER`, `ApiError`, also if the child does not exist.
 */
export async function keepChild<T extends KubeObject>(run: Run, kind: Kind<T>, metadata: DesiredMeta): Promise<T> {
  const bare = { metadata } as Desired<T>;
  const key = getKey(buildChild(run, kind, bare));
  const { environment, signal } = run;
  const cache = environment.getCache(kind);
  const live =
    findOwnChild(cache, key, run.owner) ?? cache.trim(await environment.client.resource(kind).get(key, { signal }));
  const child = buildChild(run, kind, { ...pickOwnPart(live, environment.fieldManager), ...bare });
  return updateChild({ run, kind, child }, live);
}

/**
 * The fields that we have applied to a child, except metadata, with their present values; none if another manager
 * created it.
 */
function pickOwnPart(live: KubeObject, fieldManager: string): object {
  const { 'f:metadata': _metadata, ...rest } = findOwnFields(live, fieldManager)?.fields ?? {};
  return Object.keys(rest).length === 0 ? {} : (withUnset(rest, pickOwned(rest, live)) as object);
}

/** Fields that we have applied as `null` are ours, and stay `null`. */
function withUnset(owned: FieldSet, value: unknown): unknown {
  const entries = Object.entries(owned).filter(([entry]) => entry !== '.');
  if (Array.isArray(value)) {
    const nodes = new Map(entries.map(([entry, node]) => [findItemIndex(entry, value), node] as const));
    return value.map((item: unknown, index) => withUnset(nodes.get(index) ?? {}, item));
  }
  if (!isRecord(value)) return value;
  const members = entries.map(([entry, node]) => {
    const name = entry.slice(2);
    const unset = Object.keys(node).length === 0 ? null : {};
    return [name, withUnset(node, getMember(value, name) ?? unset)] as const;
  });
  return { ...value, ...Object.fromEntries(members) };
}
