import { beforeEach, describe, expect, it } from 'vitest';

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

describe('the message in the status', () => {
  const bread = new Error('no bread: 3 guests left');
  const salt = new Error('no salt');
  let errors: ReportedErrors;

  beforeEach(() => {
    errors = new ReportedErrors();
  });

  it('is that of the error, which is news once', () => {
    expect(errors.report(bread)).toEqual({ message: bread.message, isNews: true, isDue: true });
    expect(errors.report(bread)).toEqual({ message: bread.message, isNews: false, isDue: false });
  });

  it('stays while the error varies only in numbers', () => {
    errors.report(bread);
    expect(errors.report(new Error('no bread: 4 guests left'))).toMatchObject({
      message: bread.message,
      isNews: false,
    });
  });

  it('stays while known errors alternate, and changes when one occurs in three consecutive attempts', () => {
    for (const error of [bread, salt]) errors.report(error);
    expect(errors.report(bread)).toEqual({ message: salt.message, isNews: false, isDue: false });
    expect(errors.report(bread).message).toBe(salt.message);
    expect(errors.report(bread)).toEqual({ message: bread.message, isNews: false, isDue: true });
  });

  it('does not count attempts before a success', () => {
    for (const error of [bread, salt, bread, bread]) errors.report(error);
    errors.noteInterrupted();
    expect(errors.report(bread)).toEqual({ message: salt.message, isNews: false, isDue: false });
  });

  it('changes at once for an error that waits for a change', () => {
    for (const error of [bread, salt]) errors.report(error);
    expect(errors.report(bread, { stalls: true })).toEqual({ message: bread.message, isNews: false, isDue: true });
  });

  it('is the stored one after a restart if it varies only in numbers', () => {
    const stored = 'no bread: 9 guests left';
    expect(errors.report(bread, { stored })).toEqual({ message: stored, isNews: true, isDue: true });
    expect(errors.report(salt, { stored }).message).toBe(salt.message);
  });

  it('stays that of the tenth new error for any further one, which is not reported', () => {
    const words = 'a b c d e f g h i j k'.split(' ');
    const news = words.map((letter) => errors.report(new Error(`no ${letter}`)).isNews);
    expect(news).toEqual(words.map((letter) => letter !== 'k'));
    expect(errors.report(new Error('no k')).message).toBe('no j');
  });

  it('is news again after its report failed', () => {
    errors.report(bread);
    errors.forgetReported(bread);
    expect(errors.report(bread).isNews).toBe(true);
  });
});

describe('the level of a failed attempt', () => {
  it('is a warning for each known error that no other attempt follows', () => {
    const errors = new ReportedErrors();
    const levels = [1, 2, 3].map(() => errors.noteTry(new Error('no bread'), undefined).level);
    expect(levels).toEqual(['error', 'warn', 'warn']);
  });
});
