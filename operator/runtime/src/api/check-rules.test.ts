import { describe, expect, it } from 'vitest';

import { cel, type CelOptions, onCreation } from './cel.ts';
import { checkSchema } from './check-schema.ts';
import { atLeastOneOf, atMostOneOf, exactlyOneOf, immutable } from './property-rules.ts';
import { buildFieldPath } from './rule-paths.ts';
import type { Schema } from './schema.ts';
import { t } from './t.ts';

const listProblems = ({ json }: Schema): string[] =>
  checkSchema(json, 'spec').map(({ path, text }) => `${path}: ${text}`);

const buildShop = (rule: string, options: CelOptions = {}): Schema =>
  t.object(
    {
      name: t.string(),
      namespace: t.optional(t.string()),
      'with-dash': t.optional(t.string()),
      opened: t.optional(t.object({ day: t.string() })),
      tags: t.record(t.object({ size: t.integer() })),
      size: t.intOrString(),
      any: t.unknown(),
      list: t.array(t.unknown()),
      pod: t.embeddedResource(),
    },
    { rules: [cel(rule, 'no', options)] },
  );

/** The fields that rules can name, by their CEL names. */
const fields = 'name, __namespace__, with__dash__dash, opened, tags, size, pod';

describe('a rule', () => {
  it.each([
    'self.name != "" && self.opened.day != ""',
    'self.__namespace__ == self.with__dash__dash',
    'self.name.size() > 1 && self.name == "self.nothing"',
    'self.name != \'it\\\'s self.nothing\' && self.name != r\'\\\' && self.name != """self.nothing"""',
    'self.tags.anything.size > 1 && self.tags.all(key, key != "x")',
    'self.size.anything > 1',
    'has(self.opened) && self . opened . day == "x"',
    'self.pod.metadata.name != "" && self.pod.kind == "Pod"',
    'self.?nothing.orValue("") == ""',
    'myself.nothing == 1 || x.self.nothing == 1',
    'self.name == oldSelf.name',
  ])('is accepted: %s', (rule) => {
    expect(listProblems(buildShop(rule))).toEqual([]);
  });

  it.each([
    ['self.nmae != ""', 'self.nmae', `self has ${fields}`],
    ['self.opened.hour > 1', 'self.opened.hour', 'self.opened has day'],
    ['oldSelf.nmae == ""', 'oldSelf.nmae', `oldSelf has ${fields}`],
    ['self.tags.x.weight > 1', 'self.tags.x.weight', 'self.tags.x has size'],
    ['self.name.first == "a"', 'self.name.first', 'self.name has no fields'],
  ])('is rejected with a list of the existing fields if it names an unknown one: %s', (rule, field, seen) => {
    expect(listProblems(buildShop(rule))).toEqual([`spec: rule ${rule} names ${field}, which does not exist: ${seen}`]);
  });

  it.each([
    ['self.namespace == "a"', 'self.namespace', 'write self.__namespace__ for namespace'],
    ['self.with-dash != ""', 'self.with', 'write self.with__dash__dash for with-dash'],
    ['self.with == ""', 'self.with', 'write self.with__dash__dash for with-dash'],
    ['self.opened.half-past', 'self.opened.half', 'self.opened has day'],
  ])('is rejected with the escaped name if it uses the unescaped one: %s', (rule, field, hint) => {
    expect(listProblems(buildShop(rule))).toEqual([`spec: rule ${rule} names ${field}, which does not exist: ${hint}`]);
  });

  it.each([
    ['has(self.any)', 'self.any', 'it does not have a schema'],
    ['self.list.size() > 1', 'self.list', 'it does not have a schema'],
    ['self.pod.spec != ""', 'self.pod.spec', 'self.pod has apiVersion, kind, metadata'],
    ['has(self.pod.metadata.uid)', 'self.pod.metadata.uid', 'self.pod.metadata has name, generateName'],
  ])('is rejected if it names a field that rules cannot read: %s', (rule, field, why) => {
    expect(listProblems(buildShop(rule))).toEqual([
      `spec: rule ${rule} names ${field}, which rules cannot read: ${why}`,
    ]);
  });

  it.each<[string, CelOptions & { message?: string }, string]>([
    ['an empty message', { message: ' ' }, 'the message of rule true is empty'],
    ['a carriage return', { message: 'a\rb' }, 'the message of rule true contains a newline'],
    ['an empty messageExpression', { messageExpression: ' ' }, 'the messageExpression of rule true is empty'],
    [
      'a messageExpression with an unknown field',
      { messageExpression: 'self.nmae' },
      `the messageExpression of rule true names self.nmae, which does not exist: self has ${fields}`,
    ],
    ['a field that does not exist', { fieldPath: '.nmae' }, 'the fieldPath .nmae of rule true does not exist'],
    ['a field of what has any shape', { fieldPath: '.any.a' }, 'the fieldPath .any.a of rule true does not exist'],
    [
      'a fieldPath that is none',
      { fieldPath: 'name' },
      'the fieldPath "name" of rule true is not a path: write .a.b or .a[\'b\']',
    ],
    [
      'an index',
      { fieldPath: '.list[0]' },
      'the fieldPath ".list[0]" of rule true is not a path: write .a.b or .a[\'b\']',
    ],
    [
      'optionalOldSelf for nothing',
      { optionalOldSelf: true },
      'rule true has optionalOldSelf, but does not use oldSelf: remove the option',
    ],
  ])('is rejected with %s', (_what, options, problem) => {
    expect(listProblems(buildShop('true', options as CelOptions))).toEqual([`spec: ${problem}`]);
  });

  it('can name its field with dots, with brackets and as the key of a map', () => {
    for (const fieldPath of ['.name', ".opened['day']", ".tags['a.b'].size", '.tags.a.size', '.with-dash']) {
      expect(listProblems(buildShop('true', { fieldPath }))).toEqual([]);
    }
  });

  it('needs a message if it spans two lines', () => {
    const json = { ...t.string().json, 'x-kubernetes-validations': [{ rule: 'true\n|| false' }] };
    expect(listProblems({ json, presence: 'required' })).toEqual([
      'spec: rule true\n|| false contains a newline: give it a message',
    ]);
  });

  it('is rejected on a schema that rules cannot read', () => {
    const list = t.array(t.record(t.unknown()), { rules: [cel('true', 'no')] });
    expect(listProblems(list)).toEqual(['spec: rules cannot read a value without a schema: remove them']);
  });

  it('with oldSelf is rejected where the API server cannot match old and new values', () => {
    const fixed = t.string({ rules: [immutable()] });
    const item = t.object({ name: fixed });
    const refused = (where: string, what: string): string =>
      `${where}: rule self == oldSelf uses oldSelf, but ${what} is replaced as a whole: move the rule there, or let it merge by key`;
    expect(listProblems(t.object({ a: t.array(fixed, { listType: 'set' }) }))).toEqual([refused('spec.a[]', 'spec.a')]);
    expect(listProblems(t.array(t.object({ deep: item })))).toEqual([refused('spec[].deep.name', 'spec')]);
    expect(listProblems(t.object({ a: fixed }, { mapType: 'atomic' }))).toEqual([refused('spec.a', 'spec')]);
    const once = onCreation(cel('self != ""', 'no'));
    expect(listProblems(t.array(t.string({ rules: [once] })))).toHaveLength(1);
  });

  it('with oldSelf is accepted in lists with keys, in maps, and on values that are replaced as a whole', () => {
    const item = t.object({ name: t.string({ rules: [immutable()] }) });
    expect(listProblems(t.array(item, { keys: ['name'] }))).toEqual([]);
    expect(listProblems(t.record(item))).toEqual([]);
    expect(listProblems(t.array(t.string(), { rules: [immutable()] }))).toEqual([]);
    expect(listProblems(t.object({ a: t.string() }, { mapType: 'atomic', rules: [immutable('a')] }))).toEqual([]);
  });

  it('from a helper is rejected if it names an unknown property', () => {
    expect(listProblems(t.object({ a: t.string() }, { rules: [atLeastOneOf('a', 'b')] }))).toEqual([
      'spec: rule has(self.a) || has(self.b) names self.b, which does not exist: self has a',
    ]);
  });

  it('is rejected if it allows only one of two properties that are always set', () => {
    const [a, b] = [t.string(), t.optional(t.string())];
    const two = exactlyOneOf('a', 'b-c');
    for (const rule of [two, atMostOneOf('a', 'b-c'), onCreation(two)]) {
      const refused = `spec: rule ${rule.rule} can never be true, because a, b-c are always set: make them t.optional, without a default`;
      const of = (properties: Parameters<typeof t.object>[0]) => listProblems(t.object(properties, { rules: [rule] }));
      expect(of({ a, 'b-c': t.string() })).toEqual([refused]);
      expect(of({ a, 'b-c': t.string({ default: 'b' }) })).toEqual([refused]);
      expect(of({ a, 'b-c': b })).toEqual([]);
      expect(of({ a: b, 'b-c': b, other: a, more: a })).toEqual([]);
      expect(of({ a, 'b-c': t.nullable(a) })).toEqual([]);
    }
  });

  it('that requires at least one property may name properties that are always set', () => {
    expect(listProblems(t.object({ a: t.string(), b: t.string() }, { rules: [atLeastOneOf('a', 'b')] }))).toEqual([]);
  });
});

const whole = t.object({
  metadata: t.object({}),
  spec: t.object({ size: t.integer(), window: t.object({ from: t.string(), to: t.string() }), 'a-b': t.string() }),
}).json;

it.each([
  ['self.spec.size < 100', '.spec.size'],
  ['self.metadata.name.size() <= 40', '.metadata'],
  ['self.spec.window.from < self.spec.window.to', '.spec.window'],
  ['self.spec.size > 1 || self.spec.window.from != ""', '.spec'],
  ['self.metadata.name != self.spec.window.from', '.metadata'],
  ['has(self.spec.a__dash__b)', ".spec['a-b']"],
  ['self == oldSelf', '.spec'],
  ['oldSelf.spec.size <= self.spec.size', '.spec.size'],
  ['"self.spec.size" != ""', '.spec'],
])('a rejection by %s names %s', (rule, path) => {
  expect(buildFieldPath(rule, whole)).toBe(path);
});
