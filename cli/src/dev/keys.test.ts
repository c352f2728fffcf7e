import { PassThrough } from 'node:stream';

import { expect, it, vi } from 'vitest';

import { describeKeys, explainKeys, listenToKeys } from './keys.ts';

function openTerminal() {
  const setRawMode = vi.fn();
  return Object.assign(new PassThrough(), { isTTY: true, setRawMode }) as unknown as NodeJS.ReadStream & PassThrough;
}

it('each key does what it says, Ctrl-C quits, and others do nothing', async () => {
  const terminal = openTerminal();
  const restart = vi.fn();
  const quit = vi.fn();
  const keys = {
    r: { does: 'restart', help: 'starts the operator again', run: restart },
    q: { does: 'quit', run: quit },
  };
  const stop = listenToKeys(keys, terminal);
  expect(terminal.setRawMode).toHaveBeenLastCalledWith(true);
  terminal.write('rx\u0012\u0003');
  await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
  expect(restart).toHaveBeenCalledOnce();
  stop();
  expect(terminal.setRawMode).toHaveBeenLastCalledWith(false);
  expect(describeKeys(keys)).toBe('r restart   q quit');
  expect(explainKeys(keys)).toBe('r  starts the operator again\nq  quit');
});

it('without a terminal, keys are not read', () => {
  const input = Object.assign(openTerminal(), { isTTY: false });
  listenToKeys({}, input)();
  expect(input.setRawMode).not.toHaveBeenCalled();
});
