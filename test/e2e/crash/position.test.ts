import { describe, expect, it } from 'vitest';

import { apiCall, type Call } from './call.ts';
import { distinctCalls, grouped, positionsOf } from './position.ts';
import { Trap } from './trap.ts';

const called = (text: string, repeats = false): Call => ({ text, namespace: 'a', logged: text, repeats });
const event = 'create events "Created: Created Job hey"';

describe('a call', () => {
  it('is identified by verb, object and namespace', () => {
    const path = '/apis/mmontes.io/v1alpha1/namespaces/t-1/echos/hey/status?fieldManager=kubewright%2Fecho';
    const conditions = [{ type: 'Ready', status: 'False', reason: 'Running' }];
    const body = JSON.stringify({ status: { conditions } });
    const contentType = 'application/apply-patch+yaml';
    expect(apiCall({ method: 'PATCH', url: path, contentType, body })).toEqual({
      text: 'apply echos/hey/status Ready=False/Running',
      namespace: 't-1',
      logged: 'patch echos/hey/status',
      repeats: true,
    });
  });

  it.each(['/api/v1/pods?watch=true', '/apis/coordination.k8s.io/v1/namespaces/t-1/leases/kubewright'])(
    'is not recorded as a part of the work: %s',
    (url) => {
      expect(apiCall({ method: 'GET', url, contentType: '', body: '' })).toBeUndefined();
    },
  );

  it('is counted each time, but writes of one status once', () => {
    const calls = [called('get a'), called('status', true), called('get a'), called('status', true)];
    expect(distinctCalls(calls)).toEqual(['get a', 'status', 'get a #2']);
  });
});

describe('positions', () => {
  const calls = [...Array.from({ length: 14 }, (_, index) => `get a${String(index)}`), event, 'SearchPets'];
  const groups = grouped(positionsOf(calls), ['SearchPets']);

  it('are each in exactly one group', () => {
    expect(groups.flat()).toHaveLength(2 * calls.length);
    expect(new Set(groups.flat().map(({ call, moment }) => `${moment} ${call}`)).size).toBe(2 * calls.length);
  });

  it('have at most one event per group, and shared calls in groups of their own', () => {
    for (const group of groups) {
      expect(group.filter(({ call }) => call === event).length).toBeLessThan(2);
      if (group.some(({ call }) => call === 'SearchPets')) expect(group).toHaveLength(1);
      expect(group.length).toBeLessThan(16);
    }
  });
});

describe('a trap', () => {
  it('lets everything through before it is armed, then nothing from its position on but events', () => {
    const trap = new Trap({ call: 'get a #2', moment: 'before' });
    expect(trap.arrived(called('get a'))).toBe(true);
    trap.begin();
    expect(['get a', 'get b', 'get a', 'get b', event].map((text) => trap.arrived(called(text)))).toEqual([
      ...[true, true, false, false],
      true,
    ]);
    expect(trap.shut).toBe(true);
  });

  it('lets a call through whose response it withholds', () => {
    const trap = new Trap({ call: 'get b', moment: 'after' });
    trap.begin();
    const [before, target, later] = [called('get a'), called('get b'), called('get c')];
    expect([before, target].map((call) => trap.arrived(call))).toEqual([true, true]);
    expect([target, before].map((call) => trap.answered(call))).toEqual([false, false]);
    expect(trap.arrived(later)).toBe(false);
  });
});
