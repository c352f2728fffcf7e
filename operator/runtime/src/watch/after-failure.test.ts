import { describe, expect, it, vi } from 'vitest';

import { buildApiError, createScriptedWatch } from '../../fixtures/scripted-watch.ts';
import { silentLogger } from '../base/index.ts';
import { recoverFromFailure } from './after-failure.ts';
import { createStart } from './watch-state.ts';

describe('the log line about a failure', () => {
  it.each([
    [500, 'warn'],
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
});
