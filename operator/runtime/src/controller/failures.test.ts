import { describe, expect, it } from 'vitest';

import { Failures } from './failures.ts';

/** An error that counts how often its message is read. */
class Counted extends Error {
  reads = 0;
  override get message(): string {
    this.reads += 1;
    return 'out of coffee, password=hunter2';
  }
}

describe('the failures of a resource', () => {
  it('read the words of an error once per try', () => {
    const failures = new Failures();
    const error = new Counted();
    for (const [reads, loudness] of [
      [1, 'news'],
      [2, 'again'],
      [3, 'same'],
    ] as const) {
      expect(failures.report(error).message).toBe('out of coffee, password=[redacted]');
      expect(failures.tried(error, Math.min(reads, 2))).toEqual({
        loudness,
        words: 'out of coffee, password=[redacted]',
      });
      expect(error.reads).toBe(reads);
    }
  });

  // id: error-that-is-back-is-no-line
  it('are loud again when one is back for three tries in a row, and not when they take turns', () => {
    const failures = new Failures();
    const loudness = (words: string): string => failures.tried(new Error(words), 1).loudness;
    const taking = ['bread', 'salt', 'bread', 'bread', 'salt', 'bread'].map(loudness);
    expect(taking).toEqual(['news', 'news', 'same', 'same', 'same', 'same']);
    expect(['bread', 'bread', 'bread', 'salt', 'bread'].map(loudness)).toEqual([
      'same',
      'again',
      'same',
      'same',
      'same',
    ]);
    failures.interrupted();
    expect(['salt', 'salt'].map(loudness)).toEqual(['same', 'same']);
    failures.interrupted();
    expect(['salt', 'salt', 'salt'].map(loudness)).toEqual(['same', 'same', 'again']);
  });

  it('read another error of the same try for itself', () => {
    const failures = new Failures();
    expect(failures.report(new Error('its time is up')).message).toBe('its time is up');
    expect(failures.tried(new Error('the menu is burnt'), 1).words).toBe('the menu is burnt');
    expect(failures.tried(undefined, 1).words).toBe('undefined');
  });
});
