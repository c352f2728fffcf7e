import { type Api, cel, type CelOptions, defineApi, t } from '@kubewright/runtime/internal/api';

const bounded = { maxLength: 20 };
const item = t.object({ name: t.string(bounded), size: t.integer() });

/** A field of each type that CEL rules support, and of each type that only the API server checks. */
const fields = {
  s: t.string(bounded),
  other: t.string(bounded),
  word: t.enum(['on', 'off']),
  n: t.integer(),
  d: t.number(),
  b: t.boolean(),
  list: t.array(t.string(bounded), { maxItems: 5 }),
  numbers: t.array(t.integer(), { maxItems: 5 }),
  items: t.array(item, { maxItems: 5 }),
  map: t.record(t.integer(), { maxProperties: 5 }),
  nested: item,
  'with-dash': t.integer(),
  surge: t.intOrString(),
  memory: t.quantity(),
  due: t.string({ format: 'date-time' }),
  wait: t.string({ format: 'duration' }),
  bytes: t.string({ format: 'byte', maxLength: 20 }),
  note: t.optional(t.nullable(t.string(bounded))),
  level: t.optional(t.nullable(t.integer())),
};

/** An API whose spec has these rules. */
export function apiWith(rules: readonly string[], options: CelOptions = {}): Api {
  return defineApi({
    ...{ group: 'rules.kubewright.example', version: 'v1', kind: 'Ruled' },
    spec: t.object(fields, { rules: rules.map((rule) => cel(rule, 'must hold', options)) }),
  });
}

/** Rules that the API server accepts. */
export const good: readonly string[] = [
  'self.n > 1',
  'self.d > 1',
  'self.d > 1.5 && self.n < 3.5',
  'self.b',
  '!self.b || self.s.size() > 1',
  'size(self.list) > 1 && self.map.size() < 3',
  'self.s == self.other',
  "self.word == 'on'",
  "self.s.matches('^[a-z]+$') && self.s.startsWith('a')",
  "self.s in ['a', 'b']",
  "'a' in self.list && 'a' in self.map",
  'self.list.all(x, x.size() > 1)',
  "self.items.exists(i, i.name == 'a' && i.size > 1)",
  "self.items.map(i, i.name).exists_one(n, n == 'a')",
  'self.items.filter(i, i.size > 1).size() > 1',
  'self.map.all(k, self.map[k] > 1)',
  'self.numbers.sum() > 1 && self.numbers.max() < 9',
  'self.list.isSorted()',
  "self.list.map(x, x + '!').size() > 1",
  "self.list.join(',') == 'a'",
  "self.s.split(',')[0] == 'a'",
  "self.s.replace('a', 'b').lowerAscii().trim() == 'a'",
  "self.s.find('[0-9]+') == '1'",
  'self.with__dash__dash > 1',
  'has(self.note) && self.n > 1',
  'self.b ? self.n > 1 : self.d > 1.0',
  'int(self.s) > 1 && string(self.n) == self.s && double(self.n) > 1.0',
  'type(self.n) == int',
  'dyn(self.s) == 1',
  'self.surge == 1',
  "self.surge == '1%'",
  'type(self.surge) == string',
  "self.due > timestamp('2026-01-01T00:00:00Z')",
  "self.wait < duration('1h')",
  'self.bytes.size() > 1',
  "isURL(self.s) && url(self.s).getScheme() == 'https'",
  "quantity(self.s).isGreaterThan(quantity('1Mi'))",
  "self.s.charAt(0) == 'a' && self.s.indexOf('b') > 1",
  '[1, 2].all(x, x > self.n)',
  "{'a': 1}['a'] == self.n",
  'self.nested.size > 1',
  "self.items[0].name == 'a'",
  'self.n % 2 == 0 && self.n / 2 > 1 && -self.n < 1',
  'self.d * 2.0 > 1.0',
  "self.s + 'a' == self.other",
  "self.list + ['a'] == self.list",
  "self.?note.orValue('a') == 'a'",
  "cidr('10.0.0.0/8').containsIP(self.s)",
  'self.list.all(i, x, i < 3)',
  'sets.contains(self.list, self.list)',
  'self.list.indexOf("a") == 0',
  "'\\u0000' != self.s && r'\\d' != self.s",
  '"""a""" != self.s',
  'format.dns1123Label().validate(self.s).hasValue()',
  'uint(self.n) > 1u',
];

