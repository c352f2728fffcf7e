import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startTestPetStore, type TestPetStore } from '../testing/test-pet-store.ts';
import { useTemporaryFolder } from '../../../control-plane/fixtures/temporary-folder.ts';

const main = path.join(import.meta.dirname, 'main.ts');
const run = promisify(execFile);

let folder = '';
useTemporaryFolder((path) => void (folder = path));
const children: ChildProcessWithoutNullStreams[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(...argv: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [main, ...argv]);
  children.push(child);
  return child;
}

/** Runs a store as a process. Returns its address and its log. */
async function serve(...argv: string[]) {
  const child = start('serve', '--address', '127.0.0.1:0', '--log-format', 'json', ...argv);
  const log: { msg: string; address?: string }[] = [];
  const listening = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as { msg: string; address?: string };
    log.push(line);
    if (line.address !== undefined) listening.resolve(line.address);
  });
  child.once('exit', () => listening.reject(new Error('it ended before it listened')));
  return { child, log, address: await listening.promise };
}

async function runPetstore(address: string, ...argv: string[]): Promise<string> {
  const env = { ...process.env, PETSTORE_ADDRESS: address };
  const { stdout, stderr } = await run(process.execPath, [main, ...argv], { env });
  expect(stderr).toBe('');
  return stdout;
}

/** More pets than fit into the buffer of a pipe. */
const manyPets = Array.from({ length: 3000 }, (_, index) => ({
  id: `id-${index}`,
  name: 'x'.repeat(100),
  type: 'dog' as const,
  birthday: { year: 2020, month: 1, day: 1 },
}));
const thor = ['--name', 'Thor', '--type', 'dog', '--birthday', '2021-04-01'];

describe('the program petstore', { timeout: 60_000 }, () => {
  it('serves, adds, finds and deletes pets, and stops gracefully at SIGTERM', async () => {
    const { child, log, address } = await serve();
    const id = (await runPetstore(address, 'add', ...thor)).trim();
    expect(await runPetstore(address, 'search')).toBe(
      `ID${' '.repeat(36)}NAME  TYPE  BIRTHDAY\n${id}  Thor  dog   2021-04-01\n`,
    );
    await runPetstore(address, 'delete', id);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(log.map(({ msg }) => msg)).toEqual([
      'pet store is listening',
      'storing pets',
      'stopping after a signal',
      'pet store stopped',
    ]);
  });

  it('retains pets whose ids it has returned in its file when it is killed', async () => {
    const data = path.join(folder, 'pets.db');
    const first = await serve('--data', data);
    const id = (await runPetstore(first.address, 'add', ...thor)).trim();
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const { child, address } = await serve('--data', data);
    const errors: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
    expect(await runPetstore(address, 'search')).toContain(id);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(errors.join('')).toBe('');
  });

  it('exits with 3 when no store answers', async () => {
    const refused = run(process.execPath, [main, 'search', '--address', '127.0.0.1:1']);
    await expect(refused).rejects.toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('petstore serve') as string,
    });
  });
});

describe('the program petstore while it runs', { timeout: 60_000 }, () => {
  let store: TestPetStore;
  beforeEach(async () => {
    store = await startTestPetStore();
  });
  afterEach(async () => {
    await store[Symbol.asyncDispose]();
  });

  it('exits with 130 and without output at Ctrl-C', async () => {
    const arrived = new Promise<void>((resolve) => {
      store.hooks({
        before() {
          resolve();
          return new Promise(() => undefined);
        },
      });
    });
    const child = start('search', '--address', store.address);
    const output: Buffer[] = [];
    child.stderr.on('data', (part: Buffer) => output.push(part));
    await arrived;
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(Buffer.concat(output).toString()).not.toContain('petstore:');
  });

  it('prints a long list of pets completely', async () => {
    store.put(...manyPets);
    const { stdout } = await run(process.execPath, [main, 'search', '--address', store.address], {
      maxBuffer: 2 ** 26,
    });
    expect(stdout.trimEnd().split('\n')).toHaveLength(3001);
  });

  it('exits without an error when its reader closes stdout', async () => {
    store.put(...manyPets);
    const child = start('search', '--address', store.address);
    const errors: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(errors.join('')).toBe('');
  });
});
