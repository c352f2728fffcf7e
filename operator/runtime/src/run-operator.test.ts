import { afterEach, describe, expect, it, vi } from 'vitest';

import { awaitChange, defineApi, defineController, type OperatorDefinition, runOperator, t } from './index.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const cafe = defineController(Cafe, { reconcile: () => Promise.resolve(awaitChange) });
const good: OperatorDefinition = { name: 'coffee', version: '1.0.0', controllers: [cafe] };

describe('runOperator', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('returns 1 before it connects if the declaration is wrong, and logs why', async () => {
    const wrong: readonly (readonly [Partial<OperatorDefinition>, string])[] = [
      [{ name: 'My Op' }, 'My Op: failed to define the operator "My Op": the name must be a DNS label'],
      [{ controllers: [] }, 'coffee: failed to define the operator "coffee": the operator does not have a controller'],
      [{ controllers: [cafe, cafe] }, 'coffee: failed to define the operator "coffee": two controllers have the name'],
    ];
    for (const [part, text] of wrong) {
      const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      const input = { argv: [], env: {}, signal: AbortSignal.abort() };
      await expect(runOperator({ ...good, ...part }, input)).resolves.toBe(1);
      expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(text));
      said.mockRestore();
    }
  });
});
