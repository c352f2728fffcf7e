import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { beforeEach, describe, expect, test } from 'vitest';

import { LogWriter } from './log-writer.ts';
import { readLog } from './read-log.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

let folder = '';
useTemporaryFolder((path) => void (folder = path));
let file = '';
beforeEach(() => {
  file = join(folder, 'main.log');
});

const openWriter = (): LogWriter => new LogWriter({ file, run: 7, now: () => 0, maxBytes: 4 });
const write = (writer: LogWriter, line: string): void => writer.write(Buffer.from(line));
const countOpenFiles = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;

describe('the writer of a log', () => {
  test.each(['main.log.1', 'main.log.1.lines'])('continues when %s no longer prevents writing', async (name) => {
    const writer = openWriter();
    write(writer, 'first\n');
    mkdirSync(join(folder, name));
    for (const lost of ['lost\n', 'lost, too\n']) expect(() => write(writer, lost)).toThrow(/EISDIR|ENOTEMPTY/);
    expect(readFileSync(file, 'utf8')).toBe('first\n');
    rmdirSync(join(folder, name));
    write(writer, 'second\n');
    writer.close();
    expect(await text(readLog(file, { run: 7 }))).toBe('first\nsecond\n');
  });

  test('leaves no file open after a failure, and can be closed twice', () => {
    const writer = openWriter();
    write(writer, 'first\n');
    mkdirSync(`${file}.1`);
    expect(() => write(writer, 'lost\n')).toThrow('EISDIR');
    writer.close();
    writer.close();
    expect(countOpenFiles()).toBe(0);
  });

  test('opens either both files or none', () => {
    mkdirSync(`${file}.lines`);
    expect(openWriter).toThrow('EISDIR');
    expect(countOpenFiles()).toBe(0);
  });
});
