import { describe, expect, it } from 'vitest';

import { listApis } from '../../../runtime/src/manager/index.ts';
import { kubewright } from '../../../src/kubewright.ts';
import { type Api, cel, defineApi, t } from '../../../runtime/src/api/index.ts';
import { checkRuleTypes } from './check-crd.ts';
import { buildRuledApi, bad, good, left, optionalTransitions, transitions } from '../../fixtures/rule-examples.ts';

const createCheck =
  ({ crd }: Api) =>
  () => {
    checkRuleTypes(crd);
  };
const formatRejection = (rule: string, says: string): string =>
  `failed to generate the CRD ruleds.rules.kubewright.example: spec: rule ${rule}: ${says}`;

describe('the rules of a CRD', () => {
  it.each([...good, ...transitions, ...left])('may be %s', (rule) => {
    expect(createCheck(buildRuledApi([rule]))).not.toThrow();
  });

  it('may use functions and types that only the API server knows', () => {
    for (const rule of [...left, 'isURL(self.s) && self.s.find("a") == 1', 'self == oldSelf', 'self.items == 1'])
      expect(createCheck(buildRuledApi([rule]))).not.toThrow();
  });

  it.each(optionalTransitions)('may be %s if the old value is optional', (rule) => {
    expect(createCheck(buildRuledApi([rule], { optionalOldSelf: true }))).not.toThrow();
  });

  it.each(bad)('may not be %s', (rule, says) => {
    expect(createCheck(buildRuledApi([rule]))).toThrow(formatRejection(rule, says));
  });

  it('are checked if they use oldSelf', () => {
    const says = 'no such overload: int > string';
    expect(createCheck(buildRuledApi(['self.n > oldSelf.s']))).toThrow(formatRejection('self.n > oldSelf.s', says));
  });

  it('are checked on creation, on the whole object, in lists, maps and the status; errors have their paths', () => {
    const onText = [cel('self > 1', 'must be more')];
    const Shop = defineApi({
      ...{ group: 'books.example', version: 'v1', kind: 'Shop' },
      spec: t.object({
        name: t.string({ rules: onText }),
        tags: t.array(t.string({ rules: onText })),
        rooms: t.record(t.object({ door: t.string({ rules: onText }) })),
      }),
      status: t.object({ door: t.string({ rules: onText }) }),
      rules: [cel('self.metadata.name > 1', 'must be more')],
      creationRules: [cel('self.spec.name == 2', 'must be two')],
    });
    const message = 'rule self > 1: no such overload: string > int';
    expect(createCheck(Shop)).toThrow(
      [
        'failed to generate the CRD shops.books.example: rule self.metadata.name > 1: no such overload: string > int',
        'rule oldSelf.hasValue() || (self.spec.name == 2): no such overload: string == int in self.spec.name == 2',
        `spec.name: ${message}`,
        `spec.tags[]: ${message}`,
        `spec.rooms{}.door: ${message}`,
        `status.door: ${message}`,
      ].join('; '),
    );
  });

  it('have message expressions of type string', () => {
    const buildApiWithMessage = (messageExpression: string) => buildRuledApi(['self.n > 1'], { messageExpression });
    expect(createCheck(buildApiWithMessage("'n is ' + string(self.n)"))).not.toThrow();
    const says = 'messageExpression self.n: the expression has the type int, not string';
    expect(createCheck(buildApiWithMessage('self.n'))).toThrow(`spec: ${says}`);
    expect(createCheck(buildApiWithMessage("'n is ' + self.n"))).toThrow('no such overload: string + int');
  });

  it('have no type error in our own APIs', () => {
    const ours = listApis(kubewright);
    expect(ours.length).toBeGreaterThan(5);
    for (const api of ours) expect(createCheck(api)).not.toThrow();
  });
});
