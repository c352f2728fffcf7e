import { describe, expect, it } from 'vitest';

import { ReportedErrors } from './reported-errors.ts';

/** An error that counts how often its message is read. */
class Counted extends Error {
  reads = 0;
  override get message(): string {
    this.reads += 1;
    return 'out of coffee, password=hunter2';
  }
}

describe('the reported errors of a resource', () => {
  it('read the message of an error once per attempt', () => {
    const errors = new ReportedErrors();
    const error = new Counted();
    for (const [reads, level] of [
      [1, 'error'],
      [2, 'warn'],
      [3, 'debug'],
    ] as const) {
      expect(errors.report(error).message).toBe('out of coffee, password=[redacted]');
      expect(errors.noteTry(error, Math.min(reads, 2))).toEqual({
        level,
        words: 'out of coffee, password=[redacted]',
      });
      expect(error.reads).toBe(reads);
    }
  });

  it('are logged as a warning again when one recurs in three consecutive attempts, and not when they alternate', () => {
    const errors = new ReportedErrors();
    const level = (words: string): string => errors.noteTry(new Error(words), 1).level;
    const taking = ['bread', 'salt', 'bread', 'bread', 'salt', 'bread'].map(level);
    expect(taking).toEqual(['error', 'error', 'debug', 'debug', 'debug', 'debug']);
    expect(['bread', 'bread', 'bread', 'salt', 'bread'].map(level)).toEqual([
      'debug',
      'warn',
      'debug',
      'debug',
      'debug',
    ]);
    errors.noteInterrupted();
    expect(['salt', 'salt'].map(level)).toEqual(['debug', 'debug']);
    errors.noteInterrupted();
    expect(['salt', 'salt', 'salt'].map(level)).toEqual(['debug', 'debug', 'warn']);
  });

  it('read another error of the same attempt separately', () => {
    const errors = new ReportedErrors();
    expect(errors.report(new Error('its time is up')).message).toBe('its time is up');
    expect(errors.noteTry(new Error('the menu is burnt'), 1).words).toBe('the menu is burnt');
    expect(errors.noteTry(undefined, 1).words).toBe('undefined');
  });
});
