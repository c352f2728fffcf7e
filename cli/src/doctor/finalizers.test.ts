import { awaitChange, defineApi, defineController, type Kind, type OperatorDefinition, t } from '@kubewright/runtime';
import { expect, it } from 'vitest';

import { collectFinalizers, type FinalizedObject, judgeObjects, type ListedKind, selectKinds } from './finalizers.ts';

const Cafe = defineApi({
  ...{ group: 'example.com', version: 'v1', kind: 'Cafe', description: 'A place.' },
  spec: t.object({}),
});
const cafe = defineController(Cafe, {
  finalizer: { name: 'cafes.example.org/till', cleanUp: () => Promise.resolve(), replaces: ['old.example.org/till'] },
  legacyFinalizers: ['pos.example.net/x'],
  reconcile: () => Promise.resolve(awaitChange),
});
const operator: OperatorDefinition = { name: 'cafes', version: '1.0.0', controllers: [cafe] };
const groups = new Set(['example.com']);
const finalizers = collectFinalizers(operator, groups);
const kind = { group: 'example.com', version: 'v1', plural: 'cafes' };
const nowMs = Date.parse('2030-01-01T01:00:00Z');

function buildObject(finalizer: string, deletedSecondsAgo?: number): FinalizedObject {
  const deletionTimestamp =
    deletedSecondsAgo === undefined
      ? {}
      : { deletionTimestamp: new Date(nowMs - deletedSecondsAgo * 1000).toISOString() };
  return { metadata: { name: 'corner', namespace: 'shops', finalizers: [finalizer], ...deletionTimestamp } };
}

it('the finalizers of a definition include former ones, and their domains', () => {
  expect(finalizers.served).toEqual(
    new Map([['cafes.example.com', ['cafes.example.org/till', 'old.example.org/till', 'pos.example.net/x']]]),
  );
  expect([...finalizers.domains]).toEqual(['example.com', 'cafes.example.org', 'old.example.org']);
});

it('the kinds are all in the own groups, and others for which a controller declares a finalizer', () => {
  const Node: Kind = { group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false };
  const Issuer: Kind = { ...Node, group: 'certs.example.org', kind: 'Issuer', plural: 'issuers' };
  const reconcile = () => Promise.resolve(awaitChange);
  const finalizer = { name: 'example.com/x', cleanUp: () => Promise.resolve() } as const;
  const foreign = [
    defineController(Node, { finalizer, reconcile }),
    defineController(Issuer, { finalizer, reconcile }),
    defineController({ ...Node, kind: 'Pod', plural: 'pods' }, { reconcile }),
  ];
  const all = { ...operator, controllers: [cafe, ...foreign] };
  const gone = { ...kind, plural: 'kiosks' };
  const other = { ...kind, group: 'example.org' };
  const select = (...stored: readonly ListedKind[]) =>
    selectKinds(stored, { operator: all, groups }).map(({ plural }) => plural);
  expect(select(kind, gone, other)).toEqual(['cafes', 'kiosks', 'nodes']);
  expect(select({ ...kind, group: 'certs.example.org', plural: 'issuers' })).toEqual(['nodes', 'issuers']);
});

const served = 'cafes.example.org/till';
const gone = 'example.com/removed';

it.each([
  ['an object of a running operator', served, true, undefined, []],
  ['a deletion that has just begun', served, true, 3, []],
  ['a deletion that waits', served, true, 60, ['warning']],
  ['an object without its operator', served, false, undefined, ['warning']],
  ['a deletion without its operator', served, false, 60, ['error']],
  ['a finalizer that is gone from the code', gone, true, undefined, ['warning']],
  ['a deletion that waits for one', gone, true, 60, ['error']],
  ['a finalizer of others', 'kubernetes.io/pvc-protection', false, 60, []],
])('%s', (...[, finalizer, isLed, deletedSecondsAgo, severities]) => {
  const found = judgeObjects(kind, [buildObject(finalizer, deletedSecondsAgo)], { finalizers, isLed, nowMs });
  expect(found.map(({ severity }) => severity)).toEqual(severities);
});

it('the message counts the objects, and names those that wait', () => {
  const objects = [buildObject(gone), buildObject(gone, 60)];
  const [finding] = judgeObjects(kind, objects, { finalizers, isLed: true, nowMs });
  expect(finding?.message).toBe(
    '2 objects of cafes.example.com with the finalizer example.com/removed, which no controller in the code removes; ' +
      '1 object being deleted since 60 s: shops/corner',
  );
});
