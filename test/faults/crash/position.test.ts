import { describe, expect, it } from 'vitest';

import { parseCall, type Call } from './call.ts';
import { nameCalls, groupPositions, formatPosition, listPositions } from './position.ts';
import { Trap } from './trap.ts';

const called = (text: string, repeats = false): Call => ({ text, namespace: 'a', logged: text, repeats });
const event = 'create events "Created: Created Job hey"';

describe('a call', () => {
  it('is identified by verb, object and namespace', () => {
    const path = '/apis/mmontes.io/v1alpha1/namespaces/t-1/echos/hey/status?fieldManager=kubewright%2Fecho';
    const conditions = [{ type: 'Ready', status: 'False', reason: 'Running' }];
    const body = JSON.stringify({ status: { conditions } });
    const contentType = 'application/apply-patch+yaml';
    expect(parseCall({ method: 'PATCH', url: path, contentType, body })).toEqual({
      text: 'apply echos/hey/status Ready=False/Running',
      namespace: 't-1',
      logged: 'patch echos/hey/status',
      repeats: true,
    });
  });

  it.each(['/api/v1/pods?watch=true', '/apis/coordination.k8s.io/v1/namespaces/t-1/leases/kubewright'])(
    'is not recorded as a part of the work: %s',
    (url) => {
      expect(parseCall({ method: 'GET', url, contentType: '', body: '' })).toBeUndefined();
    },
  );

  it('is counted each time, but writes of one status once', () => {
    const calls = [called('get a'), called('status', true), called('get a'), called('status', true)];
    expect(nameCalls(calls)).toEqual(['get a', 'status', 'get a #2']);
  });
});

describe('positions', () => {
  const calls = [...Array.from({ length: 14 }, (_, index) => `get a${String(index)}`), event, 'SearchPets'];
  const groups = groupPositions(listPositions(calls), ['SearchPets']);

  it('are each in exactly one group', () => {
    expect(groups.flat()).toHaveLength(2 * calls.length);
    expect(new Set(groups.flat().map(({ call, moment }) => `${moment} ${call}`)).size).toBe(2 * calls.length);
  });

  it('are few enough for the connections of an operator, and those at a shared call form their own groups', () => {
    for (const group of groups) {
      if (group.some(({ call }) => call === 'SearchPets')) expect(new Set(group.map(formatPosition)).size).toBe(1);
      expect(group.length).toBeLessThan(16);
    }
  });
});

describe('a trap', () => {
  it('lets everything through before it is armed, then blocks everything from its position on except events', () => {
    const trap = new Trap({ call: 'get a #2', moment: 'before' });
    expect(trap.arrived(called('get a'))).toBe(true);
    trap.begin();
    expect(['get a', 'get b', 'get a', 'get b', event].map((text) => trap.arrived(called(text)))).toEqual([
      ...[true, true, false, false],
      true,
    ]);
    expect(trap.shut).toBe(true);
  });

  it('blocks all events from an event on', () => {
    const trap = new Trap({ call: event, moment: 'after' });
    trap.begin();
    const [target, later] = [called(event), called('create events "Deleted: Deleted Job hey"')];
    expect(trap.arrived(target)).toBe(true);
    expect(trap.answered(target)).toBe(false);
    expect(trap.arrived(later)).toBe(false);
  });

  it('lets calls that concern all resources through, unless its position is such a call', () => {
    const search = { ...called('SearchPets'), isShared: true };
    const [other, own] = [
      new Trap({ call: 'get a', moment: 'before' }),
      new Trap({ call: search.text, moment: 'before' }),
    ];
    for (const trap of [other, own]) trap.begin();
    expect([search, called('get a'), search].map((call) => other.arrived(call))).toEqual([true, false, true]);
    expect([search, search].map((call) => own.arrived(call))).toEqual([false, false]);
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
