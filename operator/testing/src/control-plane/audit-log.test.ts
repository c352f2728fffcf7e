import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { readAuditLog } from './audit-log.ts';

let directory = '';
let path = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubewright-audit-'));
  path = join(directory, 'audit.log');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const line = (auditID: string): string => JSON.stringify({ auditID, verb: 'get', requestURI: '/ü' });
async function ids(): Promise<string[]> {
  const found: string[] = [];
  for await (const { auditID } of readAuditLog(path)) found.push(auditID);
  return found;
}

test('events come in the order of the file', async () => {
  await writeFile(path, `${line('a')}\n${line('b')}\n${line('c')}\n`);
  expect(await ids()).toEqual(['a', 'b', 'c']);
});

test('a last line that is still being written is left out', async () => {
  await writeFile(path, `${line('a')}\n${line('b').slice(0, 12)}`);
  expect(await ids()).toEqual(['a']);
});

test('a damaged line in between is an error', async () => {
  await writeFile(path, `{"auditID"\n${line('b')}\n`);
  await expect(ids()).rejects.toThrow('JSON');
});

test('an empty log has no events', async () => {
  await writeFile(path, '');
  expect(await ids()).toEqual([]);
});

test('a missing log is an error', async () => {
  await expect(ids()).rejects.toThrow('ENOENT');
});