/** Rules with the old value, which the API server accepts. */
export const transitions: readonly string[] = [
  'self.n >= oldSelf.n',
  'self.s == oldSelf.s',
  'self.list.all(x, x in oldSelf.list)',
  'self == oldSelf',
  'self.nested == oldSelf.nested',
];

/** Rules whose old value is optional, which the API server accepts. */
export const optionalTransitions: readonly string[] = [
  'oldSelf.hasValue() || (self.n > 1)',
  'oldSelf.orValue(self).n > 1',
  '!oldSelf.hasValue() || oldSelf.value().n <= self.n',
  "oldSelf.?s.orValue('a') == self.s",
  'oldSelf.optMap(o, o.n <= self.n).orValue(true)',
];

/** Rules that our checker and the API server refuse, with the message of our checker. */
export const bad: readonly (readonly [rule: string, says: string])[] = [
  ['self.s > 1', 'no such overload: string > int'],
  ['self.word == 1', 'no such overload: string == int'],
  ['self.n == 1.0', 'no such overload: int == double'],
  ['self.d == 1', 'no such overload: double == int'],
  ['self.n', 'it gives int, not bool'],
  ['self.s.size()', 'it gives int, not bool'],
  ['self.n.size() > 1', "found no matching overload for 'int.size()' in self.n.size()"],
  ['size(self.n) > 1', "found no matching overload for 'size(int)' in size(self.n)"],
  ['self.s.startsWith(1)', "found no matching overload for 'string.startsWith(int)'"],
  ["self.n.matches('a')", "found no matching overload for 'int.matches(string)'"],
  ['self.list.all(x, x > 1)', 'no such overload: string > int in x > 1'],
  ['self.items.exists(i, i.name == 1)', 'no such overload: string == int in i.name == 1'],
  ["self.map['a'] == 'b'", 'no such overload: int == string'],
  ['1 in self.list', 'no such overload: int in list<string>'],
  ['self.s in [1, 2]', 'no such overload: string in list<int>'],
  ['self.list == [1]', 'no such overload: list<string> == list<int>'],
  ['self.b && self.n', "Logical operator requires bool operands, got 'int'"],
  ['!self.s', 'no such overload: !string'],
  ['-self.s == self.s', 'no such overload: -string in -self.s'],
  ["self.s - 'a' == 'b'", "no such overload: string - string in self.s - 'a'"],
  ['self.n + 1.0 > 1.0', 'no such overload: int + double in self.n + 1.0'],
  ['self.b > 1', 'no such overload: bool > int'],
  ['self.b ? self.s : self.n', "Ternary branches must have the same type, got 'string' and 'int'"],
  ['self.n ? true : false', "Ternary condition must be bool, got 'int'"],
  ['self.with__dash__dash > self.s', 'no such overload: int > string'],
  ['self.nested.size == self.nested.name', 'no such overload: int == string'],
  ['self.list[0].x == 1', "Cannot index type 'string'"],
  ['self.n >', 'it cannot be read: Unexpected token: EOF'],
  ['self.b = true', 'it cannot be read: Unexpected character: ='],
  ['self.n > 1)', "it cannot be read: Unexpected character: ')'"],
];

/** Rules that the API server refuses and our checker accepts, because it does not know their types. */
export const left: readonly string[] = [
  'self.s.foo()',
  'isURL(self.n)',
  'self.due > 1',
  'self.note > 1',
  'self.s == null',
  'cel.bind(x, self.n, x > 1)',
];

/** Operands of every type. The tests combine each two of them by every operator. */
export const operands: readonly string[] = [
  ...['self.s', 'self.n', 'self.d', 'self.b', 'self.list', 'self.numbers', 'self.map', 'self.nested', 'self.items'],
  ...[
    'self.surge',
    'self.due',
    'self.wait',
    'self.note',
    'self.level',
    '"a"',
    '1',
    '1.5',
    '2u',
    'true',
    'null',
    '["a"]',
    '[1]',
    '[]',
  ],
];

export const operators: readonly string[] = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  'in',
  '&&',
  '||',
];
