import { expect, it } from 'vitest';

import { condition } from '../../declare/condition.ts';
import { stamped } from '../conditions.ts';

// Half of a surrogate pair is no valid text: the API server cannot parse such a status as YAML.
it('a message that is too long is cut between characters', () => {
  const message = `a${'🚀'.repeat(20_000)}`;
  const at = { before: undefined, generation: 1, now: '2030-01-01T00:00:00Z' };
  const [cut] = stamped([condition('Ready', false, { reason: 'Invalid', message })], at);
  expect(cut?.message.isWellFormed()).toBe(true);
  expect(cut?.message.length).toBeLessThanOrEqual(32_768);
});
