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
    tests: [
      { file: process, title: 'starts servers, caches, what its controllers use, and only then campaigns' },
      {
        file: process,
        title: 'stops in order: controllers, the Lease, what they use; then it ends by itself, as nothing is left open',
      },
      { file: process, title: 'ends at once at a second signal' },
      { file: lead, title: 'lets running work finish, of every controller' },
      { file: lead, title: 'is renewed while work finishes, and released after it' },
      { file: lead, title: 'aborts running work at once' },
      { file: lead, title: 'leads to another campaign in the same process' },
      { file: lead, title: 'gives work that ignores its signal the whole grace period, and then ends the process' },
      { file: election, title: 'releases the lease last: after the work, which may write until then' },
    ],
  },
  {
    id: 'case-29',
    states:
      'A Lease is claimed in each of eight situations or left to its holder, judged by when this process saw it change; the leader renews without reading until a conflict, and its release survives one.',
    tests: [
      { file: lock, title: 'makes one that does not exist' },
      { file: lock, title: 'takes one that says nothing' },
      { file: lock, title: 'takes one that nobody holds' },
      { file: lock, title: 'takes one that nobody holds though it changed a moment ago' },
      {
        file: lock,
        title: 'takes one whose holder was silent for its duration, though the holder dates it into the future',
      },
      {
        file: lock,
        title: 'leaves one whose holder was heard within its duration, though the holder dates it into the past',
      },
      { file: lock, title: 'leaves one that it sees for the first time' },
      { file: lock, title: 'renews one that it holds already, and keeps since when' },
      { file: observation, title: 'keeps a holder alive for the duration of its lease, whatever its clock says' },
      { file: election, title: 'renews every retry period without reading' },
      { file: election, title: 'reads the lease only after a conflict' },
      { file: election, title: 'tries the release again after a conflict' },
      { file: election, title: 'releases the lease last: after the work, which may write until then' },
    ],
  },
];
