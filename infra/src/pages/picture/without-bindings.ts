import type { PlainObject } from '../../objects/index.ts';
import type { Relation } from '../relation.ts';

/** What a picture shows: objects, and the relations among them. */
export interface Related {
  readonly objects: readonly PlainObject[];
  readonly relations: readonly Relation[];
}

/**
 * Pure: the same without bindings. The binding of a role becomes a relation from the role to who has it; that of an
 * admission policy goes without a trace, since a policy without one would be an object that nothing is about. A binding of
 * something that is not among the objects stays.
 */
export function withoutBindings({ objects, relations }: Related): Related {
  const from = (object: PlainObject): Relation[] => relations.filter((relation) => relation.from === object);
  const dropped = new Set(objects.filter((object) => from(object).some(({ verb }) => verb === 'enforces')));
  const bound: Relation[] = [];
  for (const object of objects) {
    const roles = from(object).filter(({ verb }) => verb === 'binds');
    const subjects = from(object).filter(({ verb }) => verb === 'to');
    if (roles.length === 0 || subjects.length === 0) continue;
    dropped.add(object);
    for (const role of roles) bound.push(...subjects.map(({ to }) => ({ from: role.to, verb: 'is for', to })));
  }
  return {
    objects: objects.filter((object) => !dropped.has(object)),
    relations: [...relations.filter((relation) => !dropped.has(relation.from)), ...bound],
  };
}
