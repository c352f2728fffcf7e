import {
  type DeclaredApi,
  type DeclaredController,
  type DeclaredCrd,
  isCrdOf,
  getKubewrightDeclaration,
  type OperatorDeclaration,
  parseDeclaration,
} from '../declaration/index.ts';
import { type OptionErrors, formatSuggestion, OptionError } from './option-errors.ts';

/** Declarations that were validated before: charts pass them to their constructs. */
const valid = new WeakSet<OperatorDeclaration>();

/** The validated declaration of a construct, or that of our own operators by default. Adds its errors to `errors`. */
export function resolveDeclaration(
  declaration: OperatorDeclaration | undefined,
  errors: OptionErrors,
): OperatorDeclaration {
  if (declaration === undefined) return getKubewrightDeclaration();
  if (valid.has(declaration)) return declaration;
  return errors.attempt(() => parseGivenDeclaration(declaration), getKubewrightDeclaration());
}

function parseGivenDeclaration(declaration: OperatorDeclaration): OperatorDeclaration {
  try {
    const checked = parseDeclaration(declaration);
    valid.add(checked);
    return checked;
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The CRD of a declared kind. Throws an `OptionError` if the declaration contains only its file's path. */
export function getCrd(api: DeclaredApi): DeclaredCrd {
  const { crd, plural, group, kind } = api;
  if (typeof crd === 'string') {
    throw new OptionError(
      `the CRD of ${kind} in the declaration is a file path, ${crd}: read the declaration with loadDeclaration()`,
    );
  }
  if (!isCrdOf(crd, api)) {
    throw new OptionError(
      `the CRD of ${kind} must be the CustomResourceDefinition ${plural}.${group} of kind ${kind}, but is ${crd.kind} ${crd.metadata.name}`,
    );
  }
  return crd;
}

/**
 * Pure: the declared controllers with these names, in the declared order; all controllers if `names` is undefined.
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
      `${declaration.name} has no controller ${JSON.stringify(unknown)}: ${formatSuggestion(unknown, known)}`,
    );
  }
  return declaration.controllers.filter(({ name }) => names.includes(name));
}

/**
 * Pure: the namespaces to serve, without duplicates; undefined means the whole cluster.
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
      `the controller ${clusterWide.name} cannot be limited to namespaces: ${clusterWide.for.kind} is cluster-scoped. ` +
        'Remove namespaces, or choose other controllers',
    );
  }
  return [...new Set(namespaces)];
}

function isClusterScoped(declaration: OperatorDeclaration, controller: DeclaredController): boolean {
  const { group, kind } = controller.for;
  const kinds = [...declaration.apis, ...(declaration.foreignKinds ?? [])];
  return kinds.some((each) => each.group === group && each.kind === kind && each.scope === 'Cluster');
}

/** The controllers that run, and the namespaces in which they may create objects. */
export interface CreationOptions {
  readonly controllers: readonly DeclaredController[];
  /** The namespaces that the operator serves; `undefined` for the whole cluster. */
  readonly namespaces: readonly string[] | undefined;
  readonly accepted: readonly string[] | undefined;
}

/**
 * Throws if the operator may create objects in every namespace, and the options do not accept that. Its own kinds and
 * events need no acceptance, because they do not start Pods.
 */
export function checkAccepted(
  declaration: OperatorDeclaration,
  { controllers, namespaces, accepted }: CreationOptions,
): void {
  if (accepted === undefined || namespaces !== undefined) return;
  const missing = listToAccept(declaration, controllers).filter((each) => !accepted.includes(each));
  if (missing.length === 0) return;
  throw new OptionError(
    `createsEverywhere lacks ${missing.join(', ')}: the operator may create them in every namespace. Add them, or set ` +
      'namespaces, or run other controllers',
  );
}

/** Pure: the kinds that the controllers may create and that need acceptance. */
export function listToAccept({ apis }: OperatorDeclaration, controllers: readonly DeclaredController[]): string[] {
  const own = new Set(apis.map(({ plural, group }) => formatResource(plural, group)));
  return listCreatable(controllers).filter((each) => !own.has(each) && !isEvent(each));
}

function listCreatable(controllers: readonly DeclaredController[]): string[] {
  const rules = controllers.flatMap((controller) => controller.rules);
  const creating = rules.filter(({ verbs }) => verbs.some((verb) => verb === 'create' || verb === '*'));
  const resources = creating.flatMap(({ apiGroups, resources }) =>
    apiGroups.flatMap((group) => resources.map((resource) => formatResource(resource, group))),
  );
  return [...new Set(resources)].sort();
}

function formatResource(resource: string, group: string): string {
  return group === '' ? resource : `${resource}.${group}`;
}

function isEvent(resource: string): boolean {
  return resource === 'events' || resource === 'events.events.k8s.io';
}
