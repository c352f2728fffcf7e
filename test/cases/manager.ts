import type { Case } from './case.ts';

const manager = 'operator/runtime/src/manager';
const lead = `${manager}/lead.test.ts`;
const process = `${manager}/operate.real.test.ts`;
const lock = `${manager}/election/lease-lock.test.ts`;
const observation = `${manager}/election/observation.test.ts`;
const election = `${manager}/election/run-election.test.ts`;

/** The life of a process, and who leads. */
export const managerCases: readonly Case[] = [
  {
    id: 'case-28',
    states:
      'Caches are filled before anything else begins; on stop the Lease is released last and has no holder, a lost Lease ends the work and leads to another campaign, and nothing is left open.',
    files: [process, lead, election],
  },
  {
    id: 'case-29',
    states:
      'A Lease is claimed in each of eight situations or left to its holder, judged by when this process saw it change; the leader renews without reading until a conflict, and its release survives one.',
    files: [lock, observation, election],
  },
];
