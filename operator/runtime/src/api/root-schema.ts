import type { ApiDeclaration, VersionDeclaration } from './api.ts';
import { cel, onCreation } from './cel.ts';
import { conditionsSchema } from './conditions-schema.ts';
import type { JsonSchema, ValidationRule } from '../base/index.ts';
import { omitEmpty } from './make-schema.ts';
import { buildFieldPath } from './rule-paths.ts';
import type { Schema } from './schema.ts';

const typeMeta = {
  apiVersion: { type: 'string', description: 'The group and version of this representation of the object.' },
  kind: { type: 'string', description: 'The kind of the object.' },
  metadata: { type: 'object' },
} as const satisfies Record<string, JsonSchema>;

/**
 * Replaces `required: ['spec']`: that would also reject status and finalizer updates of objects that are stored without
 * a spec.
 */
const specOnCreation: ValidationRule = {
  ...cel('has(self.spec) || oldSelf.hasValue() && !has(oldSelf.value().spec)', 'spec is required'),
  ...{ reason: 'FieldValueRequired', fieldPath: '.spec' },
  optionalOldSelf: true,
};

/** Builds the schema of the whole object in one version. */
export function buildRootSchema(
  { description = '', externalDocs }: Pick<ApiDeclaration<Schema, Schema>, 'description' | 'externalDocs'>,
  { spec, status, rules = [], creationRules = [] }: VersionDeclaration,
): JsonSchema {
  const properties = {
    ...typeMeta,
    spec: { description: 'The desired state.', ...spec.json },
    status: buildStatusSchema(status),
  };
  // Without a `fieldPath`, the API server's message for a rule on the whole object names the field `<nil>`.
  const located = (rule: ValidationRule): ValidationRule => ({
    ...rule,
    fieldPath: rule.fieldPath ?? buildFieldPath(rule.rule, { type: 'object', properties }),
  });
  return {
    type: 'object',
    ...(description !== '' && { description }),
    ...(externalDocs && { externalDocs: omitEmpty(externalDocs) }),
    properties,
    'x-kubernetes-validations': [
      specOnCreation,
      ...rules.map(located),
      ...creationRules.map((rule) => onCreation(located(rule))),
    ],
  };
}

/**
 * Builds the schema of the status. Every field is optional, because controllers write the status field by field. Every
 * status has conditions, because the runtime reports rejected children there.
 */
export function buildStatusSchema(status: Schema | undefined): JsonSchema {
  const { required: _required, properties = {}, ...json } = status?.json ?? { type: 'object' };
  return {
    description: 'The observed state.',
    ...json,
    properties: {
      observedGeneration: {
        type: 'integer',
        format: 'int64',
        description: 'The metadata.generation that this status was computed from.',
      },
      ...properties,
      ...(!('conditions' in properties) && { conditions: conditionsSchema }),
    },
  };
}
