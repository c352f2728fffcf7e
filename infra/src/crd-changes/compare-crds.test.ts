import { type CrdSchema, linkKubernetesType } from '@kubewright/declaration';
import { describe, expect, it } from 'vitest';

import { formatChanges, compareCrds } from './index.ts';
import { buildCrd, type ChangeCase } from './testing/change-case.ts';

const place = { group: 'changes.example', marker: 'same' };
const text: CrdSchema = { type: 'string' };

type Spec = ChangeCase['before']['spec'];

function compareSpecPair(before: Spec, after: Spec) {
  const [old, now] = [before, after].map((spec) => buildCrd(spec === undefined ? {} : { spec }, place));
  return compareCrds([old], [now]);
}

describe('compareCrds', () => {
  it('names the CRD, the version and the field of a change, and the fix', () => {
    const buildListSchema = (maximum: number): CrdSchema => ({
      type: 'object',
      properties: { sizes: { type: 'array', items: { type: 'integer', maximum } } },
    });
    expect(compareSpecPair(buildListSchema(10), buildListSchema(5))).toEqual([
      {
        crd: 'things.changes.example',
        versions: ['v1'],
        path: 'spec.sizes[]',
        rule: 'limit-narrowed',
        verdict: 'breaking',
        what: 'maximum: 10 -> 5',
        why: expect.stringMatching(/can no longer be created/) as string,
        instead: expect.stringMatching(/keep the limit/) as string,
      },
    ]);
  });

  it('returns a new CRD, and a deleted one with all versions that it serves', () => {
    const one = buildCrd({}, place);
    const v2 = { name: 'v2', served: true, storage: false, spec: text };
    const two = buildCrd({ otherVersions: [v2] }, { ...place, group: 'a.example' });
    expect(compareCrds([two], [one])).toMatchObject([
      { crd: 'things.a.example', rule: 'crd-removed', versions: ['v1', 'v2'] },
      { crd: 'things.changes.example', rule: 'crd-added', versions: ['v1'] },
    ]);
  });

  it("allows Kubernetes' own type of a newer release, with the fields that it adds", () => {
    const buildTemplate = (release: string, properties: CrdSchema['properties']): CrdSchema => ({
      type: 'object',
      externalDocs: linkKubernetesType('PodTemplateSpec', release),
      ...(properties && { properties }),
    });
    const [before, after] = [
      buildTemplate('v1.36', { a: text }),
      buildTemplate('v1.37', { a: text, b: { type: 'string', enum: ['x'] } }),
    ].map((template): CrdSchema => ({ type: 'object', properties: { template } }));
    expect(compareSpecPair(before, after)).toMatchObject([
      { path: 'spec.template.b', rule: 'field-added', verdict: 'compatible' },
    ]);
  });

  it('ignores the order of keys, enum values and names', () => {
    const before: CrdSchema = {
      type: 'object',
      properties: { a: { ...text, enum: ['x', 'y'] }, b: text },
      required: ['a', 'b'],
    };
    const after: CrdSchema = {
      required: ['b', 'a'],
      properties: { b: text, a: { enum: ['y', 'x'], ...text } },
      type: 'object',
    };
    expect(compareSpecPair(before, after)).toEqual([]);
  });

  it('ignores keywords that repeat the default', () => {
    const before: CrdSchema = { type: 'object', properties: { a: { ...text, minLength: 0, nullable: false } } };
    const after: CrdSchema = { type: 'object', properties: { a: text }, 'x-kubernetes-map-type': 'granular' };
    expect(compareSpecPair(before, after)).toEqual([]);
    const names = { listKind: 'ThingList', singular: 'thing', shortNames: [], categories: [] };
    const conversion = { strategy: 'None' };
    const bare = buildCrd({}, place);
    expect(compareCrds([{ ...bare, spec: { ...bare.spec, conversion } }], [buildCrd({ names }, place)])).toEqual([]);
  });

  describe('of a field that scale reads', () => {
    const subresources = { scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } };
    const build = (size: CrdSchema, version?: object) => {
      const spec: CrdSchema = { type: 'object', properties: { size: { type: 'integer', ...size } } };
      return buildCrd({ spec, ...(version && { version }) }, place);
    };
    const int32: CrdSchema = { format: 'int32', minimum: 0, maximum: 2 ** 31 - 1 };

    it('ignores limits that the API server applies instead of the schema', () => {
      const [stated, scaled] = [build(int32), build({}, { subresources })];
      expect(compareCrds([stated], [scaled]).map(({ rule }) => rule)).toEqual(['scale-added']);
      expect(compareCrds([scaled], [stated]).map(({ rule }) => rule)).toEqual(['subresource-removed']);
      expect(compareCrds([scaled], [build(int32, { subresources })])).toEqual([]);
    });

    it('names other limits with that of the API server', () => {
      const [stated, scaled] = [build({ minimum: 1, maximum: 9 }), build({}, { subresources })];
      expect(compareCrds([stated], [scaled])).toMatchObject([
        { rule: 'scale-added' },
        { rule: 'limit-widened', path: 'spec.size', what: 'minimum: 1 -> 0' },
        { rule: 'limit-widened', path: 'spec.size', what: 'maximum: 9 -> 2147483647' },
      ]);
      expect(compareCrds([build({ minimum: 1 }, { subresources })], [scaled])).toMatchObject([
        { rule: 'limit-widened', what: 'minimum: 1 -> 0' },
      ]);
    });
  });

  it('treats a rule that is also evaluated for new objects as another rule', () => {
    const buildRuledSchema = (more: object): CrdSchema => ({
      type: 'object',
      properties: { a: { ...text, 'x-kubernetes-validations': [{ rule: 'true', ...more }] } },
    });
    const listRules = (before: object, after: object) =>
      compareSpecPair(buildRuledSchema(before), buildRuledSchema(after)).map(({ rule }) => rule);
    expect(listRules({}, { optionalOldSelf: true })).toEqual(['rule-added', 'rule-removed']);
    expect(listRules({ message: 'a' }, { message: 'b', optionalOldSelf: false })).toEqual([]);
  });

  it('ignores the redundant anyOf of integers or texts', () => {
    const intOrString: CrdSchema = { 'x-kubernetes-int-or-string': true };
    const after: CrdSchema = { ...intOrString, anyOf: [{ type: 'integer' }, { type: 'string' }] };
    expect(
      compareSpecPair({ type: 'object', properties: { a: intOrString } }, { type: 'object', properties: { a: after } }),
    ).toEqual([]);
  });

  it('treats a limit on the name of every object as a narrowed one', () => {
    const bare = buildCrd({}, place);
    const [version] = bare.spec.versions;
    const { openAPIV3Schema: root } = version!.schema;
    const metadata = { type: 'object', properties: { name: { ...text, maxLength: 20 } } };
    const schema = { openAPIV3Schema: { ...root, properties: { ...root.properties, metadata } } };
    const limited = { ...bare, spec: { ...bare.spec, versions: [{ ...version!, schema }] } };
    expect(compareCrds([bare], [limited])).toMatchObject([{ path: 'metadata.name', rule: 'limit-narrowed' }]);
    expect(compareCrds([limited], [bare])).toMatchObject([{ path: 'metadata.name', rule: 'limit-widened' }]);
  });

  it.each([
    ['a condition', '!has(self.size) || self.size > 3 ? self.it == "a" : true'],
    ['an alternative in front', 'self.it == "a" || !has(self.size)'],
    ['a known field', '!has(self.it) || self.it == "a"'],
    ['a field with a default', '!has(self.full) || self.full == "a"'],
  ])('leaves a rule with %s undecided', (_what, rule) => {
    const after: CrdSchema = {
      type: 'object',
      properties: { it: text, size: { type: 'integer' }, full: { ...text, default: 'b' } },
      'x-kubernetes-validations': [{ rule }],
    };
    expect(compareSpecPair({ type: 'object', properties: { it: text } }, after)).toContainEqual(
      expect.objectContaining({ rule: 'rule-added', path: 'spec' }),
    );
  });

  it.each([
    ['which no rule names', 'self.other == "a"', true],
    ['whose presence alone is checked above', 'has(self.it)', true],
    ['whose parent is compared as a whole', 'self.it == oldSelf.it', false],
    ['of an item that a rule takes as a whole', 'self.it.exists(x, x == self.first)', false],
    ['that a rule names', 'self.it.all(x, x.name == "a")', false],
  ])('judges a limit of a field %s', (_what, rule, isCompatible) => {
    const buildSpec = (maxLength: number): CrdSchema => ({
      type: 'object',
      properties: {
        ...{ other: text, first: text },
        it: { type: 'array', items: { type: 'object', properties: { name: { ...text, maxLength } } } },
      },
      'x-kubernetes-validations': [{ rule }],
    });
    expect(compareSpecPair(buildSpec(5), buildSpec(6))).toMatchObject([
      { verdict: isCompatible ? 'compatible' : 'unknown' },
    ]);
  });

  it('allows a new default if maxProperties is raised with it', () => {
    const buildSpec = (maxProperties: number, more: object): CrdSchema => ({
      type: 'object',
      properties: { it: { type: 'object', maxProperties, properties: { a: text, ...more } } },
    });
    expect(
      compareSpecPair(buildSpec(1, {}), buildSpec(2, { b: { ...text, default: 'b' } })).map(({ verdict }) => verdict),
    ).toEqual(['compatible', 'compatible']);
  });

  it.each([
    ['no object', 'Pod', 'without a name: the document must be an object'],
    ['another version', { ...buildCrd({}, place), apiVersion: 'a/v1' }, 'apiVersion must be one of'],
    ['no versions', { ...buildCrd({}, place), spec: {} }, 'things.changes.example: spec.group must be'],
    [
      'a wrong schema',
      buildCrd({ spec: { required: 'it' } as never }, place),
      'properties.spec.required must be a list',
    ],
    [
      'two stored versions',
      buildCrd({ otherVersions: [buildStorageVersion('v2')] }, place),
      'exactly one of its versions',
    ],
  ])('throws for %s, with its path', (_what, value, message) => {
    expect(() => compareCrds([buildCrd({}, place)], [value])).toThrow(message);
  });

  it('throws for two CRDs of the same name', () => {
    const one = buildCrd({}, place);
    expect(() => compareCrds([], [one, one])).toThrow('the new CRDs contain things.changes.example twice');
  });
});

