import { expect, it } from 'vitest';

import { ConfigMap, Secret } from '../../kinds/index.ts';
import { RunNotes } from './run-notes.ts';

it('a new run has no notes', () => {
  const notes = new RunNotes();
  expect([notes.ownerVerified, notes.awaitsUnwatchedEnd, notes.dryRunWrites.size]).toEqual([false, false, 0]);
  expect([notes.taken.size, notes.hasSeen(ConfigMap, { name: 'menu' })]).toEqual([0, false]);
});

it('a child that was seen is known, and no other of its name', () => {
  const notes = new RunNotes();
  notes.noteSeen(ConfigMap, { namespace: 'default', name: 'menu' });
  expect(notes.hasSeen(ConfigMap, { namespace: 'default', name: 'menu' })).toBe(true);
  expect(notes.hasSeen(ConfigMap, { namespace: 'other', name: 'menu' })).toBe(false);
  expect(notes.hasSeen(Secret, { namespace: 'default', name: 'menu' })).toBe(false);
});

it('a name that an unowned object has is known with that object', () => {
  const notes = new RunNotes();
  const metadata = { name: 'menu', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
  const unowned = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  notes.noteUnowned(ConfigMap, { name: 'menu' }, unowned);
  expect(notes.unownedObject(ConfigMap, { name: 'menu' })).toBe(unowned);
  expect(notes.unownedObject(ConfigMap, { name: 'other' })).toBeUndefined();
});
