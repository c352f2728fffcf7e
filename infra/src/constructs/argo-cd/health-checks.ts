import type { DeclaredApi, OperatorDeclaration } from '../../declaration/index.ts';
import { definitionOf } from '../definition-of.ts';
import { healthLua } from './health-lua.ts';

/**
 * The health checks for the kinds of an operator, in Lua, by their keys in `argocd-cm`. In Argo CD's Helm chart, these
 * keys are values under `configs.cm`.
 *
 * A kind whose status has no conditions gets no check: Argo CD then shows no health for it.
 *
 * Throws if the declaration has only the path of a CustomResourceDefinition: read it with `loadDeclaration`.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/health/
 */
export function argoCdHealthChecks({ apis }: Pick<OperatorDeclaration, 'apis'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    apis
      .filter(hasConditions)
      .map((api) => [`resource.customizations.health.${api.group}_${api.kind}`, healthLua(api)]),
  );
}

/** The part of a CustomResourceDefinition that shows whether its status has conditions. */
interface Versions {
  readonly versions?: readonly { readonly name: string; readonly schema?: { readonly openAPIV3Schema?: Schema } }[];
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}

function hasConditions(api: DeclaredApi): boolean {
  const { versions }: Versions = definitionOf(api).spec;
  const schema = versions?.find(({ name }) => name === api.version)?.schema?.openAPIV3Schema;
  return schema?.properties?.['status']?.properties?.['conditions'] !== undefined;
}
