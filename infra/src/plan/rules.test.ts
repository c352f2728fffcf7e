import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { PolicyRule } from '../declaration/index.ts';
import { mergeRules } from './rules.ts';

/** Each single permission that the rules grant, as text. */
function listGrants(rules: readonly PolicyRule[]): Set<string> {
  const all = rules.flatMap(({ apiGroups, resources, resourceNames = ['*'], verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) =>
        resourceNames.flatMap((name) => verbs.map((verb) => `${verb} ${group}/${resource} ${name}`)),
      ),
    ),
  );
  return new Set(all);
}

const arbitrarySome = (...values: string[]): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });

const rule: fc.Arbitrary<PolicyRule> = fc.record(
  {
    apiGroups: arbitrarySome('', 'apps', 'zoo.example'),
    resources: arbitrarySome('pods', 'pods/status', 'animals'),
    resourceNames: arbitrarySome('a', 'b'),
    verbs: arbitrarySome('get', 'list', 'patch'),
  },
  { requiredKeys: ['apiGroups', 'resources', 'verbs'] },
);

const rules = fc.array(rule, { maxLength: 8 });

describe('mergeRules', () => {
  it('grants exactly the permissions of the given rules', () => {
    fc.assert(
      fc.property(rules, (given) => {
        expect(listGrants(mergeRules(given))).toEqual(listGrants(given));
      }),
    );
  });

  it('returns the same result for every order of the rules', () => {
    fc.assert(
      fc.property(rules, (given) => {
        expect(mergeRules([...given].reverse())).toEqual(mergeRules(given));
      }),
    );
  });

  it('does not change rules that are already merged', () => {
    fc.assert(
      fc.property(rules, (given) => {
        expect(mergeRules(mergeRules(given))).toEqual(mergeRules(given));
      }),
    );
  });

  it('joins the verbs on one resource and the resources with the same verbs', () => {
    expect(
      mergeRules([
        { apiGroups: ['apps'], resources: ['deployments'], verbs: ['watch', 'get'] },
        { apiGroups: [''], resources: ['services'], verbs: ['get'] },
        { apiGroups: ['apps'], resources: ['daemonsets'], verbs: ['get', 'watch', 'list'] },
        { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] },
      ]),
    ).toEqual([
      { apiGroups: [''], resources: ['services'], verbs: ['get'] },
      { apiGroups: ['apps'], resources: ['daemonsets', 'deployments'], verbs: ['get', 'list', 'watch'] },
    ]);
  });

  it('does not merge rules with resourceNames into rules for all objects', () => {
    const all = { apiGroups: [''], resources: ['secrets'], verbs: ['create'] };
    const named = { apiGroups: [''], resources: ['secrets'], resourceNames: ['a'], verbs: ['create', 'get'] };
    expect(mergeRules([named, all])).toEqual([all, named]);
  });
});
