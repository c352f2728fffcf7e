import { expect, test } from 'vitest';

import { listMembers } from './end-tree.ts';
import type { ProcessEntry } from './process-table.ts';

const buildEntry = (pid: number, parentPid: number, group: number): ProcessEntry => ({
  pid,
  parentPid,
  group,
  zombie: false,
  startTime: `t${pid}`,
});
const leader = { pid: 10, startTime: 't10' };

test('descendants belong to the tree, in any session', () => {
  const table = [buildEntry(12, 11, 12), buildEntry(11, 10, 11), buildEntry(10, 5, 10), buildEntry(20, 5, 5)];
  expect(listMembers(table, leader)).toEqual([12, 11, 10]);
});

test('members of the session are found after its leader has ended', () => {
  expect(listMembers([buildEntry(11, 1, 10), buildEntry(12, 11, 12)], leader)).toEqual([11, 12]);
});

test('another process that reuses the pid of the leader is not a member', () => {
  expect(listMembers([{ ...buildEntry(10, 1, 10), startTime: 'later' }, buildEntry(11, 10, 10)], leader)).toEqual([]);
});

test('a zombie is not a member, but its children are', () => {
  expect(listMembers([{ ...buildEntry(10, 5, 10), zombie: true }, buildEntry(11, 10, 11)], leader)).toEqual([11]);
});
