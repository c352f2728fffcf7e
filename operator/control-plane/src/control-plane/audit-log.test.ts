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

const formatLine = (auditID: string): string => JSON.stringify({ auditID, verb: 'get', requestURI: '/ü' });
async function readIds(): Promise<string[]> {
  const found: string[] = [];
  for await (const { auditID } of readAuditLog(path)) found.push(auditID);
  return found;
}

test.each([
  [
    'events come in the order of the file',
    `${formatLine('a')}\n${formatLine('b')}\n${formatLine('c')}\n`,
    ['a', 'b', 'c'],
  ],
  ['a last line that is still being written is left out', `${formatLine('a')}\n${formatLine('b').slice(0, 12)}`, ['a']],
  ['an empty log has no events', '', []],
])('%s', async (_, text, expected) => {
  await writeFile(path, text);
  expect(await readIds()).toEqual(expected);
});

test('a damaged line before the last one is an error', async () => {
  await writeFile(path, `{"auditID"\n${formatLine('b')}\n`);
  await expect(readIds()).rejects.toThrow('JSON');
});
