import { cel, immutable, onCreation } from '@kubewright/runtime';

import { ofList, ofMap, ofObject, ofText, type RuleCase, rules, text, three, whole } from './ruled-fields.ts';

/** CEL rules about changes (transition rules), by field. */
export const changeCases: Readonly<Record<string, RuleCase>> = {
  fixed: {
    schema: ofText(immutable()),
    acceptedChanges: [
      ['a', 'a'],
      [undefined, 'a'],
      ['a', undefined],
    ],
    rejectedChanges: [['a', 'b']],
  },
  fixedNames: {
    schema: ofObject(three, immutable('a', 'b')),
    acceptedChanges: [[{ a: 'x' }, { a: 'x', c: 'y' }]],
    rejectedChanges: [
      [{ a: 'x' }, { a: 'y' }],
      [{ a: 'x' }, {}],
      [{}, { b: 'y' }],
    ],
  },
  grows: { schema: { ...whole, ...rules('self >= oldSelf') }, acceptedChanges: [[1, 2]], rejectedChanges: [[2, 1]] },
  changes: {
    schema: { ...whole, ...rules('self > oldSelf') },
    acceptedChanges: [[1, 2]],
    rejectedChanges: [
      [2, 1],
      [2, 2],
    ],
  },
  added: {
    schema: ofList(text, 'oldSelf.all(x, x in self)'),
    acceptedChanges: [[['a'], ['a', 'b']]],
    rejectedChanges: [[['a'], ['b']]],
  },
  kept: {
    schema: ofMap(ofText({ rule: 'self == oldSelf', message: 'stays' }), 'oldSelf.all(k, k in self)'),
    acceptedChanges: [[{ a: '1' }, { a: '1', b: '2' }]],
    rejectedChanges: [
      [{ a: '1' }, { a: '2' }],
      [{ a: '1' }, { b: '1' }],
    ],
  },
  once: {
    schema: ofObject(three, '!has(oldSelf.a) || has(self.a)'),
    acceptedChanges: [[{}, { a: '' }]],
    rejectedChanges: [[{ a: '' }, {}]],
  },
  listed: {
    schema: {
      ...ofList({ ...ofObject({ name: text, size: whole }, 'self.size >= oldSelf.size'), required: ['name'] }),
      ...{ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
    },
    acceptedChanges: [
      [
        [{ name: 'a', size: 2 }],
        [
          { name: 'b', size: 1 },
          { name: 'a', size: 2 },
        ],
      ],
    ],
    rejectedChanges: [
      [
        [{ name: 'a', size: 2 }],
        [
          { name: 'b', size: 1 },
          { name: 'a', size: 1 },
        ],
      ],
    ],
  },
  optional: {
    schema: {
      ...whole,
      ...rules({ rule: 'oldSelf.hasValue() ? self >= oldSelf.value() : self < 10', optionalOldSelf: true }),
    },
    accepted: [9],
    rejected: [10],
    acceptedChanges: [
      [1, 20],
      [undefined, 9],
    ],
    rejectedChanges: [
      [2, 1],
      [undefined, 10],
    ],
  },
  moves: {
    schema: {
      ...whole,
      ...rules({ rule: '!oldSelf.hasValue() || self > oldSelf.value()', optionalOldSelf: true }),
    },
    acceptedChanges: [[1, 2]],
    rejectedChanges: [[2, 2]],
  },
  created: {
    schema: ofText(onCreation(cel("self.startsWith('a')", 'begins with a'))),
    rejected: ['b'],
    acceptedChanges: [['a', 'b']],
  },
};