describe('formatChanges', () => {
  it('lists breaking changes first, with the reason and the alternative', () => {
    const before: CrdSchema = { type: 'object', properties: { a: text, b: text } };
    const after: CrdSchema = { type: 'object', properties: { a: { ...text, description: 'A.' } } };
    expect(formatChanges(compareSpecPair(before, after))).toBe(
      [
        'BREAKING    things.changes.example v1 spec.b: the field is gone (field-removed)',
        '  why: The API server no longer returns the stored value of the field, and erases it at the next write.',
        '  instead: keep the field, mark it as deprecated in its description, and ignore it',
        '',
        'compatible  things.changes.example v1 spec.a: another description (described)',
      ].join('\n'),
    );
    expect(formatChanges([])).toBe('');
  });

  it('names a change of several versions once', () => {
    const [before, after] = [{ a: text, b: text }, { a: text }].map((properties): CrdSchema => {
      return { type: 'object', properties };
    });
    const v2 = { name: 'v2', served: true, storage: false };
    const build = (spec: CrdSchema) => buildCrd({ spec, otherVersions: [{ ...v2, spec }] }, place);
    const lines = formatChanges(compareCrds([build(before!)], [build(after!)])).split('\n');
    expect(lines.filter((line) => line.startsWith('BREAKING'))).toEqual([
      'BREAKING    things.changes.example v1, v2 spec.b: the field is gone (field-removed)',
    ]);
  });

  it('counts descriptions, so that other changes are visible', () => {
    const before: CrdSchema = { type: 'object', properties: { a: text, b: text } };
    const described = { ...text, description: 'A text.' };
    const after: CrdSchema = { type: 'object', properties: { a: described, b: described, c: text } };
    expect(formatChanges(compareSpecPair(before, after)).split('\n')).toEqual([
      expect.stringMatching(/^compatible {2}things.changes.example v1 spec.c: /),
      'compatible  things.changes.example v1: 2 fields have another description (described)',
    ]);
  });
});

function buildStorageVersion(name: string) {
  return { name, served: true, storage: true, spec: text };
}
