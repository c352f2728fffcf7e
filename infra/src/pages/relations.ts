import type { PlainObject } from '../objects/index.ts';
import { accessRelations } from './access-relations.ts';
import { definitionRelations } from './definition-relations.ts';
import { networkRelations } from './network-relations.ts';
import type { Relation } from './relation.ts';
import { workloadRelations } from './workload-relations.ts';

const finders = [...workloadRelations, ...networkRelations, ...accessRelations, ...definitionRelations];

/** Pure: what the objects have to do with each other, as far as both ends are among them. */
export function relationsAmong(objects: readonly PlainObject[]): Relation[] {
  return objects.flatMap((from) => finders.flatMap((find) => find(from, objects)));
}
