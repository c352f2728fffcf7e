import { randomBytes } from 'node:crypto';

import {
  awaitChange,
  ConfigMap,
  defineApi,
  defineController,
  definePolicy,
  type OperatorDefinition,
  type ResourceOf,
  t,
} from '../../../operator/runtime/src/index.ts';

/** A kind that no other test uses, because policies for it apply to the whole cluster. */
export const Cafe = defineApi({
  group: `p${randomBytes(3).toString('hex')}.policies.example`,
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({
    image: t.string(),
    seats: t.optional(t.integer()),
    sign: t.optional(t.string()),
    closed: t.optional(t.boolean()),
  }),
});

export type Cafe = ResourceOf<typeof Cafe>;

const cafe = defineController(Cafe, { reconcile: async () => awaitChange });

/** An operator with policies for its own kind that validate, warn, mutate, and reject deletions. */
export const coffee: OperatorDefinition = {
  name: Cafe.group.replace('.policies.example', '-coffee'),
  version: '1.0.0',
  controllers: [cafe],
  policies: [
    definePolicy(Cafe, {
      name: 'pinned-image',
      when: [{ name: 'open', cel: '!has(object.spec.closed) || !object.spec.closed' }],
      variables: [{ name: 'image', cel: 'object.spec.image' }],
      validate: [
        { cel: "!variables.image.endsWith(':latest')", message: 'give the image a tag other than latest' },
        {
          cel: "variables.image.contains(':')",
          message: 'give the image a tag',
          messageCel: "'give the image ' + variables.image + ' a tag'",
          reason: 'Forbidden',
        },
      ],
    }),
    definePolicy(Cafe, {
      name: 'old-sign',
      validate: [{ cel: '!has(object.spec.sign)', message: 'spec.sign is ignored: remove it' }],
      actions: ['Warn'],
    }),
    definePolicy(Cafe, {
      name: 'seats',
      mutate: [
        { apply: 'has(object.spec.seats) ? Object{} : Object{spec: Object.spec{seats: 4}}' },
        {
          jsonPatch:
            "has(object.metadata.annotations) ? [] : [JSONPatch{op: 'add', path: '/metadata/annotations', value: {'seated': 'yes'}}]",
        },
      ],
    }),
    definePolicy(Cafe, {
      name: 'in-use',
      operations: ['DELETE'],
      validate: [
        {
          cel: '!has(oldObject.spec.seats) || oldObject.spec.seats < 100',
          message: 'close a cafe with 100 seats before it is deleted',
          reason: 'Forbidden',
        },
      ],
    }),
  ],
};

/** An operator with a policy for a kind that it does not declare. */
export const menus: OperatorDefinition = {
  ...coffee,
  name: Cafe.group.replace('.policies.example', '-menus'),
  policies: [
    definePolicy(ConfigMap, {
      name: 'no-secrets',
      validate: [{ cel: "!has(object.data) || !('password' in object.data)", message: 'put passwords into a Secret' }],
      mutate: [
        {
          apply: `has(namespaceObject.metadata.labels) && 'example.com/team' in namespaceObject.metadata.labels
            ? Object{metadata: Object.metadata{labels: {'example.com/team': namespaceObject.metadata.labels['example.com/team']}}}
            : Object{}`,
        },
      ],
    }),
  ],
};
