import { expect, it } from 'vitest';

import { runNode, runProgram } from './run-node.ts';

it.each([
  ['process.exit(3)', 3],
  ["process.kill(process.pid, 'SIGINT')", 130],
  ["process.kill(process.pid, 'SIGTERM')", 143],
])('the exit code of a program is passed on, or that of its signal: %s', async (code, exitCode) => {
  expect(await runNode('.', ['-e', code])).toBe(exitCode);
});

it('a program that does not exist is an error, and leaves no listener', async () => {
  const before = process.listenerCount('SIGINT');
  await expect(runProgram('kubewright-missing', [], {})).rejects.toThrow('ENOENT');
  expect(process.listenerCount('SIGINT')).toBe(before);
});

it('a program ends when its signal aborts', async () => {
  const stop = new AbortController();
  const ended = runNode('.', ['-e', 'setInterval(() => undefined, 1000)'], stop.signal);
  stop.abort();
  await expect(ended).rejects.toThrow('aborted');
});
