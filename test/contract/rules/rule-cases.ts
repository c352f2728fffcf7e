import { atLeastOneOf, atMostOneOf, exactlyOneOf } from '@kubewright/runtime';

import { changeCases } from './change-cases.ts';
import { ofList, ofMap, ofObject, ofText, type RuleCase, rules, text, three, whole } from './ruled-fields.ts';

const named = ofObject({ name: text, weight: whole, primary: { type: 'boolean' } });

/** CEL rules like those in CRDs of well-known projects, by field. */
export const ruleCases: Readonly<Record<string, RuleCase>> = {
  range: { schema: { ...whole, ...rules('self >= 1 && self <= 100') }, accepted: [1, 100], rejected: [0, 101] },
  step: { schema: { ...whole, ...rules('self % 5 == 0') }, accepted: [10], rejected: [11] },
  ratio: { schema: { type: 'number', ...rules('self > 0 && self < 0.5') }, accepted: [0.25], rejected: [0, 1, 0.5] },
  fraction: {
    schema: ofObject({ a: whole, b: whole }, 'double(self.a) / double(self.b) < 0.5', 'self.a / self.b == 0'),
    accepted: [{ a: 1, b: 3 }],
    rejected: [{ a: 2, b: 3 }, { a: 1, b: 0 }, { a: 1 }],
  },
  wait: { schema: ofText("duration(self) >= duration('1m')"), accepted: ['1m', '2h30m'], rejected: ['30s', 'soon'] },
  timeout: {
    schema: { type: 'string', format: 'duration', ...rules("self <= duration('24h')") },
    accepted: ['1h'],
    rejected: ['25h'],
  },
  since: {
    schema: { type: 'string', format: 'date-time', ...rules("self > timestamp('2020-01-01T00:00:00Z')") },
    accepted: ['2021-01-01T00:00:00Z'],
    rejected: ['2019-01-01T00:00:00Z'],
  },
  year: {
    schema: { ...text, ...rules('timestamp(self).getFullYear() > 2000') },
    accepted: ['2001-01-01T00:00:00Z'],
    rejected: ['1999-01-01T00:00:00Z'],
  },
  storage: {
    schema: ofText("isQuantity(self) && quantity(self).isLessThan(quantity('1Ti'))"),
    accepted: ['10Gi', '1e3', '500m'],
    rejected: ['2Ti', 'much'],
  },
  cpu: { schema: ofText("quantity(self).compareTo(quantity('1')) <= 0"), accepted: ['1', '500m'], rejected: ['1001m'] },
  count: {
    schema: { 'x-kubernetes-int-or-string': true, ...rules("type(self) == int ? self > 0 : self.endsWith('%')") },
    accepted: [1, '50%'],
    rejected: [0, '50'],
  },
  portion: {
    schema: { 'x-kubernetes-int-or-string': true, ...rules({ rule: 'self < 3', message: 'too much' }) },
    accepted: [2],
    rejected: [4, 'x'],
  },
  kind: { schema: ofText("self in ['Issuer', 'ClusterIssuer']"), accepted: ['Issuer'], rejected: ['issuer'] },
  label: { schema: ofText("self.matches('^[a-z]+(-[a-z]+)*$')"), accepted: ['a-b'], rejected: ['a-', 'A'] },
  lower: { schema: ofText('self.lowerAscii() == self', 'self.trim() == self'), accepted: ['a'], rejected: ['A', ' a'] },
  registry: {
    schema: ofText("self.split('/')[0].contains('.')", "self.indexOf(':') > 0", "self.replace('/', '.').size() < 20"),
    accepted: ['ghcr.io/a:1'],
    rejected: ['ghcr.io/a', 'a/b:1', 'ghcr.io/a/bbbbbbbbbbbbbb:1'],
  },
  digits: {
    schema: ofText("self.find('[0-9]+') != ''", "self.findAll('[a-z]').size() < 3", "self.charAt(0) != 'x'"),
    accepted: ['a1'],
    rejected: ['a', 'abc1', 'x1'],
  },
  cut: { schema: ofText("self.substring(0, 2) == 'v1'"), accepted: ['v1beta'], rejected: ['v2', 'v'] },
  site: {
    schema: ofText("isURL(self) && url(self).getScheme() == 'https' && url(self).getHostname() != 'localhost'"),
    accepted: ['https://example.com/a'],
    rejected: ['http://example.com', 'https://localhost:1/', 'example.com'],
  },
  address: {
    schema: ofText('isIP(self) && ip(self).family() == 4'),
    accepted: ['10.0.0.1'],
    rejected: ['::1', '10.0.0'],
  },
  range4: {
    schema: ofText("isCIDR(self) && cidr(self).containsIP('10.0.0.1')", 'cidr(self).prefixLength() <= 24'),
    accepted: ['10.0.0.0/8'],
    rejected: ['11.0.0.0/8', '10.0.0.0/25', '10.0.0.0'],
  },
  token: {
    schema: { type: 'string', format: 'byte', maxLength: 20, ...rules('self.size() <= 4') },
    accepted: ['YWJj'],
    rejected: ['YWJjZGVm'],
  },
  one: {
    schema: ofObject(three, '[has(self.a), has(self.b), has(self.c)].filter(x, x).size() == 1'),
    accepted: [{ b: 'x' }],
    rejected: [{}, { a: 'x', b: 'x' }],
  },
  either: {
    schema: ofObject(three, 'has(self.a) != has(self.b)'),
    accepted: [{ a: 'x' }],
    rejected: [{}, { a: '', b: '' }],
  },
  union: {
    schema: ofObject(
      { type: text, host: text },
      {
        ...{ rule: "self.type == 'External' ? has(self.host) : !has(self.host)", message: 'host is for External' },
        ...{ reason: 'FieldValueForbidden', fieldPath: '.host' },
      },
    ),
    accepted: [{ type: 'External', host: 'x' }, { type: 'Internal' }],
    rejected: [{ type: 'Internal', host: 'x' }, { type: 'External' }, {}],
  },
  required: {
    schema: ofObject(
      { type: text, host: text },
      {
        ...{ rule: "self.type != 'External' || has(self.host)", message: ' host is required ' },
        ...{ reason: 'FieldValueRequired', fieldPath: '.host' },
      },
    ),
    rejected: [{ type: 'External' }],
  },
  twice: {
    schema: ofText({ rule: "self != 'a'", message: 'is taken', reason: 'FieldValueDuplicate' }),
    rejected: ['a'],
  },
  bounds: {
    schema: ofObject({ min: whole, max: whole }, 'self.max - self.min >= 0'),
    accepted: [{ min: 1, max: 1 }],
    rejected: [{ min: 2, max: 1 }],
  },
  said: {
    schema: ofObject(
      { min: whole, max: whole },
      {
        rule: 'self.min <= self.max',
        messageExpression: "'min %d is above max %s'.format([self.min, self.max])",
      },
    ),
    rejected: [{ min: 2, max: 1 }],
  },
  told: {
    schema: ofText({ rule: "self != 'x'", messageExpression: "'not ' + self", message: 'plain' }),
    rejected: ['x'],
  },
  silent: {
    schema: ofObject(three, { rule: '!has(self.a)', messageExpression: 'self.b', message: 'plain' }),
    rejected: [{ a: 'x' }, { a: 'x', b: '' }, { a: 'x', b: 'two\nlines' }, { a: 'x', b: ' text ' }],
  },
  domains: {
    schema: ofMap(text, "self.all(key, key.startsWith('example.com/'))", 'self.all(key, self[key].size() <= 3)'),
    accepted: [{ 'example.com/a': 'abc' }, {}],
    rejected: [{ a: 'a' }, { 'example.com/a': 'abcd' }],
  },
  members: { schema: ofMap(ofText("self != 'no'")), rejected: [{ k: 'no', 'example.com/a': 'no' }] },
  unique: {
    schema: ofList(text, 'self.all(x, self.exists_one(y, x == y))'),
    accepted: [['a', 'b']],
    rejected: [['a', 'a']],
  },
  names: {
    schema: ofList(named, 'self.all(x, self.exists_one(y, x.name == y.name))'),
    accepted: [[{ name: 'a' }, { name: 'b' }]],
    rejected: [[{ name: 'a' }, { name: 'a' }], [{ weight: 1 }]],
  },
  primary: {
    schema: ofList(named, 'self.filter(x, has(x.primary) && x.primary).size() <= 1', 'self.exists(x, has(x.primary))'),
    accepted: [[{ primary: true }, { primary: false }]],
    rejected: [[{ primary: true }, { primary: true }], [{}], []],
  },
  weights: {
    schema: ofList(named, 'self.map(x, x.weight).sum() == 100', 'self.map(x, x.weight).max() < 90'),
    accepted: [[{ weight: 40 }, { weight: 60 }]],
    rejected: [[{ weight: 40 }], [{ weight: 10 }, { weight: 90 }]],
  },
  sorted: {
    schema: ofList(whole, 'self.isSorted()', 'self.size() == 0 || self.min() > 0', 'self.indexOf(7) == -1'),
    accepted: [[1, 2], []],
    rejected: [
      [2, 1],
      [0, 1],
      [1, 7],
    ],
  },
  first: {
    schema: ofList(text, { rule: "self[0] == 'a'", message: 'a is first' }),
    accepted: [['a']],
    rejected: [[], ['b']],
  },
  modes: {
    schema: ofList(text, "sets.contains(['Read', 'Write'], self)", "!sets.equivalent(self, ['Write'])"),
    accepted: [['Read']],
    rejected: [['Admin'], ['Write', 'Write']],
  },
  items: { schema: ofList(ofText("self != 'no'")), rejected: [['a', 'no']] },
  rows: { schema: ofList(ofList(whole), 'self.exists(row, row.all(x, x > 0))'), accepted: [[[1]]], rejected: [[[0]]] },
  maybe: {
    schema: ofObject(
      { a: whole, inner: ofObject({ b: whole }) },
      'self.?a.orValue(1) > 0',
      '!self.?inner.?b.hasValue()',
    ),
    accepted: [{}, { a: 1 }, { inner: {} }],
    rejected: [{ a: 0 }, { inner: { b: 1 } }],
  },
  words: {
    schema: ofObject(
      { namespace: text, 'a-b': text, 'c.d': text, e__f: text },
      "!has(self.__namespace__) || self.__namespace__ != 'x'",
      "!has(self.a__dash__b) || self.a__dash__b != 'x'",
      "!has(self.c__dot__d) || self.c__dot__d != 'x'",
      "!has(self.e__underscores__f) || self.e__underscores__f != 'x'",
    ),
    rejected: [{ namespace: 'x' }, { 'a-b': 'x' }, { 'c.d': 'x' }, { e__f: 'x' }],
  },
  same: {
    schema: ofList(named, 'self.all(x, x == self[0])'),
    accepted: [[{ weight: 1 }, { weight: 1 }]],
    rejected: [[{ weight: 1 }, {}]],
  },
  exactly: { schema: ofObject(three, exactlyOneOf('a', 'b')), accepted: [{ a: '' }], rejected: [{}, { a: '', b: '' }] },
  atMost: { schema: ofObject(three, atMostOneOf('a', 'b')), accepted: [{}], rejected: [{ a: '', b: '' }] },
  atLeast: { schema: ofObject(three, atLeastOneOf('a', 'b')), accepted: [{ b: '' }], rejected: [{ c: '' }] },
  ...changeCases,
};
