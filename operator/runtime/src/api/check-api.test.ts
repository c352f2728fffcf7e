import { describe, expect, it } from 'vitest';

import type { ApiDeclaration, OtherVersion } from './api.ts';
import { cel } from './cel.ts';
import { checkApi } from './define-api.ts';
import { column } from './column.ts';
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

const listProblems = (part: Partial<typeof good>): string[] =>
  checkApi({ ...good, ...part }).map(({ path, text }) => `${path}: ${text}`);

describe('checkApi', () => {
  it('accepts an API that uses every option', () => {
    expect(listProblems({})).toEqual([]);
  });

  it('accepts columns and selectors of the status fields that the runtime adds', () => {
    const columns = [{ name: 'Seen', type: 'integer', jsonPath: '.status.observedGeneration' }] as const;
    expect(listProblems({ columns })).toEqual([]);
    const { status: _status, scale: _scale, ...without } = good;
    expect(checkApi({ ...without, columns })).toEqual([]);
  });

  it.each<[string, Partial<typeof good>, string]>([
    ['a group without a dot', { group: 'example' }, 'group: "example" is not a DNS name with a dot'],
    ['a group in upper case', { group: 'Example.com' }, 'group: "Example.com" is not a DNS name with a dot'],
    [
      'a group of Kubernetes',
      { group: 'example.k8s.io' },
      'group: "example.k8s.io" is protected: groups that end in k8s.io and kubernetes.io need an approval',
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
    ['a singular in upper case', { singular: 'Cafe' }, 'singular: "Cafe" is not a lower-case word'],
    [
      'a label with a blank',
      { labels: { tier: 'a b' } },
      'labels["tier"]: "a b" is not a valid label value: use at most 63 of A-Z a-z 0-9 . _ -',
    ],
    [
      'a label without a name',
      { labels: { 'example.com/': '' } },
      'labels["example.com/"]: is not a valid key: use a name, or a DNS name, a slash and a name, such as example.com/team',
    ],
    [
      'an annotation with two slashes',
      { annotations: { 'a/b/c': '' } },
      'annotations["a/b/c"]: is not a valid key: use a name, or a DNS name, a slash and a name, such as example.com/team',
    ],
    [
      'a link to nowhere',
      { externalDocs: { url: 'book' } },
      'externalDocs: externalDocs.url "book" is not a URL: write https://...',
    ],
    ['an empty warning', { deprecated: '' }, 'deprecated: the warning must be one printable line of 1 to 256 bytes'],
    [
      'a warning of two lines',
      { deprecated: 'a\nb' },
      'deprecated: the warning must be one printable line of 1 to 256 bytes',
    ],
    [
      'a long warning',
      { deprecated: 'ä'.repeat(129) },
      'deprecated: the warning must be one printable line of 1 to 256 bytes',
    ],
    [
      'a rule on metadata that rules cannot see',
      { rules: [cel('has(self.metadata.labels)', 'no')] },
      'rules: rule has(self.metadata.labels) names self.metadata.labels, which rules cannot read: self.metadata has name, generateName',
    ],
    [
      'a rule on a field that does not exist',
      { creationRules: [cel('self.spec.size > 1', 'no')] },
      'creationRules: rule self.spec.size > 1 names self.spec.size, which does not exist: self.spec has replicas, name, open, price, tags, inner',
    ],
    [
      'a creation rule on what was before',
      { creationRules: [cel('self.spec.name == oldSelf.spec.name', 'no')] },
      'creationRules: rule self.spec.name == oldSelf.spec.name uses oldSelf: move it from creationRules to rules',
    ],
    [
      'a column without a name',
      { columns: [{ name: '', type: 'string', jsonPath: '.spec.name' }] },
      'columns[0]: a column needs a name',
    ],
    [
      'two columns of one name, as kubectl writes it',
      { columns: [column('Size', '.spec.replicas'), column('Name', '.spec.name'), column('SIZE', '.status.replicas')] },
      'columns[2]: SIZE is also the name of columns[0]: rename one',
    ],
    [
      'a selectable field in brackets',
      { selectableFields: [".spec['name']"] },
      "selectableFields: .spec['name'] does not exist",
    ],
    ['a short name with a dot', { shortNames: ['c.f'] }, 'shortNames: "c.f" is not a lower-case word'],
    ['a category in upper case', { categories: ['All'] }, 'categories: "All" is not a lower-case word'],
    [
      'a scale of what does not exist',
      { scale: { spec: '.spec.size', status: '.status.replicas' } },
      'scale.spec: .spec.size does not exist',
    ],
    [
      'a scale of a field that is not a number',
      { scale: { spec: '.spec.replicas', status: '.status.selector' } },
      'scale.status: .status.selector is not of type integer',
    ],
    [
      'a scale outside of spec and status',
      { scale: { spec: '.spec.replicas', status: '.spec.replicas' } },
      'scale.status: .spec.replicas is not in .status',
    ],
    [
      'a scale that asks in the status',
      { scale: { spec: '.status.replicas', status: '.status.replicas' } },
      'scale.spec: .status.replicas is not in .spec',
    ],
    [
      'a selector that is not a string',
      { scale: { spec: '.spec.replicas', status: '.status.replicas', selector: '.status.replicas' } },
      'scale.selector: .status.replicas is not of type string',
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
      'selectableFields: .spec.tags is not a string, integer or boolean',
    ],
    [
      'a selectable fraction',
      { selectableFields: ['.spec.price'] },
      'selectableFields: .spec.price is not a string, integer or boolean',
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
  ])('rejects %s', (_, part, problem) => {
    expect(listProblems(part)).toEqual([problem]);
  });

  it('accepts a column below a map', () => {
    const spec = t.object({ tags: t.record(t.string()), any: t.unknown() });
    const columns = [column('App', '.spec.tags.app'), column('Thing', '.spec.any.thing')];
    const { scale: _scale, selectableFields: _fields, ...rest } = good;
    expect(checkApi({ ...rest, spec, columns })).toEqual([]);
  });

  describe('of several versions', () => {
    const withOther = (other: Partial<OtherVersion>): string[] =>
      listProblems({ otherVersions: [{ version: 'v1alpha1', served: false, spec: t.object({}), ...other }] });

    it('accepts an unserved version with fewer fields than the stored one', () => {
      const spec = t.object({ name: t.string(), tags: t.array(t.string()), inner: t.object({}) });
      expect(withOther({ spec, deprecated: true, columns: [column('Name', '.spec.name')] })).toEqual([]);
    });

    it('reports the version that has the problem', () => {
      expect(withOther({ version: 'old', spec: t.object({ name: t.enum(['a', 'a']) }) })).toEqual([
        'otherVersions[0].version: "old" is not v1, v1beta1, v2alpha3, ...',
        'otherVersions[0].spec.name: enum contains a value twice',
      ]);
    });

    it('rejects a duplicate name', () => {
      expect(withOther({ version: good.version })).toEqual(['otherVersions[0].version: "v1beta1" is declared twice']);
      const twice = { version: 'v2', served: false, spec: t.object({}) };
      expect(listProblems({ otherVersions: [twice, twice] })).toEqual([
        'otherVersions[1].version: "v2" is declared twice',
      ]);
    });

    it('rejects a field that the stored version would drop', () => {
      const lost = 'does not exist in the storage version v1beta1 and would be lost: add it there as optional';
      const spec = t.object({ size: t.integer(), inner: t.object({ flat: t.string() }) });
      expect(withOther({ spec, status: t.object({ pods: t.integer() }) })).toEqual([
        `otherVersions[0].spec.size: ${lost}`,
        `otherVersions[0].spec.inner.flat: ${lost}`,
        `otherVersions[0].status.pods: ${lost}`,
      ]);
    });

    it('rejects a version that prunes what the stored version preserves: unknown fields and null', () => {
      const spec = t.object({
        inner: t.object({ deep: t.string() }, { preserveUnknownFields: true }),
        name: t.nullable(t.string()),
      });
      expect(withOther({ spec })).toEqual([
        'otherVersions[0].spec.inner.*: are preserved here, but not in the storage version v1beta1: preserve them there as well',
        'otherVersions[0].spec.name: accepts null, which the storage version v1beta1 would drop: make it nullable there as well',
      ]);
    });

    it('rejects a served version that lacks a field of the stored one, and says how to fix each such field', () => {
      const { spec, ...rest } = good;
      const erased = (path: string): string =>
        `otherVersions[0].${path}: is stored by v1beta1, but erased by each write in v1alpha1: declare it here as well, ` +
        `or stop serving that version (served: false), or accept the loss (prunedFields: ["${path}"])`;
      const less = t.object({ inner: t.object({}), open: t.boolean(), price: t.number(), tags: t.array(t.string()) });
      expect(withOther({ served: true, spec: less })).toEqual(
        ['spec.replicas', 'spec.name', 'spec.inner.deep', 'status.replicas', 'status.selector'].map(erased),
      );
      const { served: _served, ...byDefault } = { served: true, version: 'v1alpha1', spec, status: t.object({}) };
      expect(listProblems({ ...rest, spec, otherVersions: [byDefault] })).toEqual(
        ['status.replicas', 'status.selector'].map(erased),
      );
    });

    it('accepts a served version that names the fields it erases, or a parent field', () => {
      const spec = t.object({ inner: t.object({}), open: t.boolean(), price: t.number(), tags: t.array(t.string()) });
      const named = ['spec.replicas', 'spec.name', 'spec.inner', 'status'];
      expect(withOther({ served: true, spec, prunedFields: named })).toEqual([]);
      expect(withOther({ served: true, spec, prunedFields: ['spec', 'status.replicas', 'status.selector'] })).toEqual(
        [],
      );
      expect(withOther({ served: true, spec, prunedFields: [...named, 'spec.na', 'spec.open'] })).toEqual([
        'otherVersions[0].prunedFields[4]: "spec.na" is not lost in v1alpha1: remove it',
        'otherVersions[0].prunedFields[5]: "spec.open" is not lost in v1alpha1: remove it',
      ]);
    });

    it('accepts a served version with all fields, even with stricter bounds', () => {
      const { spec: _spec, scale: _scale, columns: _columns, selectableFields: _fields, ...rest } = good;
      const stored = t.object({ name: t.string(), replicas: t.integer(), more: t.unknown() });
      const spec = t.object({ name: t.enum(['a']), replicas: t.integer({ minimum: 3 }), more: t.unknown() });
      const { status } = good;
      const otherVersions = [{ version: 'v1', spec, ...(status && { status }) }];
      expect(checkApi({ ...rest, spec: stored, otherVersions })).toEqual([]);
    });

    it('rejects a field with two types', () => {
      const spec = t.object({ name: t.integer(), tags: t.array(t.boolean()), price: t.intOrString() });
      const one = 'a field must have the same type in all versions';
      expect(withOther({ spec })).toEqual([
        `otherVersions[0].spec.name: is integer here and string in v1beta1: ${one}`,
        `otherVersions[0].spec.tags[]: is boolean here and string in v1beta1: ${one}`,
      ]);
    });

    it('accepts any field where the stored version preserves unknown fields', () => {
      const spec = t.object({ name: t.string() }, { preserveUnknownFields: true });
      const { scale: _scale, selectableFields: _fields, columns: _columns, ...rest } = good;
      const otherVersions = [{ version: 'v1', served: false, spec: t.object({ other: t.object({ a: t.string() }) }) }];
      expect(checkApi({ ...rest, spec, otherVersions })).toEqual([]);
    });
  });

  describe('of an API without paths into its spec and status', () => {
    const bare: Partial<typeof good> = { columns: [], selectableFields: [] };
    const { scale: _scale, ...rest } = good;
    const problemsIn = (part: Partial<typeof good>): string[] =>
      checkApi({ ...rest, ...bare, ...part }).map(({ path, text }) => `${path}: ${text}`);

    it('rejects a spec and a status that are not objects', () => {
      expect(problemsIn({ spec: t.string() })).toEqual(['spec: must be an object']);
      expect(problemsIn({ status: t.array(t.string()) })).toEqual(['status: must be an object']);
    });

    it('names the invalid part of the spec or the status', () => {
      const wrong = t.object({ a: t.enum(['x', 'x']) });
      expect(problemsIn({ spec: wrong })).toEqual(['spec.a: enum contains a value twice']);
      expect(problemsIn({ status: wrong })).toEqual(['status.a: enum contains a value twice']);
    });
  });
});
