import { getKey, type Kind, type KubeObject } from '../../base/index.ts';
import type { Desired, DesiredMeta } from '../declare/index.ts';
import { findOwnChild, type Run } from '../write/index.ts';
import { updateChild } from './apply-child.ts';
import { buildChild } from './child.ts';
import { pickOwnPart } from './own-part.ts';

/**
 * Updates the labels and annotations of a child; sends nothing if they are up to date. Also applies all other fields
 * that we own with their present values: omitting them would remove them, which the API server rejects for immutable
 * fields.
 *
 * Guarantees: those of `applyChild`; creates nothing. Errors: `NAME_CONFLICT`, `NOT_LEADER`, `ApiError`, also if the
 * child does not exist.
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
