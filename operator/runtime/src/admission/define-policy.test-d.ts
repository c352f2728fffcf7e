import { describe, expectTypeOf, it } from 'vitest';

import { defineApi, t } from '../api/index.ts';
import { Pod } from '../kinds/index.ts';
import { definePolicy } from './define-policy.ts';
import type { PolicyDefinition } from './policy.ts';

const Cafe = defineApi({ group: 'a.example', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const validate = [{ cel: 'true', message: 'never' }];

describe('definePolicy', () => {
  it('takes kinds of ours and all others', () => {
    expectTypeOf(definePolicy(Cafe, { validate })).toEqualTypeOf<PolicyDefinition>();
    expectTypeOf(definePolicy(Pod, { mutate: [{ apply: 'Object{}' }] })).toEqualTypeOf<PolicyDefinition>();
  });

  it('takes the combinations of actions that the API server takes', () => {
    definePolicy(Cafe, { validate, actions: ['Deny', 'Audit'] });
    definePolicy(Cafe, { validate, actions: ['Warn'] });
    // @ts-expect-error -- a write is refused, or done with a warning
    definePolicy(Cafe, { validate, actions: ['Deny', 'Warn'] });
    // @ts-expect-error -- without an action nothing happens
    definePolicy(Cafe, { validate, actions: [] });
  });

  it('asks for a message, for one way to complete an object, and for known words', () => {
    // @ts-expect-error -- the message is what people see
    definePolicy(Cafe, { validate: [{ cel: 'true' }] });
    // @ts-expect-error -- there is no other way
    definePolicy(Cafe, { mutate: [{ merge: 'Object{}' }] });
    // @ts-expect-error -- no operation on an object
    definePolicy(Cafe, { validate, operations: ['CONNECT'] });
    // @ts-expect-error -- the API server knows no such reason
    definePolicy(Cafe, { validate: [{ cel: 'true', message: 'never', reason: 'Sunday' }] });
  });
});
