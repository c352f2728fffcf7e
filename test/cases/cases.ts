import type { Case } from './case.ts';
import { faultCases } from './faults.ts';
import { managerCases } from './manager.ts';
import { queueCases } from './queue.ts';
import { watchCases } from './watch.ts';

/** All cases. An id has two entries if it concerns two parts of the runtime. */
export const cases: readonly Case[] = [...queueCases, ...watchCases, ...managerCases, ...faultCases];
