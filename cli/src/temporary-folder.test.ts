import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { useTemporaryFolder } from './temporary-folder.ts';

// Uses the folder until its input ends, as a command that waits for another program.
const script = `
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { useTemporaryFolder } from ${JSON.stringify(new URL('./temporary-folder.ts', import.meta.url).href)};

await useTemporaryFolder('test-', async (folder) => {
  writeFileSync(folder + '/file', '');
  console.log(folder);
  await text(process.stdin);
});
console.log('continued');
`;

describe('a temporary folder', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('is removed before %s ends the process', async (name) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    await once(child.stdout, 'data');
    const folder = printed.trim();
    expect(existsSync(folder)).toBe(true);
    const closed = once(child, 'close');
    child.kill(name);
    child.stdin.end();
    expect(await closed).toEqual([null, name]);
    expect(existsSync(folder)).toBe(false);
    expect(printed).not.toContain('continued');
  });

  it('is removed if its use fails', async () => {
    let used = '';
    const failing = useTemporaryFolder('test-', (folder) => {
      used = folder;
      return Promise.reject(new Error('boom'));
    });
    await expect(failing).rejects.toThrow('boom');
    expect(used).not.toBe('');
    expect(existsSync(used)).toBe(false);
  });

  it('leaves no listener, and gives its result', async () => {
    const count = (): readonly number[] => ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name));
    const before = count();
    expect(await useTemporaryFolder('test-', (folder) => Promise.resolve(existsSync(folder)))).toBe(true);
    expect(count()).toEqual(before);
  });
});
