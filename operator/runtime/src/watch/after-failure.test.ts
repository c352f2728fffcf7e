import { describe, expect, it, vi } from 'vitest';

import { buildApiError, createScriptedWatch } from '../../fixtures/scripted-watch.ts';
import { silentLogger } from '../base/index.ts';
import { recoverFromFailure } from './after-failure.ts';
import { createStart } from './watch-state.ts';

describe('the log line about a failure', () => {
  it.each([
    [500, 'warn'],
    [429, 'info'],
    [410, 'info'],
  ] as const)('reports how many whole milliseconds the watch waits after a status of %i', async (status, level) => {
    const lines = vi.spyOn(silentLogger, level);
    const { context } = createScriptedWatch();

    const next = await recoverFromFailure(createStart(false), buildApiError(status), {
      ...context,
      random: () => 0.123_456,
    });

    const waited = next.phase === 'waiting' ? next.delayMs : Number.NaN;
    expect(Number.isInteger(waited)).toBe(false);
    expect(lines.mock.lastCall?.[1]).toMatchObject({ delayMs: Math.round(waited) });
  });

  it('is a warning if the API server is not ready twice', async () => {
    const lines = vi.spyOn(silentLogger, 'warn').mockClear();
    const { context } = createScriptedWatch();
    const once = await recoverFromFailure(createStart(false), buildApiError(429), context);
    expect(lines).not.toHaveBeenCalled();

    if (once.phase !== 'waiting') throw new Error(once.phase);
    await recoverFromFailure(once.then, buildApiError(429), context);

    expect(lines.mock.calls).toEqual([['watch failed, retrying', expect.anything()]]);
  });
});
