import type { Case } from './case.ts';
import { faultCases } from './faults.ts';
import { managerCases } from './manager.ts';
import { queueCases } from './queue.ts';
import { watchCases } from './watch.ts';

/** What runtimes get wrong: a row for each id, or two where two parts of the runtime keep it. */
export const cases: readonly Case[] = [...queueCases, ...watchCases, ...managerCases, ...faultCases];
