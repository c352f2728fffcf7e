import { describe, expectTypeOf, it } from 'vitest';

import { defineApi, t } from '../api/index.ts';
import { Pod } from '../kinds/index.ts';
import { definePolicy } from './define-policy.ts';
import type { PolicyDefinition } from './policy.ts';

const Cafe = defineApi({ group: 'a.example', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const validate = [{ cel: 'true', message: 'never' }];

describe('definePolicy', () => {
  it('accepts our own kinds and all others', () => {
    expectTypeOf(definePolicy(Cafe, { validate })).toEqualTypeOf<PolicyDefinition>();
    expectTypeOf(definePolicy(Pod, { mutate: [{ apply: 'Object{}' }] })).toEqualTypeOf<PolicyDefinition>();
  });

  it('accepts the combinations of actions that the API server accepts', () => {
    definePolicy(Cafe, { validate, actions: ['Deny', 'Audit'] });
    definePolicy(Cafe, { validate, actions: ['Warn'] });
    // @ts-expect-error -- a write is either rejected or accepted with a warning
    definePolicy(Cafe, { validate, actions: ['Deny', 'Warn'] });
    // @ts-expect-error -- without an action nothing happens
    definePolicy(Cafe, { validate, actions: [] });
  });

  it('requires a message, a supported mutation, and a known operation and reason', () => {
    // @ts-expect-error -- users need the message
    definePolicy(Cafe, { validate: [{ cel: 'true' }] });
    // @ts-expect-error -- not a supported method
    definePolicy(Cafe, { mutate: [{ merge: 'Object{}' }] });
    // @ts-expect-error -- CONNECT is not a write of an object
    definePolicy(Cafe, { validate, operations: ['CONNECT'] });
    // @ts-expect-error -- not a reason of the API server
    definePolicy(Cafe, { validate: [{ cel: 'true', message: 'never', reason: 'Sunday' }] });
  });
});
