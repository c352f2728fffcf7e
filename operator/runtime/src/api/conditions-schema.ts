import type { JsonSchema } from '../base/index.ts';

/** The schema of a `metav1.Condition` (KEP-1623). */
const conditionSchema: JsonSchema = {
  type: 'object',
  description: 'One aspect of the state of this resource.',
  required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  properties: {
    type: {
      type: 'string',
      description: 'Which aspect, in CamelCase.',
      maxLength: 316,
      pattern:
        '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
    },
    status: { type: 'string', description: 'True, False or Unknown.', enum: ['True', 'False', 'Unknown'] },
    observedGeneration: {
      type: 'integer',
      format: 'int64',
      minimum: 0,
      description:
        'The metadata.generation that this condition is about. If it is below the current one, this may be out of date.',
    },
    lastTransitionTime: { type: 'string', format: 'date-time', description: 'When the status last changed.' },
    reason: {
      type: 'string',
      description: 'Why, as one CamelCase word for programs.',
      minLength: 1,
      maxLength: 1024,
      pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
    },
    message: { type: 'string', description: 'Why, as a sentence for people.', maxLength: 32768 },
  },
};

export const conditionsSchema: JsonSchema = {
  type: 'array',
  description: 'The state of this resource, aspect by aspect.',
  items: conditionSchema,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
};
