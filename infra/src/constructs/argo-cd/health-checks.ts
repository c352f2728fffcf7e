import type { DeclaredApi, OperatorDeclaration } from '../../declaration/index.ts';
import { readManifests } from '../read-manifests.ts';
import { healthLua } from './health-lua.ts';

/**
 * The health checks for the kinds of an operator, in Lua, by their keys in `argocd-cm`. In Argo CD's Helm chart, these
 * keys are values under `configs.cm`.
 *
 * A kind whose status has no conditions gets no check: Argo CD then shows no health for it.
 *
 * Throws if a CustomResourceDefinition cannot be read.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/health/
 */
export function argoCdHealthChecks({ apis }: Pick<OperatorDeclaration, 'apis'>): Readonly<Record<string, string>> {
  const definitions = readManifests(apis.map(({ crd }) => crd)) as readonly Definition[];
  return Object.fromEntries(
    apis
      .filter((api) => hasConditions(api, definitions))
      .map((api) => [`resource.customizations.health.${api.group}_${api.kind}`, healthLua(api)]),
  );
}

/** The part of a CustomResourceDefinition that shows whether its status has conditions. */
interface Definition {
  readonly spec?: {
    readonly group?: string;
    readonly names?: { readonly kind?: string };
    readonly versions?: readonly { readonly name: string; readonly schema?: { readonly openAPIV3Schema?: Schema } }[];
  };
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}

function hasConditions({ group, version, kind }: DeclaredApi, definitions: readonly Definition[]): boolean {
  const found = definitions.find(({ spec }) => spec?.group === group && spec.names?.kind === kind);
  const schema = found?.spec?.versions?.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  return schema?.properties?.['status']?.properties?.['conditions'] !== undefined;
}
