import { describe, expect, it } from 'vitest';

import { KeyedLocks } from './keyed-locks.ts';

/** Work that runs until the test ends it. Logs when it begins and ends. */
class Works {
  readonly log: string[] = [];
  readonly #ends = new Map<string, PromiseWithResolvers<string>>();

  start(name: string): () => Promise<string> {
    const end = Promise.withResolvers<string>();
    this.#ends.set(name, end);
    return async () => {
      this.log.push(`+${name}`);
      try {
        return await end.promise;
      } finally {
        this.log.push(`-${name}`);
      }
    };
  }

  async end(name: string, error?: Error): Promise<void> {
    if (error === undefined) this.#ends.get(name)?.resolve(name);
    else this.#ends.get(name)?.reject(error);
    await settled();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('keyed locks', () => {
  it('run `together` calls concurrently', async () => {
    const [turns, works] = [new KeyedLocks(), new Works()];
    const all = ['a', 'b'].map((name) => turns.together('key', works.start(name)));
    await settled();
    expect(works.log).toEqual(['+a', '+b']);
    await works.end('b');
    await works.end('a');
    expect(await Promise.all(all)).toEqual(['a', 'b']);
  });

  it('run an `alone` call after all earlier calls, and before all later ones', async () => {
    const [turns, works] = [new KeyedLocks(), new Works()];
    void turns.together('key', works.start('a'));
    void turns.together('key', works.start('b'));
    void turns.alone('key', works.start('alone'));
    void turns.together('key', works.start('c'));
    await works.end('a');
    expect(works.log).toEqual(['+a', '+b', '-a']);
    await works.end('b');
    expect(works.log.slice(3)).toEqual(['-b', '+alone']);
    await works.end('alone');
    expect(works.log.slice(5)).toEqual(['-alone', '+c']);
    await works.end('c');
  });

  it('run `alone` calls one after the other, in order', async () => {
    const [turns, works] = [new KeyedLocks(), new Works()];
    for (const name of ['a', 'b', 'c']) void turns.alone('key', works.start(name));
    for (const name of ['c', 'b', 'a']) await works.end(name);
    expect(works.log).toEqual(['+a', '-a', '+b', '-b', '+c', '-c']);
  });

  it('continue after a failed call; only its own caller gets the error', async () => {
    const [turns, works] = [new KeyedLocks(), new Works()];
    const alone = turns.alone('key', works.start('a'));
    const together = turns.together('key', works.start('b'));
    const last = turns.alone('key', works.start('c'));
    const failed = expect(alone).rejects.toThrow('broken');
    await works.end('a', new Error('broken'));
    await failed;
    const alsoFailed = expect(together).rejects.toThrow('too');
    await works.end('b', new Error('too'));
    await alsoFailed;
    await works.end('c');
    expect(await last).toBe('c');
  });

  it('do not delay calls with another key', async () => {
    const [turns, works] = [new KeyedLocks(), new Works()];
    void turns.alone('key', works.start('a'));
    void turns.alone('other', works.start('b'));
    await settled();
    expect(works.log).toEqual(['+a', '+b']);
  });

  it('run a call at once when no other call is running', async () => {
    const [turns, works] = [new KeyedLocks(), new Works()];
    const first = turns.alone('key', works.start('a'));
    await works.end('a');
    await first;
    void turns.together('key', works.start('b'));
    await settled();
    expect(works.log).toEqual(['+a', '-a', '+b']);
  });
});
