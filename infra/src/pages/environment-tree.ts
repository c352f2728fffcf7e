import { grouped, objectsIn, type PlainObject, textAt, type Unit } from '../objects/index.ts';
import type { DescribedEnvironment } from './environment-page.ts';
import { relationsAmong } from './relations.ts';
import type { Relation } from './relation.ts';

interface Branch {
  readonly text: string;
  readonly branches: readonly Branch[];
}

/**
 * Pure: the objects of an environment as a tree for a terminal: units, namespaces, objects, and below each object what it
 * has to do with others.
 */
export function environmentTree({ name, units }: DescribedEnvironment): string {
  const relations = relationsAmong(objectsIn(units));
  const branches = units.map((unit) => ({ text: unit.name, branches: placesOf(unit, relations) }));
  return [name, ...drawn(branches)].join('\n').concat('\n');
}

function placesOf({ objects }: Unit, relations: readonly Relation[]): readonly Branch[] {
  const places = grouped(objects, ({ metadata: { namespace } }) =>
    namespace === undefined ? 'whole cluster' : `namespace ${namespace}`,
  );
  return [...places].map(([text, within]) => ({ text, branches: within.map((each) => branchOf(each, relations)) }));
}

function branchOf(object: PlainObject, relations: readonly Relation[]): Branch {
  const own = relations.filter(({ from }) => from === object);
  const kind = textAt(object, 'spec.names.kind');
  return {
    text: `${object.kind} ${object.metadata.name}${kind === undefined ? '' : ` (${kind})`}`,
    branches: own.map(({ verb, to }) => ({ text: `${verb} ${addressFrom(object, to)}`, branches: [] })),
  };
}

/** An object as it is called from another one: with its namespace only if that is another one. */
function addressFrom({ metadata: { namespace } }: PlainObject, { kind, metadata }: PlainObject): string {
  const isElsewhere = metadata.namespace !== undefined && metadata.namespace !== namespace;
  return `${kind} ${isElsewhere ? `${metadata.namespace}/` : ''}${metadata.name}`;
}

function drawn(branches: readonly Branch[]): readonly string[] {
  return branches.flatMap(({ text, branches: below }, index) => {
    const isLast = index === branches.length - 1;
    return [`${isLast ? '└─' : '├─'} ${text}`, ...drawn(below).map((line) => `${isLast ? '  ' : '│ '} ${line}`)];
  });
}
