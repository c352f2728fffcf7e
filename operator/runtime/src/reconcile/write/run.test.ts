import { expect, it } from 'vitest';

import { scriptRun } from '../../../fixtures/scripted-run.ts';
import { ConfigMap, Secret } from '../../kinds/index.ts';
import type { Run } from './run.ts';

const newRun = (): Run =>
  scriptRun({ ownerKind: ConfigMap, owner: {}, ownerKey: { namespace: 'default', name: 'home' } }).run();

it('a new run has found out nothing', () => {
  const run = newRun();
  expect([run.ownerVerified, run.awaitsUnwatchedEnd]).toEqual([false, false]);
  expect([run.taken.size, run.hasSeen(ConfigMap, { name: 'menu' })]).toEqual([0, false]);
});

it('a child that was seen is known, and no other of its name', () => {
  const run = newRun();
  run.noteSeen(ConfigMap, { namespace: 'default', name: 'menu' });
  expect(run.hasSeen(ConfigMap, { namespace: 'default', name: 'menu' })).toBe(true);
  expect(run.hasSeen(ConfigMap, { namespace: 'other', name: 'menu' })).toBe(false);
  expect(run.hasSeen(Secret, { namespace: 'default', name: 'menu' })).toBe(false);
});

it('a name that an unowned object has is known with that object', () => {
  const run = newRun();
  const metadata = { name: 'menu', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
  const unowned = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  run.noteUnowned(ConfigMap, { name: 'menu' }, unowned);
  expect(run.unownedObject(ConfigMap, { name: 'menu' })).toBe(unowned);
  expect(run.unownedObject(ConfigMap, { name: 'other' })).toBeUndefined();
});
