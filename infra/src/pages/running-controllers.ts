import type { DeclaredController, OperatorDeclaration } from '../declaration/index.ts';
import { listAt, type PlainObject, textAt } from '../objects/index.ts';
import { templateOf } from './relation.ts';

/** Pure: the controllers that a workload selects by the declared setting `controllers`; all if none does. */
export function runningControllers(
  { controllers, settings }: OperatorDeclaration,
  objects: readonly PlainObject[],
): readonly DeclaredController[] {
  const variable = settings.find(({ name }) => name === 'controllers')?.env;
  const chosen = objects.flatMap((object) => {
    const template = templateOf(object);
    const containers = template === undefined ? [] : listAt(object, `${template}.spec.containers`);
    const variables = containers.flatMap((container) => listAt(container, 'env'));
    return variables.flatMap((each) => (textAt(each, 'name') === variable ? [textAt(each, 'value') ?? ''] : []));
  });
  if (chosen.length === 0) return controllers;
  const names = chosen.flatMap((list) => list.split(','));
  return controllers.filter(({ name }) => names.includes(name));
}
