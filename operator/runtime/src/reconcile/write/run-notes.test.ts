import { expect, it } from 'vitest';

import { ConfigMap, Secret } from '../../kinds/index.ts';
import { RunNotes } from './run-notes.ts';

it('a new run has no notes', () => {
  const notes = new RunNotes();
  expect([notes.ownerVerified, notes.awaitsUnwatchedEnd, notes.dryRunWrites.size]).toEqual([false, false, 0]);
  expect(notes.isAbsent(ConfigMap, { name: 'menu' })).toBe(false);
});

it('a child that was noted as absent is absent, and no other of its name', () => {
  const notes = new RunNotes();
  notes.noteAbsent(ConfigMap, { namespace: 'default', name: 'menu' });
  expect(notes.isAbsent(ConfigMap, { namespace: 'default', name: 'menu' })).toBe(true);
  expect(notes.isAbsent(ConfigMap, { namespace: 'other', name: 'menu' })).toBe(false);
  expect(notes.isAbsent(Secret, { namespace: 'default', name: 'menu' })).toBe(false);
});
