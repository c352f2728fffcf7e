import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { AnswerMemory, secretIds } from './answer-memory.ts';

function memory(most = 10): { readonly clock: FakeClock; readonly answers: AnswerMemory<string> } {
  const clock = createFakeClock();
  return { clock, answers: new AnswerMemory<string>({ clock, keepMs: 60_000, most }) };
}

describe('an answer', () => {
  // id: metrics-remember-for-ever
  it('is good for as long as it says, and no longer', async () => {
    const { clock, answers } = memory();
    answers.keep('a', 'yes');
    await clock.advance(59_999);
    expect(answers.get('a')).toBe('yes');
    await clock.advance(1);
    expect([answers.get('a'), answers.knows('a')]).toEqual([undefined, true]);
    answers.keep('a', 'no');
    expect(answers.get('a')).toBe('no');
  });

  it('can be forgotten', () => {
    const { answers } = memory();
    answers.keep('a', 'yes');
    answers.forget('a');
    expect([answers.get('a'), answers.knows('a'), answers.size]).toEqual([undefined, false, 0]);
  });

  it('of many is forgotten once there are too many, the oldest first', () => {
    const { answers } = memory(3);
    for (const id of ['a', 'b', 'c', 'a', 'd']) answers.keep(id, `of ${id}`);
    expect([answers.get('a'), answers.get('b'), answers.size]).toEqual(['of a', undefined, 3]);
  });
});

describe('the id of secrets', () => {
  it('is one of all of them, not of any one of them', () => {
    const id = secretIds();
    expect(id(['a', '/metrics'])).toBe(id(['a', '/metrics']));
    expect(new Set([id(['a', '/metrics']), id(['a', '/debug']), id(['a,/metrics', ''])]).size).toBe(3);
  });

  it('says nothing of them, and is another one in another process', () => {
    expect(secretIds()(['a'])).not.toBe(secretIds()(['a']));
    expect(secretIds()(['a'])).toHaveLength(44);
  });
});
