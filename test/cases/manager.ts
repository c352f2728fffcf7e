import type { Case } from './case.ts';

const manager = 'operator/runtime/src/manager';
const lead = `${manager}/lead.test.ts`;
const process = `${manager}/operate.real.test.ts`;
const lock = `${manager}/election/lease-lock.test.ts`;
const observation = `${manager}/election/observation.test.ts`;
const election = `${manager}/election/run-election.test.ts`;

/** The lifecycle of a process, and leader election. */
export const managerCases: readonly Case[] = [
  {
    id: 'case-28',
    states:
      'Caches are synced before anything else starts. On stop, the Lease is released last. A lost Lease ends the work, and the process campaigns again. Nothing is left open.',
    files: [process, lead, election],
  },
  {
    id: 'case-29',
    states:
      'In each of eight situations, a Lease is acquired or left to its holder, depending on when this process saw it change. The leader renews it without reading it first, unless there was a conflict, and releases it even after one.',
    files: [lock, observation, election],
  },
];
