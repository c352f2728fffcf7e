import { expect, it } from 'vitest';

import { apartFromOwnConversions } from './cache-health.ts';

const checks = {
  'cache/Cafe.example.com': () => 'not filled yet',
  'cache/Pod': () => true as const,
  uses: () => 'what the controllers use is not created yet',
};

const answers = (synced: boolean, pods = true): unknown => {
  const states = [
    { kind: 'Cafe.example.com', synced },
    { kind: 'Pod', synced: pods },
  ];
  const given = pods ? checks : { ...checks, 'cache/Pod': () => 'not filled yet' };
  const apart = apartFromOwnConversions(given, { kinds: ['Cafe.example.com'], caches: { states } });
  return Object.fromEntries(Object.entries(apart).map(([name, check]) => [name, check()]));
};

it('holds what waits for conversions of our own while they are waited for', () => {
  expect(answers(false)).toEqual({ 'cache/Cafe.example.com': true, 'cache/Pod': true, uses: true });
});

it('checks everything once the caches of these kinds are filled, and other caches at any time', () => {
  expect(answers(true)).toMatchObject({ uses: 'what the controllers use is not created yet' });
  expect(answers(false, false)).toMatchObject({ 'cache/Pod': 'not filled yet' });
});
