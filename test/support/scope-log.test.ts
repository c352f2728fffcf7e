import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ScopeLog } from './scope-log.ts';

const line = (name: string, auditID: string): string => JSON.stringify({ auditID, requestURI: `/ü/${name}/${name}` });

describe('the audit log of a scope', () => {
  let folder: string;
  let file: string;
  let log: ScopeLog;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'scope-log-'));
    file = path.join(folder, 'audit.log');
    log = new ScopeLog(file, 'ours');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function read(): Promise<readonly string[]> {
    await log.readOn();
    return log.events.map(({ auditID }) => auditID);
  }

  it('has the lines that contain the text, each once, in order', async () => {
    await appendFile(file, `${line('ours', '1')}\n${line('other', '2')}\n${line('ours', '3')}\n${line('ours', '4')}\n`);
    expect(await read()).toEqual(['1', '3', '4']);
  });

  it('continues where the last read ended, and leaves a line that is still being written', async () => {
    await appendFile(file, `${line('ours', '1')}\n${line('ours', '2').slice(0, 20)}`);
    expect(await read()).toEqual(['1']);
    await appendFile(file, `${line('ours', '2').slice(20)}\n${line('other', '3')}\n`);
    expect(await read()).toEqual(['1', '2']);
    expect(await read()).toEqual(['1', '2']);
  });
});
