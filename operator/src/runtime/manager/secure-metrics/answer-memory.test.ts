import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/fake-clock.ts';
import { AnswerMemory } from './answer-memory.ts';

function memory(most = 10): {
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly answers: AnswerMemory<string>;
} {
  const clock = createFakeClock();
  const answers = new AnswerMemory<string>({ clock, keepMs: (answer) => (answer === 'yes' ? 60_000 : 10_000), most });
  return { clock, answers };
}

const yes = (): Promise<string> => Promise.resolve('yes');
const no = (): Promise<string> => Promise.resolve('no');
const never = (): Promise<string> => Promise.reject(new Error('nobody was to be asked'));

describe('an answer', () => {
  it('is good for as long as it says, and no longer', async () => {
    const { clock, answers } = memory();
    expect(await answers.get(['a', '/metrics'], yes)).toBe('yes');
    expect(await answers.get(['b', '/metrics'], no)).toBe('no');
    await clock.advance(9_999);
    expect(await answers.get(['b', '/metrics'], never)).toBe('no');
    await clock.advance(1);
    expect(await answers.get(['b', '/metrics'], yes)).toBe('yes');
    await clock.advance(49_999);
    expect(await answers.get(['a', '/metrics'], never)).toBe('yes');
    await clock.advance(1);
    expect(await answers.get(['a', '/metrics'], no)).toBe('no');
  });

  it('is one to all of its secrets, not to any one of them', async () => {
    const { answers } = memory();
    await answers.get(['a', '/metrics'], yes);
    expect(await answers.get(['a', '/debug'], no)).toBe('no');
    expect(await answers.get(['a,/metrics', ''], no)).toBe('no');
  });

  it('is waited for by all who ask while it is on its way', async () => {
    const { answers } = memory();
    let asked = 0;
    const ask = (): Promise<string> => {
      asked += 1;
      return Promise.resolve('yes');
    };
    expect(await Promise.all([answers.get(['a'], ask), answers.get(['a'], ask)])).toEqual(['yes', 'yes']);
    expect(asked).toBe(1);
  });

  it('that did not come is remembered by nobody', async () => {
    const { answers } = memory();
    await expect(answers.get(['a'], () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(answers.size).toBe(0);
    expect(await answers.get(['a'], yes)).toBe('yes');
  });

  it('of many is forgotten once there are too many', async () => {
    const { answers } = memory(3);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await answers.get([name], yes);
    expect(answers.size).toBe(3);
    expect(await answers.get(['e'], never)).toBe('yes');
    expect(await answers.get(['a'], no)).toBe('no');
  });
});
