import { describe, expect, it } from 'vitest';

import type { ApiDeclaration } from './api.ts';
import { cel } from './cel.ts';
import { checkApi } from './check-api.ts';
import type { Schema } from './schema.ts';
import { t } from './t.ts';

const good: ApiDeclaration<Schema, Schema> & { readonly plural: string; readonly singular: string } = {
  group: 'example.com',
  version: 'v1beta1',
  kind: 'Cafe',
  plural: 'cafes',
  singular: 'cafe',
  shortNames: ['cf'],
  categories: ['all'],
  spec: t.object({
    replicas: t.integer(),
    name: t.string(),
    open: t.boolean(),
    price: t.number(),
    tags: t.array(t.string()),
    inner: t.object({ deep: t.string() }),
  }),
  status: t.object({ replicas: t.integer(), selector: t.string(), conditions: t.conditions() }),
  scale: { spec: '.spec.replicas', status: '.status.replicas', selector: '.status.selector' },
  columns: [
    { name: 'Name', type: 'string', jsonPath: '.spec.name' },
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'Node', type: 'string', jsonPath: '.metadata.labels.node' },
  ],
  selectableFields: ['.spec.name', '.spec.replicas', '.spec.open', '.spec.inner.deep'],
};

const problemsOf = (part: Partial<typeof good>): string[] =>
  checkApi({ ...good, ...part }).map(({ path, text }) => `${path}: ${text}`);

describe('checkApi', () => {
  it('finds nothing wrong with an API that has everything', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it('knows what every status has', () => {
    const columns = [{ name: 'Seen', type: 'integer', jsonPath: '.status.observedGeneration' }] as const;
    expect(problemsOf({ columns })).toEqual([]);
    const { status: _status, scale: _scale, ...without } = good;
    expect(checkApi({ ...without, columns })).toEqual([]);
  });

  it.each<[string, Partial<typeof good>, string]>([
    ['a group without a dot', { group: 'example' }, 'group: "example" is not a DNS name with a dot'],
    ['a group in upper case', { group: 'Example.com' }, 'group: "Example.com" is not a DNS name with a dot'],
    [
      'a group of Kubernetes',
      { group: 'example.k8s.io' },
      'group: "example.k8s.io" is protected: names that end in k8s.io and kubernetes.io need an approval',
    ],
    ['a version that is none', { version: '1' }, 'version: "1" is not v1, v1beta1, v2alpha3, ...'],
    ['a version with a dot', { version: 'v1.2' }, 'version: "v1.2" is not v1, v1beta1, v2alpha3, ...'],
    ['a kind in lower case', { kind: 'cafe' }, 'kind: "cafe" is not CamelCase'],
    ['a kind with a dash', { kind: 'Web-Server' }, 'kind: "Web-Server" is not CamelCase'],
    [
      'a kind that is too long',
      { kind: `K${'k'.repeat(59)}` },
      `kind: "K${'k'.repeat(59)}" is longer than 59 characters`,
    ],
    [
      'a plural that is too long',
      { plural: 'p'.repeat(64) },
      `plural: "${'p'.repeat(64)}" is longer than 63 characters`,
    ],
    ['a plural in upper case', { plural: 'Cafes' }, 'plural: "Cafes" is not a lower-case word'],
    ['a short name with a dot', { shortNames: ['c.f'] }, 'shortNames: "c.f" is not a lower-case word'],
    ['a category in upper case', { categories: ['All'] }, 'categories: "All" is not a lower-case word'],
    ['an empty rule', { rules: [cel('', 'no')] }, 'rules: a rule is empty'],
    [
      'a creation rule with a message of two lines',
      { creationRules: [cel('true', 'a\nb')] },
      'creationRules: the message of rule true holds a newline',
    ],
    [
      'a scale of what does not exist',
      { scale: { spec: '.spec.size', status: '.status.replicas' } },
      'scale.spec: .spec.size does not exist',
    ],
    [
      'a scale of what is no number',
      { scale: { spec: '.spec.replicas', status: '.status.selector' } },
      'scale.status: .status.selector is no integer',
    ],
    [
      'a scale outside of spec and status',
      { scale: { spec: '.spec.replicas', status: '.spec.replicas' } },
      'scale.status: .spec.replicas does not lie in .status',
    ],
    [
      'a scale that asks in the status',
      { scale: { spec: '.status.replicas', status: '.status.replicas' } },
      'scale.spec: .status.replicas does not lie in .spec',
    ],
    [
      'a selector that is no text',
      { scale: { spec: '.spec.replicas', status: '.status.replicas', selector: '.status.replicas' } },
      'scale.selector: .status.replicas is no string',
    ],
    [
      'a column without a dot',
      { columns: [{ name: 'A', type: 'string', jsonPath: 'spec.name' }] },
      'columns[0]: spec.name does not begin with a dot',
    ],
    [
      'a column of what does not exist',
      { columns: [...(good.columns ?? []), { name: 'A', type: 'string', jsonPath: '.spec.inner.shallow' }] },
      'columns[3]: .spec.inner.shallow does not exist',
    ],
    [
      'a selectable field that does not exist',
      { selectableFields: ['.spec.size'] },
      'selectableFields: .spec.size does not exist',
    ],
    [
      'a selectable list',
      { selectableFields: ['.spec.tags'] },
      'selectableFields: .spec.tags is no string, integer or boolean',
    ],
    [
      'a selectable fraction',
      { selectableFields: ['.spec.price'] },
      'selectableFields: .spec.price is no string, integer or boolean',
    ],
    [
      'a selectable field twice',
      { selectableFields: ['.spec.name', '.spec.open', '.spec.name'] },
      'selectableFields: .spec.name is named twice',
    ],
    [
      'nine selectable fields',
      { selectableFields: Array.from({ length: 9 }, () => '.spec.name') },
      'selectableFields: 9 fields, but at most 8 are allowed',
    ],
  ])('refuses %s', (_, part, problem) => {
    expect(problemsOf(part)).toEqual([problem]);
  });

  describe('of an API without paths into its spec and status', () => {
    const bare: Partial<typeof good> = { columns: [], selectableFields: [] };
    const { scale: _scale, ...rest } = good;
    const problemsIn = (part: Partial<typeof good>): string[] =>
      checkApi({ ...rest, ...bare, ...part }).map(({ path, text }) => `${path}: ${text}`);

    it('refuses a spec and a status that are no objects', () => {
      expect(problemsIn({ spec: t.string() })).toEqual(['spec: must be an object']);
      expect(problemsIn({ status: t.array(t.string()) })).toEqual(['status: must be an object']);
    });

    it('says which part of the spec or the status is wrong', () => {
      const wrong = t.object({ a: t.enum(['x', 'x']) });
      expect(problemsIn({ spec: wrong })).toEqual(['spec.a: enum names a value twice']);
      expect(problemsIn({ status: wrong })).toEqual(['status.a: enum names a value twice']);
    });
  });
});
