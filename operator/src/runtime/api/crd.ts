import type { ApiDeclaration } from './api.ts';
import { onCreation, cel } from './cel.ts';
import { conditionsSchema } from './conditions-schema.ts';
import type { Column } from './column.ts';
import type { CrdNames, CrdScale, CrdVersion, CustomResourceDefinition } from './custom-resource-definition.ts';
import type { JsonSchema, ValidationRule } from './json-schema.ts';
import type { Schema } from './schema.ts';

/** A declaration with its defaults filled in. */
export type NamedDeclaration = ApiDeclaration<Schema, Schema> & { readonly plural: string };

/** The CRD of a declaration, exactly as the API server will store it. */
export function crdOf(api: NamedDeclaration): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${api.plural}.${api.group}` },
    spec: { group: api.group, names: namesOf(api), scope: api.scope ?? 'Namespaced', versions: [versionOf(api)] },
  };
}

function namesOf(api: NamedDeclaration): CrdNames {
  return {
    kind: api.kind,
    listKind: `${api.kind}List`,
    plural: api.plural,
    singular: api.kind.toLowerCase(),
    ...(api.shortNames && { shortNames: api.shortNames }),
    ...(api.categories && { categories: api.categories }),
  };
}

function versionOf(api: NamedDeclaration): CrdVersion {
  const age: Column = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
  return {
    name: api.version,
    served: true,
    storage: true,
    schema: { openAPIV3Schema: rootSchema(api) },
    additionalPrinterColumns: [...(api.columns ?? []), age],
    ...(api.selectableFields && { selectableFields: api.selectableFields.map((jsonPath) => ({ jsonPath })) }),
    subresources: { status: {}, ...(api.scale && { scale: scaleOf(api.scale) }) },
  };
}

function scaleOf(scale: NonNullable<NamedDeclaration['scale']>): CrdScale {
  return {
    specReplicasPath: scale.spec,
    statusReplicasPath: scale.status,
    ...(scale.selector !== undefined && { labelSelectorPath: scale.selector }),
  };
}

const typeMeta = {
  apiVersion: { type: 'string', description: 'The group and version of this representation of the object.' },
  kind: { type: 'string', description: 'The kind of the object.' },
  metadata: { type: 'object' },
} as const satisfies Record<string, JsonSchema>;

/** `spec` in the root's `required` would also refuse the status and the finalizers of objects that were stored without one. */
const specOnCreation: ValidationRule = {
  ...cel('has(self.spec) || oldSelf.hasValue() && !has(oldSelf.value().spec)', 'spec is required'),
  optionalOldSelf: true,
};

function rootSchema(api: NamedDeclaration): JsonSchema {
  return {
    type: 'object',
    ...(api.description !== undefined && { description: api.description }),
    properties: {
      ...typeMeta,
      spec: { description: `What is asked for.`, ...api.spec.json },
      status: statusSchema(api.status),
    },
    'x-kubernetes-validations': [specOnCreation, ...(api.rules ?? []), ...(api.creationRules ?? []).map(onCreation)],
  };
}

/**
 * The status is written bit by bit: nothing of it is required. Every API has one with conditions, because a refusal by the
 * cluster is reported there whatever the controller does.
 */
export function statusSchema(status: Schema | undefined): JsonSchema {
  const { required: _required, properties = {}, ...json } = status?.json ?? { type: 'object' };
  return {
    description: 'What is.',
    ...json,
    properties: {
      observedGeneration: {
        type: 'integer',
        format: 'int64',
        description: 'The metadata.generation that this status speaks of.',
      },
      ...properties,
      ...(!('conditions' in properties) && { conditions: conditionsSchema }),
    },
  };
}
