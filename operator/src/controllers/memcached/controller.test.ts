import { describe, expect, it } from 'vitest';

import { memcached } from './controller.ts';

describe('the Memcached controller', () => {
  it('BUG-MC-2 has no finalizer, and removes that of the newest upstream operator', () => {
    expect(memcached.finalizer).toBeUndefined();
    expect(memcached.legacyFinalizers).toEqual(['cache.example.com/finalizer']);
  });

  it('may delete Deployments, which it replaces, and nothing else', () => {
    const deleting = memcached.rules.filter(({ verbs }) => verbs.includes('delete'));
    expect(deleting.map(({ apiGroups, resources }) => [apiGroups, resources])).toEqual([[['apps'], ['deployments']]]);
  });
});
