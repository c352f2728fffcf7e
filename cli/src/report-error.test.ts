import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, it, vi } from 'vitest';

import { CommandError, describeError, InterruptedError, reportError } from './report-error.ts';

function throwAt(stack: string, cause?: unknown): Error {
  const error = new Error('boom', { cause });
  error.stack = `Error: boom\n${stack}`;
  return error;
}

const own = '    at file:///srv/cafes/src/cafe.ts?generation=3:7:11';
const installed = '    at reconcile (file:///srv/cafes/node_modules/@kubewright/runtime/dist/index.js:1:2)';

it('an error of the command is printed without a stack', () => {
  const error = new CommandError('open /cafes', 'set --project');
  expect(describeError(error)).toBe('failed to open /cafes: set --project');
});

it("an error of the author's code is printed with its line", () => {
  expect(describeError(throwAt(`${installed}\n${own}`))).toBe('boom\n  at /srv/cafes/src/cafe.ts:7:11');
});

it('the line is found in a folder with spaces and parentheses', () => {
  const frame = '    at load (file:///srv/cafes%20(old)/src/cafe.ts:7:11)';
  expect(describeError(throwAt(frame))).toBe('boom\n  at /srv/cafes (old)/src/cafe.ts:7:11');
});

it('the line is that of a cause, if the error itself comes from a package', () => {
  expect(describeError(throwAt(installed, throwAt(own)))).toBe('boom\n  at /srv/cafes/src/cafe.ts:7:11');
});

it.each([
  ['export const open = [8, 22;', "Expected ',', got ';'", '1:27'],
  ['export const open = 8;\nconst size = ;', 'Expression expected', '2:14'],
  ['export enum Cup { Small }', 'TypeScript enum is not supported in strip-only mode', '1:8'],
  ["const size = 1;\nimport { nope } from 'node:path';\nsize + nope;", 'does not provide an export', '2:10'],
])('a module that does not load is named with the place: %s', async (text, message, place) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli syntax '));
  try {
    const file = path.join(folder, 'cafe.ts');
    writeFileSync(file, text);
    // Vitest loads modules in another way than Node.
    const load = `import(${JSON.stringify(pathToFileURL(file).href)}).catch((e) => console.log(describeError(e)))`;
    const script = `import { describeError } from ${JSON.stringify(new URL('report-error.ts', import.meta.url).href)}; ${load}`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    expect(output).toContain(message);
    expect(output).toContain(`\n  at ${file}:${place}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each([
  [new CommandError('open /cafes', 'set --project'), 1],
  [new InterruptedError('write a project', 'you cancelled'), 130],
  ['out of coffee', 1],
])('the exit code of %s is %d', (error, exitCode) => {
  const { exitCode: before } = process;
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    reportError(error);
    expect(process.exitCode).toBe(exitCode);
  } finally {
    process.exitCode = before;
    print.mockRestore();
  }
});

it('a thrown value that is not an error is printed as text', () => {
  expect(describeError('out of coffee')).toBe('out of coffee');
});

it.each([
  ['mkdir', 'EACCES', 'failed to create /srv/cafes: permission denied: check the owner and mode of the file (EACCES)'],
  ['open', 'EROFS', 'failed to open /srv/cafes: its file system is read-only: use another folder (EROFS)'],
  [
    'mkdir',
    'EEXIST',
    'failed to create /srv/cafes: a file already has the name of this folder: move or delete the file (EEXIST)',
  ],
  ['mkdtemp', 'ENOENT', 'failed to create /srv/cafes: set TMPDIR to an existing folder that you may write to (ENOENT)'],
  ['connect', 'ECONNREFUSED', 'ECONNREFUSED: as Node says'],
])('an error of the file system has a remedy: %s %s', (syscall, code, message) => {
  const error = Object.assign(new Error(`${code}: as Node says`), { syscall, code, path: '/srv/cafes' });
  expect(describeError(error)).toBe(message);
});
