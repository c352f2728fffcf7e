import type { DeclaredController, OperatorDeclaration } from '../../declaration/index.ts';
import { instead, OptionError } from '../checks/index.ts';

/**
 * Pure: the declared controllers with these names, in the order of the declaration; all controllers if `names` is
 * undefined.
 *
 * Throws if a name is not declared.
 */
export function chooseControllers(
  declaration: OperatorDeclaration,
  names: readonly string[] | undefined,
): readonly DeclaredController[] {
  if (names === undefined) return declaration.controllers;
  const known = declaration.controllers.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new OptionError(
      `${declaration.name} has no controller ${JSON.stringify(unknown)}: ${instead(unknown, known)}`,
    );
  }
  return declaration.controllers.filter(({ name }) => names.includes(name));
}

/**
 * Pure: the namespaces to serve, each once; undefined means the whole cluster.
 *
 * Throws if one of the controllers is for a cluster-scoped kind.
 */
export function chooseNamespaces(
  declaration: OperatorDeclaration,
  controllers: readonly DeclaredController[],
  namespaces: readonly string[] | undefined,
): readonly string[] | undefined {
  if (namespaces === undefined) return undefined;
  const clusterWide = controllers.find((controller) => isClusterScoped(declaration, controller));
  if (clusterWide !== undefined) {
    throw new OptionError(
      `the controller ${clusterWide.name} cannot be limited to namespaces: ${clusterWide.for.kind} lives in none. ` +
        'Leave out namespaces, or choose other controllers',
    );
  }
  return [...new Set(namespaces)];
}

function isClusterScoped(declaration: OperatorDeclaration, controller: DeclaredController): boolean {
  const { group, kind } = controller.for;
  return declaration.apis.some((api) => api.group === group && api.kind === kind && api.scope === 'Cluster');
}
