import { expect, test } from 'vitest';

import { membersOf } from './end-tree.ts';
import type { ProcessEntry } from './process-table.ts';

const entry = (pid: number, parentPid: number, group: number): ProcessEntry => ({
  pid,
  parentPid,
  group,
  zombie: false,
  startTime: `t${pid}`,
});
const leader = { pid: 10, startTime: 't10' };

test('descendants belong to the tree, whatever session they are in', () => {
  const table = [entry(12, 11, 12), entry(11, 10, 11), entry(10, 5, 10), entry(20, 5, 5)];
  expect(membersOf(table, leader)).toEqual([12, 11, 10]);
});

test('members of the session are found after its leader has ended', () => {
  expect(membersOf([entry(11, 1, 10), entry(12, 11, 12)], leader)).toEqual([11, 12]);
});

test('another process that reuses the pid of the leader is not a member', () => {
  expect(membersOf([{ ...entry(10, 1, 10), startTime: 'later' }, entry(11, 10, 10)], leader)).toEqual([]);
});

test('a zombie is not a member, but its children are', () => {
  expect(membersOf([{ ...entry(10, 5, 10), zombie: true }, entry(11, 10, 11)], leader)).toEqual([11]);
});
