import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LuaEngine, LuaFactory } from 'wasmoon';

import { healthLua } from './health-lua.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
}

interface Status {
  readonly observedGeneration?: number;
  readonly conditions?: readonly Condition[];
}

let lua: LuaEngine;

beforeAll(async () => {
  lua = await new LuaFactory().createEngine({ enableProxy: false });
  // Argo CD has no such libraries.
  lua.doStringSync('string, math, utf8, coroutine, io, debug = nil');
});

afterAll(() => {
  lua.global.close();
});

/** The health that Argo CD shows of a resource in its third generation. */
function healthOf(status: Status | undefined): unknown {
  lua.global.set('obj', { metadata: { generation: 3 }, ...(status !== undefined && { status }) });
  return lua.doStringSync(healthLua({ group: 'mmontes.io', kind: 'ScheduledEcho' }));
}

/** The conditions that the runtime writes for a `Ready`. */
function conditionsFor(status: string, reason: string, progress?: 'Reconciling' | 'Stalled'): readonly Condition[] {
  const condition = (type: string, holds: string): Condition => ({
    type,
    status: holds,
    reason,
    message: `${type} because of ${reason}`,
    observedGeneration: 3,
  });
  return [
    // A rollout that has ended says Progressing=True, too.
    { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' },
    condition('Ready', status),
    ...(['Reconciling', 'Stalled'] as const).map((type) => condition(type, type === progress ? 'True' : 'False')),
  ];
}

const older = (conditions: readonly Condition[], of: string): readonly Condition[] =>
  conditions.map((each) => (each.type === of ? { ...each, observedGeneration: 2 } : each));

const unseen = { status: 'Progressing', message: 'The operator has not seen the latest change yet.' };
const silent = { status: 'Progressing', message: 'The operator has not said yet whether it is ready.' };

describe('the health of a resource', () => {
  it.each<[string, Status | undefined]>([
    ['has no status', undefined],
    ['has a status without conditions', { observedGeneration: 3 }],
    ['has no Ready among its conditions', { conditions: [{ type: 'Available', status: 'True' }] }],
  ])('is Progressing as long as it %s', (_, status) => {
    expect(healthOf(status)).toEqual(silent);
  });

  // id: argo-cd-takes-an-old-word-for-the-new
  it('is Progressing as long as its status is of an older generation, whatever that says', () => {
    expect(healthOf({ observedGeneration: 2, conditions: conditionsFor('True', 'Scheduled') })).toEqual(unseen);
    expect(healthOf({ observedGeneration: 2, conditions: conditionsFor('False', 'Invalid', 'Stalled') })).toEqual(
      unseen,
    );
  });

  it.each(['Ready', 'Reconciling', 'Stalled'])('is Progressing as long as %s is of an older generation', (type) => {
    const conditions = conditionsFor('True', 'Scheduled');
    expect(healthOf({ observedGeneration: 3, conditions: older(conditions, type) })).toEqual(unseen);
  });

  // id: argo-cd-waits-for-what-stands-still
  it('is Degraded when a person has to help, and says why', () => {
    const status = { observedGeneration: 3, conditions: conditionsFor('False', 'Invalid', 'Stalled') };
    expect(healthOf(status)).toEqual({ status: 'Degraded', message: 'Stalled because of Invalid' });
  });

  it('is Progressing while the operator works on it, and says at what', () => {
    const status = { observedGeneration: 3, conditions: conditionsFor('False', 'NodePortTaken', 'Reconciling') };
    expect(healthOf(status)).toEqual({ status: 'Progressing', message: 'Reconciling because of NodePortTaken' });
  });

  it.each(['False', 'Unknown'])('is Progressing while Ready is %s, without other conditions', (ready) => {
    const conditions = [{ type: 'Ready', status: ready, reason: 'Starting', message: 'Soon.' }];
    expect(healthOf({ conditions })).toEqual({ status: 'Progressing', message: 'Soon.' });
  });

  it('is Healthy when it is ready', () => {
    const status = { observedGeneration: 3, conditions: conditionsFor('True', 'Scheduled') };
    expect(healthOf(status)).toEqual({ status: 'Healthy', message: 'Ready because of Scheduled' });
  });

  it('is Suspended when it is ready, and rests because it was asked to', () => {
    const status = { observedGeneration: 3, conditions: conditionsFor('True', 'Suspended') };
    expect(healthOf(status)).toEqual({ status: 'Suspended', message: 'Ready because of Suspended' });
  });

  it('has the reason for a message where there is none', () => {
    const conditions = [{ type: 'Ready', status: 'True', reason: 'Scheduled' }];
    expect(healthOf({ conditions })).toEqual({ status: 'Healthy', message: 'Scheduled' });
  });
});
