import { expect, it } from 'vitest';

import { beginSteps } from './begin-steps.ts';

it('runs steps one after the other, before they are followed, and reports the progress from then on', async () => {
  const events: string[] = [];
  const second = Promise.withResolvers<undefined>();
  const [first, next] = beginSteps([
    { title: 'a', ids: ['X-A1'], run: () => Promise.resolve('done').finally(() => events.push('a')) },
    {
      title: 'b',
      async run(say) {
        for (const text of ['one', 'two']) say(text);
        events.push('b');
        await second.promise;
        say('three');
        return 'done, too';
      },
    },
  ]);
  while (!events.includes('b')) await Promise.resolve();
  expect(events).toEqual(['a', 'b']);
  expect(await first?.follow(() => undefined)).toMatchObject({ title: 'a', ids: ['X-A1'], result: 'done' });

  const texts: string[] = [];
  const ended = next?.follow((text) => texts.push(text));
  second.resolve(undefined);
  expect(await ended).toMatchObject({ title: 'b', ids: [], result: 'done, too' });
  expect(texts).toEqual(['two', 'three']);
});

it('fails each step after one that has failed', async () => {
  const [, second] = beginSteps([
    { title: 'a', run: () => Promise.reject(new Error('it broke')) },
    { title: 'b', run: () => Promise.resolve('never') },
  ]);
  await expect(second?.follow(() => undefined)).rejects.toThrow('it broke');
});
