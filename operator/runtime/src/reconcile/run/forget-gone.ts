import { type Kind, parseKey } from '../../base/index.ts';
import { kindId } from '../child/index.ts';
import type { ControllerDefinition } from '../declare/index.ts';
import type { Run } from '../write/index.ts';

/**
 * Forgets what was remembered of children that are gone, and what a dry run has said that this run had no reason to say:
 * an owner whose children change their names would otherwise be remembered more and more for as long as it lives.
 */
export function forgetGone({ environment, memory, checked }: Run, { owns }: Pick<ControllerDefinition, 'owns'>): void {
  const kinds = Object.values<{ readonly kind: Kind }>(owns).map(({ kind }) => kind);
  for (const id of memory.keys()) {
    const kind = kinds.find((each) => id.startsWith(kindId(each)));
    const isOfUse =
      kind === undefined
        ? checked.has(id)
        : environment.cacheOf(kind).get(parseKey(id.slice(kindId(kind).length))) !== undefined;
    if (!isOfUse) memory.delete(id);
  }
}
