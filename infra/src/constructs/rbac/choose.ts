import type { DeclaredController, OperatorDeclaration } from '../../declaration/index.ts';

/**
 * Pure: the declared controllers with these names, in the order of the declaration; all controllers if `names` is
 * undefined.
 *
 * Throws if a name is not declared, or if `names` is empty.
 */
export function chooseControllers(
  declaration: OperatorDeclaration,
  names: readonly string[] | undefined,
): readonly DeclaredController[] {
  if (names === undefined) return declaration.controllers;
  if (names.length === 0) throw new Error('controllers is empty: name at least one, or leave it out to run them all');
  const known = declaration.controllers.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`${declaration.name} has no controller ${JSON.stringify(unknown)}: it has ${known.join(', ')}`);
  }
  return declaration.controllers.filter(({ name }) => names.includes(name));
}

/**
 * Pure: the namespaces to serve, each once; undefined means the whole cluster.
 *
 * Throws if `namespaces` is empty or contains an invalid name, or if one of the controllers is for a cluster-scoped
 * kind.
 */
export function chooseNamespaces(
  declaration: OperatorDeclaration,
  controllers: readonly DeclaredController[],
  namespaces: readonly string[] | undefined,
): readonly string[] | undefined {
  if (namespaces === undefined) return undefined;
  if (namespaces.length === 0) throw new Error('namespaces is empty: name at least one, or leave it out to serve all');
  const wrong = namespaces.find((name) => !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name));
  if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)} is not the name of a namespace`);
  const clusterWide = controllers.find((controller) => isClusterScoped(declaration, controller));
  if (clusterWide !== undefined) {
    throw new Error(
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
