import { describe, expect, it } from 'vitest';

import { checkLeader, describeLease, formatAge, isLed, type OperatorState, type StoredLease } from './leader.ts';

const nowMs = Date.parse('2030-01-01T01:00:00Z');

function buildLease(secondsAgo: number, holderIdentity = 'shops-1'): StoredLease {
  const renewTime = new Date(nowMs - secondsAgo * 1000).toISOString();
  const spec = { holderIdentity, leaseDurationSeconds: 15, acquireTime: '2030-01-01T00:00:00Z', renewTime };
  return { metadata: { name: 'shops' }, spec };
}

it.each([
  ['the Lease does not exist', undefined, false],
  ['the Lease shops is released', buildLease(3, ''), false],
  ['the Lease shops has expired: shops-1 renewed it 16 s ago', buildLease(16), false],
  ['the Lease shops is held by shops-1 since 60 min, renewed 3 s ago', buildLease(3), true],
])('%s', (text, lease, led) => {
  expect(describeLease(lease, nowMs)).toBe(text);
  expect(isLed({ lease, problems: [] }, nowMs)).toBe(led);
});

it.each([
  [-5, '0 s'],
  [119, '119 s'],
  [120, '2 min'],
  [7_200, '2 h'],
  [172_800, '2 d'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatAge(seconds * 1000)).toBe(text);
});

describe('an operator', () => {
  const state = (parts: Partial<OperatorState>): OperatorState => ({
    ...{ namespace: 'shops-system', isInstalled: true, lease: buildLease(3), problems: [] },
    deployment: { metadata: { name: 'shops' }, spec: { replicas: 2 }, status: { readyReplicas: 2 } },
    ...parts,
  });
  const check = (parts: Partial<OperatorState>) =>
    checkLeader(state(parts), { nowMs, describePods: () => Promise.resolve('Pod shops-1: Pending') });
  const deployment = (
    replicas: number,
    readyReplicas: number,
    unavailableReplicas = 0,
  ): OperatorState['deployment'] => ({
    ...{ metadata: { name: 'shops' }, spec: { replicas }, status: { readyReplicas, unavailableReplicas } },
  });

  it('that leads with all its Pods has no findings', async () => {
    expect((await check({})).findings).toEqual([]);
  });

  it('that is not deployed does not have findings, and its Lease is described', async () => {
    expect(await check({ deployment: undefined, lease: undefined, isInstalled: false })).toEqual({
      ...{ check: 'operator', findings: [] },
      summary: 'not deployed in the namespace shops-system; the Lease does not exist',
    });
  });

  it('whose Lease the user may not read is a warning, and counts as running', async () => {
    const hidden = state({ lease: undefined, problems: ['forbidden'] });
    expect(isLed(hidden, nowMs)).toBe(true);
    expect((await check(hidden)).findings).toMatchObject([
      { severity: 'warning', message: 'cannot tell whether the operator runs: forbidden' },
    ]);
  });

  it.each([
    ['warning: the Deployment shops-system/shops is scaled to 0', { deployment: deployment(0, 0) }],
    [
      'error: no Pod of the Deployment shops-system/shops leads: the Lease shops is released',
      { lease: buildLease(3, '') },
    ],
    [
      'error: no Pod of the Deployment shops-system/shops leads: the Lease does not exist; 2 of its Pods are not ready\nPod shops-1: Pending',
      { deployment: deployment(2, 0), lease: undefined },
    ],
    [
      'warning: the Deployment shops-system/shops: 1 of its Pods is not ready\nPod shops-1: Pending',
      { deployment: deployment(2, 1) },
    ],
    [
      'warning: the Deployment shops-system/shops: 1 of its Pods is not ready\nPod shops-1: Pending',
      { deployment: deployment(2, 2, 1) },
    ],
  ])('%s', async (text, parts) => {
    const { findings } = await check(parts);
    expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([text]);
  });
});
