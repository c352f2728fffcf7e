import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';

import { readAuditLog } from './audit-log.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

let directory = '';
useTemporaryFolder((path) => void (directory = path));
let path = '';
beforeEach(async () => {
  path = join(directory, 'audit.log');
});

const line = (auditID: string): string => JSON.stringify({ auditID, verb: 'get', requestURI: '/ü' });
async function ids(): Promise<string[]> {
  const found: string[] = [];
  for await (const { auditID } of readAuditLog(path)) found.push(auditID);
  return found;
}

test.each([
  ['events come in the order of the file', `${line('a')}\n${line('b')}\n${line('c')}\n`, ['a', 'b', 'c']],
  ['a last line that is still being written is left out', `${line('a')}\n${line('b').slice(0, 12)}`, ['a']],
  ['an empty log has no events', '', []],
])('%s', async (_, text, expected) => {
  await writeFile(path, text);
  expect(await ids()).toEqual(expected);
});

test('a damaged line in between is an error', async () => {
  await writeFile(path, `{"auditID"\n${line('b')}\n`);
  await expect(ids()).rejects.toThrow('JSON');
});

test('a missing log is an error', async () => {
  await expect(ids()).rejects.toThrow('ENOENT');
});
