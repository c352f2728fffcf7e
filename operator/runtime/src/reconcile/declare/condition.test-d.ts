import { describe, expectTypeOf, it } from 'vitest';

import { defineApi, t } from '../../api/index.ts';
import type { Condition, Kind, TypeOf } from '../../base/index.ts';
import { Deployment } from '../../kinds/index.ts';
import { type ConditionInput, tryFindCondition } from './condition.ts';

const Shop = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Shop',
  spec: t.object({}),
  status: t.object({ conditions: t.conditions() }),
});
const Till = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Till',
  spec: t.object({}),
  status: t.object({ coins: t.integer() }),
});

declare const find: <K extends Kind>(kind: K) => TypeOf<K> | undefined;
declare const inputs: readonly ConditionInput[];

describe('a found condition', () => {
  it('has the type of the conditions of the object or list', () => {
    expectTypeOf(tryFindCondition(find(Shop), 'Ready')).toEqualTypeOf<Condition | undefined>();
    expectTypeOf(tryFindCondition(find(Shop)?.status?.conditions, 'Ready')).toEqualTypeOf<Condition | undefined>();
    expectTypeOf(tryFindCondition(inputs, 'Ready')).toEqualTypeOf<ConditionInput | undefined>();
    type Conditions = NonNullable<NonNullable<Deployment['status']>['conditions']>;
    expectTypeOf(tryFindCondition(find(Deployment), 'Available')).toEqualTypeOf<Conditions[number] | undefined>();
  });

  it('cannot be one of an object without conditions', () => {
    // @ts-expect-error the status of a Till has no conditions
    tryFindCondition(find(Till), 'Ready');
  });
});
