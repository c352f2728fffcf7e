import { describe, expect, it } from 'vitest';

import { createInMemoryApiServer } from '@kubewright/testing';
import { createGroupName, useCluster } from '../../fixtures/cluster-fixture.ts';
import type { Client } from '../client/index.ts';
import { defineApi, t } from './index.ts';

const Backup = defineApi({
  group: createGroupName('duration'),
  version: 'v1',
  kind: 'Backup',
  spec: t.object({ every: t.duration({ minimum: '1m', maximum: '1h30m', default: '10m' }) }),
});
const cluster = useCluster(Backup);

const servers: readonly (readonly [string, () => Client])[] = [
  ['the API server', () => cluster().client],
  ['the API server in memory', () => createInMemoryApiServer({ kinds: [Backup] }).client],
];

describe.each(servers)('%s', (_, getClient) => {
  it.each([
    ['59s', 'must be at least 1m'],
    ['59999ms', 'must be at least 1m'],
    ['91m', 'must be at most 1h30m'],
    ['1m', undefined],
    ['90m', undefined],
    ['5400s', undefined],
    [undefined, undefined],
  ])('compares a duration, not its text: %s', async (every, problem) => {
    const metadata = { name: `backup-${every ?? 'default'}`, namespace: cluster().namespace };
    const creation = getClient()
      .resource(Backup)
      .create({ metadata, spec: every === undefined ? {} : { every } });
    if (problem === undefined) expect((await creation).spec.every).toBe(every ?? '10m');
    else await expect(creation).rejects.toThrow(problem);
  });
});

it('a bound is a duration', () => {
  expect(() => t.duration({ minimum: '1 minute' })).toThrow(
    'failed to declare a duration: minimum: "1 minute" must be a duration such as 1h30m',
  );
});
