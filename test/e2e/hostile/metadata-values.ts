import { hostileTexts } from './texts.ts';

const splitWords = (text: string): readonly string[] => text.split(' ');

const lengths = [52, 53, 55, 56, 63, 64, 253, 254, 300];

/** Good and bad names. Good ones begin with `letter`, so that children of different kinds never get the same name. */
export function listNames(letter: string): readonly unknown[] {
  const dotted = (length: number): string => `${letter.repeat(49)}.`.repeat(6).slice(0, length - 1) + letter;
  return [
    ...lengths.map((length) => letter.repeat(length)),
    ...[64, 253, 254].map(dotted),
    ...splitWords(`${letter}.b ${letter}..b 1${letter} 0-${letter} xn--${letter}0ak6aa92e`),
    ...splitWords('. .. .a a. -a a- a_b A a/b /a a%2fb a?b a#b a:b naïve имя a🚀 a\u0000 a\u0301 a\u00a0b $(id) `id`'),
    ...['a b', 'a\n', "a';--", '../../a', '\u202ea', '', ' '],
    ...[null, 7, true, ['a'], { a: 'b' }],
  ];
}

export const generateNames: readonly unknown[] = ['A', 'a_', '-', 'g'.repeat(300), 7, ''];

const labelKeys = ['', 'a b', 'a'.repeat(64), ...splitWords('a/b/c /a a/ A.example.com/a ä 🚀 -a \u0000')];
const labelValues = ['a b', 'a\n', 'a'.repeat(64), ...splitWords('-a a- ä 🚀 $(id) / \u0000')];
const many = Array.from({ length: 200 }, (_, index) => [`l${String(index)}`, 'a'.repeat(63)] as const);

export const labels: readonly unknown[] = [
  ...labelKeys.map((key) => ({ [key]: 'a' })),
  ...labelValues.map((value) => ({ a: value })),
  ...[{ a: 7 }, { a: ['b'] }, { a: {} }, ['a'], 'a=b', 7],
  ...[{ 'app.kubernetes.io/managed-by': 'kubewright' }, { app: 'webserver', constructor: 'a' }],
  Object.fromEntries(many),
];

/** Annotations around the limit of 256 KiB for all annotations of an object together. */
export const annotations: readonly unknown[] = [
  ...splitWords('a/b/c ä \u0000').map((key) => ({ [key]: 'a' })),
  ...[{ '': 'a' }, { 'a b': 'a' }, { a: 7 }, { a: {} }, ['a'], 'a'],
  ...[{ a: 'x'.repeat(262_000) }, { a: 'x'.repeat(263_000) }],
  ...[{ 'kubewright.dev/desired-hash': 'none' }, { 'kubectl.kubernetes.io/last-applied-configuration': '{' }],
  Object.fromEntries(hostileTexts.map((text, index) => [`a${String(index)}`, text])),
];

export const finalizers: readonly unknown[] = [
  ...['none', '', 'example.com/', '/a', 'a b/c', 'example.com/ä', 7, null].map((value) => [value]),
  ...['example.com/a', {}],
  ...[['example.com/kept'], ['example.com/kept', 'example.com/kept'], ['orphan', 'foregroundDeletion']],
  Array.from({ length: 100 }, (_, index) => `example.com/f${String(index)}`),
];

/** Other fields of the metadata: only the API server sets most of them, and one does not exist. */
export const others: readonly (readonly [string, unknown])[] = [
  ...splitWords('creationTimestamp deletionTimestamp uid resourceVersion selfLink').map((field) => [field, 7] as const),
  ...splitWords('uid resourceVersion selfLink').map((field) => [field, 'mine'] as const),
  ...[-1, 'a', 0.5].map((value) => ['generation', value] as const),
  ...[-1, 'a', 0.5].map((value) => ['deletionGracePeriodSeconds', value] as const),
  ...[7, {}, [null], [{ manager: 'a', operation: 'b' }]].map((value) => ['managedFields', value] as const),
  ...['other', 'ä', 7].map((value) => ['namespace', value] as const),
  ['unknown', { a: 'b' }],
];

const falseStatus = { conditions: [{ type: 'Ready', status: 'True' }], observedGeneration: 99 };

/** Top-level fields of an object. The API server ignores a status in a create request. */
export const parts: readonly (readonly [string, unknown])[] = [
  ...['a', { conditions: 'none' }, falseStatus].map((value) => ['status', value] as const),
  ...['data', 'Spec', '__proto__', 'constructor', ''].map((part) => [part, { a: 'b' }] as const),
  ['metadata', null],
];
