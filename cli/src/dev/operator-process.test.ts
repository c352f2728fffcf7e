import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { OperatorProcess, type OperatorProcessOptions } from './operator-process.ts';

let folder: string;
const onExit = vi.fn();

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'cli process-')));
  mkdirSync(path.join(folder, 'src'));
  onExit.mockReset();
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function start(code: string, options: Partial<OperatorProcessOptions> = {}): OperatorProcess {
  writeFileSync(path.join(folder, 'src/operator.ts'), code);
  return new OperatorProcess({ folder, module: 'src/operator.ts', description: '', onExit, ...options });
}

const runtime = pathToFileURL(path.join(import.meta.dirname, '../../../operator/runtime/src/index.ts')).href;
const withSetting = `
  import { awaitChange, defineApi, defineController, defineSettings, t } from '${runtime}';
  const Shop = defineApi({ group: 'example.com', version: 'v1', kind: 'Shop', spec: t.object({}) });
  const settings = defineSettings({ seats: { type: 'integer', env: 'MAX_SEATS', description: '' } });
  const reconcile = () => Promise.resolve(awaitChange);
  const controllers = [defineController(Shop, { settings, reconcile })];
  export const operator = { name: 'shops', version: '1', controllers };`;

it.each([
  ['variables', 'read MAX_SEATS', []],
  ['flags', 'read --seats', ['--seats', 'few']],
])('the operator gets the %s of its settings', { timeout: 60_000 }, async (_, message, flags) => {
  vi.stubEnv('MAX_SEATS', 'many').stubEnv('LOG_LEVEL', 'loud');
  const lines: string[] = [];
  await using operator = start(withSetting, { flags, onOutput: (line) => lines.push(line) });
  expect(await operator.load()).toMatchObject({ type: 'loaded' });
  expect(await operator.run()).toBe(true);
  await vi.waitFor(() => expect(lines.join('\n')).toContain(message), { timeout: 30_000 });
});

it('a module without an operator is an error, and the process goes on', async () => {
  await using operator = start('export const cafes = 1;');
  expect(await operator.load()).toMatchObject({
    message: expect.stringContaining('does not export `operator`') as string,
  });
  expect(operator.hasEnded).toBe(false);
});

it('a process that ends answers nothing, now and later', async () => {
  await using operator = start('process.exit(3);');
  expect(await operator.load()).toBeUndefined();
  expect(operator.hasEnded).toBe(true);
  expect(onExit).toHaveBeenCalledExactlyOnceWith('exit code 3');
  expect(await operator.load()).toBeUndefined();
  expect(await operator.run()).toBe(false);
});

it.each([
  ['waits for a timer', 'setInterval(() => undefined, 1000);'],
  ['is busy', 'for (;;);'],
])('the process ends after the command was killed, also while it %s', { timeout: 60_000 }, async (_, code) => {
  writeFileSync(
    path.join(folder, 'src/operator.ts'),
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(path.join(folder, 'pid'))}, String(process.pid));\n${code}`,
  );
  const url = pathToFileURL(path.join(import.meta.dirname, 'operator-process.ts')).href;
  const options = JSON.stringify({ folder, module: 'src/operator.ts', description: '' });
  const program = path.join(folder, 'command.mjs');
  writeFileSync(
    program,
    `import { OperatorProcess } from '${url}';\nawait new OperatorProcess(${options}).load();\nsetInterval(() => undefined, 1000);`,
  );
  const command = spawn(process.execPath, [program], { stdio: 'ignore' });
  const pid = await vi.waitFor(() => readPid(), { timeout: 30_000 });
  await kill(command);
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 15_000 });
});

async function kill(command: ChildProcess): Promise<void> {
  const ended = once(command, 'exit');
  command.kill('SIGKILL');
  await ended;
}

function readPid(): number {
  const text = readFileSync(path.join(folder, 'pid'), 'utf8');
  expect(text).not.toBe('');
  return Number(text);
}
