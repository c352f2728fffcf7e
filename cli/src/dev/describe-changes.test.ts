import { expect, it } from 'vitest';

import { describeChanges, listVersions } from './describe-changes.ts';

interface Fields {
  readonly v1?: object;
  readonly v2?: object;
  readonly scope?: string;
}

const buildCrd = ({ v1 = {}, v2, scope = 'Namespaced' }: Fields = {}) => {
  const buildVersion = (name: string, properties: object) => ({
    ...{ name, served: true, storage: name === 'v1' },
    schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
  });
  return {
    ...{ apiVersion: 'apiextensions.k8s.io/v1', metadata: { name: 'cafes.example.com' } },
    spec: {
      ...{ group: 'example.com', scope, names: { kind: 'Cafe', plural: 'cafes' } },
      conversion: { strategy: 'Webhook' },
      versions: [buildVersion('v1', v1), ...(v2 === undefined ? [] : [buildVersion('v2', v2)])],
    },
  };
};
const text = { tables: { type: 'string' } };
const number = { tables: { type: 'integer' } };

it('a change of a new version breaks no clients', () => {
  const used = listVersions([buildCrd()]);
  const stored = [buildCrd({ v2: text })];
  expect(describeChanges({ stored, next: [buildCrd({ v2: number })], used })).toBe('');
  expect(describeChanges({ stored, next: [buildCrd()], used })).toBe('');
  expect(describeChanges({ stored: [buildCrd()], next: stored, used })).toContain('v2: a new version');
});

it('a change of a version with users is described, with what it breaks', () => {
  const used = listVersions([buildCrd({ v2: text })]);
  const described = describeChanges({ stored: [buildCrd({ v2: text })], next: [buildCrd({ v2: number })], used });
  expect(described).toMatch(/^BREAKING +cafes\.example\.com v2 spec\.tables: type/);
});

it('a CRD that the cluster does not have changes nothing, nor does one that it has already', () => {
  const next = [buildCrd({ scope: 'Cluster' })];
  const used = listVersions([buildCrd()]);
  expect(describeChanges({ stored: [], next, used })).toBe('');
  expect(describeChanges({ stored: next, next, used })).toBe('');
});
