import { groupOf, type PlainObject, textAt } from '../objects/index.ts';
import type { Found } from './lookup.ts';
import { nameOf, type ObjectDiff } from './object-diff.ts';

export interface Known {
  /** All objects of the environment. */
  readonly all: readonly PlainObject[];
  readonly found: Found;
}

/** What is known of an object that an API server cannot try, as its kind or its namespace does not exist. */
export function tooEarly(object: PlainObject, { all, found }: Known): ObjectDiff | undefined {
  const { namespace } = object.metadata;
  if (!found.knows(object)) {
    const isDefined = all.some((each) => definesKindOf(each, object));
    return isDefined
      ? later(object, 'new, and its kind does not exist yet')
      : never(object, 'nothing defines its kind');
  }
  if (namespace === undefined || found.hasNamespace(namespace)) return undefined;
  const isCreated = all.some(({ kind, metadata }) => kind === 'Namespace' && metadata.name === namespace);
  return isCreated
    ? later(object, `new, and its namespace ${namespace} does not exist yet`)
    : never(object, `its namespace ${namespace} does not exist, and nothing here creates it`);
}

/**
 * An object that the API server refuses by a definition that changes, too, is not refused for sure: its new definition is
 * not in force in a dry run.
 */
export function withNewDefinitions(
  objects: readonly ObjectDiff[],
  { diffs, all }: { readonly diffs: readonly ObjectDiff[]; readonly all: readonly PlainObject[] },
): readonly ObjectDiff[] {
  const changed = all.filter((each) =>
    diffs.some(
      ({ object, outcome }) =>
        outcome !== 'unchanged' && object.kind === 'CustomResourceDefinition' && object.name === each.metadata.name,
    ),
  );
  return objects.map((diff): ObjectDiff => {
    const isRefused = diff.outcome === 'refused' && changed.some((each) => definesKindOf(each, diff.object));
    if (!isRefused) return diff;
    return {
      ...diff,
      outcome: 'not checked',
      reason: `its definition changes; by the present one: ${diff.reason ?? ''}`,
    };
  });
}

function definesKindOf(definition: PlainObject, object: Pick<PlainObject, 'apiVersion' | 'kind'>): boolean {
  return (
    definition.kind === 'CustomResourceDefinition' &&
    textAt(definition, 'spec.group') === groupOf(object) &&
    textAt(definition, 'spec.names.kind') === object.kind
  );
}

function later(object: PlainObject, reason: string): ObjectDiff {
  return { object: nameOf(object), outcome: 'not checked', fields: [], conflicts: [], reason };
}

function never(object: PlainObject, reason: string): ObjectDiff {
  return { object: nameOf(object), outcome: 'refused', fields: [], conflicts: [], reason };
}
