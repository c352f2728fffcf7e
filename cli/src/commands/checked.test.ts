import { expect, it, vi } from 'vitest';

import { printToStderr } from './checked.ts';

it("what the author's modules print does not get into JSON", async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const run = printToStderr(() => {
      console.log('loading');
      return Promise.reject(new Error('boom'));
    });
    await expect(run).rejects.toThrow('boom');
    expect(error).toHaveBeenCalledWith('loading');
    expect(log).not.toHaveBeenCalled();
    console.log('{}');
    expect(log).toHaveBeenCalledWith('{}');
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
});
