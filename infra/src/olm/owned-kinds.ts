import { isRecord } from '@kubewright/declaration';
import { k8s } from 'cdk8s-plus-28';

import { at, groupOf, listAt, textAt } from '../objects/index.ts';
import type { Deployed } from './deployed.ts';
import type { BundlePlan } from './plan.ts';

/** Pure: each served version of the kinds of the operator, as a ClusterServiceVersion describes it. */
export function ownedKinds({ definitions }: Deployed, { declaration, options }: BundlePlan): readonly object[] {
  const { kindNames = {} } = options;
  return declaration.apis.flatMap(({ group, kind, plural }) => {
    const name = `${plural}.${group}`;
    const definition = definitions.find(({ metadata }) => metadata.name === name);
    const controllers = declaration.controllers.filter((each) => each.for.group === group && each.for.kind === kind);
    const served = listAt(definition, 'spec.versions').filter((version) => at(version, 'served') === true);
    return served.map((version) => ({
      name,
      version: at(version, 'name'),
      kind,
      displayName: kindNames[kind] ?? kind,
      description: textAt(version, 'schema.openAPIV3Schema.description') ?? `A ${kind}.`,
      resources: usedKinds(controllers.flatMap(({ rules }) => rules)),
      specDescriptors: descriptorsOf(version, 'spec'),
      statusDescriptors: descriptorsOf(version, 'status'),
    }));
  });
}

type Rules = BundlePlan['declaration']['controllers'][number]['rules'];

/** The kinds of Kubernetes that a controller creates or watches, by its rules: a console lists them below a resource. */
function usedKinds(rules: Rules): readonly object[] {
  const used = rules.filter(({ verbs }) => verbs.includes('create') || verbs.includes('watch'));
  const keys = used.flatMap(({ apiGroups, resources }) =>
    apiGroups.flatMap((group) => resources.map((resource) => `${group}/${resource}`)),
  );
  return [...new Set(keys)].flatMap((key) => builtIn.get(key) ?? []);
}

/** The kinds of Kubernetes, by group and resource; of several versions the first one, which is the stable one. */
const builtIn: ReadonlyMap<string, object> = new Map(
  Object.values(k8s)
    .toReversed()
    .flatMap((each: unknown): readonly (readonly [string, object])[] => {
      if (typeof each !== 'function' || !('GVK' in each)) return [];
      const [apiVersion = '', kind = ''] = [textAt(each.GVK, 'apiVersion'), textAt(each.GVK, 'kind')];
      const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
      return [[`${groupOf({ apiVersion })}/${pluralOf(kind)}`, { kind, version, name: '' }]];
    }),
);

function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (word === 'endpoints') return word;
  if (word.endsWith('y')) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** What a console knows of the fields below `spec` or `status`, in the order of the schema. */
function descriptorsOf(version: unknown, part: 'spec' | 'status'): readonly object[] {
  const counts = ['specReplicasPath', 'statusReplicasPath'].map((key) => at(version, `subresources.scale.${key}`));
  return fieldsIn(at(version, `schema.openAPIV3Schema.properties.${part}`), '').map(([path, schema]) => {
    const description = textAt(schema, 'description');
    const control = counts.includes(`.${part}.${path}`) ? controlOf('podCount') : controlFor(path, schema);
    return {
      path,
      displayName: wordsOf(path),
      ...(description !== undefined && { description }),
      ...(control !== undefined && { 'x-descriptors': [control] }),
    };
  });
}

/** Paths and schemas: objects by their fields; lists and maps as a whole. */
function fieldsIn(schema: unknown, prefix: string): readonly (readonly [string, unknown])[] {
  const properties = at(schema, 'properties');
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, each]) => {
    const path = `${prefix}${name}`;
    return isRecord(at(each, 'properties')) ? fieldsIn(each, `${path}.`) : [[path, each] as const];
  });
}

const controlOf = (name: string): string => `urn:alm:descriptor:com.tectonic.ui:${name}`;

function controlFor(path: string, schema: unknown): string | undefined {
  if (path === 'conditions') return 'urn:alm:descriptor:io.kubernetes.conditions';
  const type = textAt(schema, 'type');
  if (type === 'boolean') return controlOf('booleanSwitch');
  if (type === 'integer' || type === 'number') return controlOf('number');
  return type === 'string' && listAt(schema, 'enum').length === 0 ? controlOf('text') : undefined;
}

/** `service.containerPort` as "Service container port". */
function wordsOf(path: string): string {
  const spaced = path.replaceAll('.', ' ').replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}
