import type { DeclaredApi } from '../declaration/index.ts';
import { at, listAt, type PlainObject, textAt } from '../objects/index.ts';
import { descriptorsOf, versionOf } from './descriptors.ts';
import type { BundlePlan } from './plan.ts';
import { type UsedKind, usedKinds } from './used-kinds.ts';

/** Pure: each served version of the kinds of the operator, as a ClusterServiceVersion describes it. */
export function ownedKinds(definitions: readonly PlainObject[], plan: BundlePlan): readonly object[] {
  return plan.declaration.apis.flatMap((api) => {
    const name = `${api.plural}.${api.group}`;
    const definition = definitions.find(({ metadata }) => metadata.name === name);
    if (definition === undefined) return [];
    return servedVersions(definition).map((version) => ownedKind(definition, { api, version, plan }));
  });
}

function servedVersions(definition: PlainObject): readonly string[] {
  return listAt(definition, 'spec.versions')
    .filter((version) => at(version, 'served') === true)
    .flatMap((version) => textAt(version, 'name') ?? []);
}

interface Owned {
  readonly api: DeclaredApi;
  readonly version: string;
  readonly plan: BundlePlan;
}

function ownedKind(definition: PlainObject, { api, version, plan }: Owned): object {
  const described = versionOf(definition, version);
  const { kindNames = {} } = plan.options;
  return {
    name: definition.metadata.name,
    version,
    kind: api.kind,
    displayName: kindNames[api.kind] ?? api.kind,
    description: textAt(described, 'schema.openAPIV3Schema.description') ?? `A ${api.kind}.`,
    resources: usedBy(api, plan),
    specDescriptors: descriptorsOf(described, 'spec'),
    statusDescriptors: descriptorsOf(described, 'status'),
  };
}

function usedBy({ group, kind }: DeclaredApi, { declaration }: BundlePlan): readonly UsedKind[] {
  const controllers = declaration.controllers.filter((each) => each.for.group === group && each.for.kind === kind);
  return usedKinds({ rules: controllers.flatMap(({ rules }) => rules) });
}
