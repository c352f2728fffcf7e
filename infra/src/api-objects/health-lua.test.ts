import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LuaEngine, LuaFactory } from 'wasmoon';

import { applicationHealthLua, renderHealthLua } from './argo-cd-health.ts';

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
  // Argo CD runs Lua without these libraries.
  lua.doStringSync('string, math, utf8, coroutine, io, debug = nil');
});

afterAll(() => {
  lua.global.close();
});

function runLua(check: string, obj: object): unknown {
  lua.global.set('obj', obj);
  return lua.doStringSync(check);
}

/** Health that the check returns for an object of generation 3. */
const computeHealth = (status: Status | undefined): unknown =>
  runLua(renderHealthLua({ group: 'mmontes.io', kind: 'ScheduledEcho' }), {
    metadata: { generation: 3 },
    ...(status !== undefined && { status }),
  });

const computeApplicationHealth = (status: object | undefined): unknown =>
  runLua(applicationHealthLua, { metadata: { name: 'zoo-berlin-crds' }, ...(status !== undefined && { status }) });

/** Conditions that the runtime writes together with a `Ready` of this status. */
function buildConditions(status: string, reason: string, progress?: 'Reconciling' | 'Stalled'): readonly Condition[] {
  const condition = (type: string, holds: string): Condition => ({
    ...{ type, status: holds, reason, observedGeneration: 3 },
    message: `${type} because of ${reason}`,
  });
  return [
    // A Deployment keeps Progressing=True after its rollout.
    { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' },
    condition('Ready', status),
    ...(progress === undefined ? [] : [condition(progress, 'True')]),
  ];
}

const markOutdated = (conditions: readonly Condition[], of: string): readonly Condition[] =>
  conditions.map((each) => (each.type === of ? { ...each, observedGeneration: 2 } : each));

const unseen = { status: 'Progressing', message: 'The operator has not seen the latest change yet.' };
const noReadyYet = { status: 'Progressing', message: 'The operator has not reported yet whether it is ready.' };

describe('the health of a custom resource', () => {
  it.each<[string, Status | undefined]>([
    ['has no status', undefined],
    ['has a status without conditions', { observedGeneration: 3 }],
    ['has no Ready among its conditions', { conditions: [{ type: 'Available', status: 'True' }] }],
  ])('is Progressing while the object %s', (_, status) => {
    expect(computeHealth(status)).toEqual(noReadyYet);
  });

  it('is Progressing while the status belongs to an older generation, for any conditions', () => {
    expect(computeHealth({ observedGeneration: 2, conditions: buildConditions('True', 'Scheduled') })).toEqual(unseen);
    expect(
      computeHealth({ observedGeneration: 2, conditions: buildConditions('False', 'Invalid', 'Stalled') }),
    ).toEqual(unseen);
  });

  it('is Progressing while Ready belongs to an older generation', () => {
    const conditions = markOutdated(buildConditions('True', 'Scheduled'), 'Ready');
    expect(computeHealth({ observedGeneration: 3, conditions })).toEqual(unseen);
  });

  it.each(['Reconciling', 'Stalled'] as const)('is Progressing while %s belongs to an older generation', (type) => {
    const conditions = markOutdated(buildConditions('False', 'Invalid', type), type);
    expect(computeHealth({ observedGeneration: 3, conditions })).toEqual(unseen);
  });

  it('is Degraded while Stalled is True, with the message of Stalled', () => {
    const status = { observedGeneration: 3, conditions: buildConditions('False', 'Invalid', 'Stalled') };
    expect(computeHealth(status)).toEqual({ status: 'Degraded', message: 'Stalled because of Invalid' });
  });

  it('is Progressing while Reconciling is True, with the message of Reconciling', () => {
    const status = { observedGeneration: 3, conditions: buildConditions('False', 'NodePortTaken', 'Reconciling') };
    expect(computeHealth(status)).toEqual({ status: 'Progressing', message: 'Reconciling because of NodePortTaken' });
  });

  it.each(['False', 'Unknown'])('is Progressing while Ready is %s and no other condition is set', (ready) => {
    const conditions = [{ type: 'Ready', status: ready, reason: 'Starting', message: 'Soon.' }];
    expect(computeHealth({ conditions })).toEqual({ status: 'Progressing', message: 'Soon.' });
  });

  it('is Healthy while Ready is True', () => {
    const status = { observedGeneration: 3, conditions: buildConditions('True', 'Scheduled') };
    expect(computeHealth(status)).toEqual({ status: 'Healthy', message: 'Ready because of Scheduled' });
  });

  it('is Suspended while Ready is True with the reason Suspended', () => {
    const status = { observedGeneration: 3, conditions: buildConditions('True', 'Suspended') };
    expect(computeHealth(status)).toEqual({ status: 'Suspended', message: 'Ready because of Suspended' });
  });

  it('has the reason as its message if the condition has no message', () => {
    const conditions = [{ type: 'Ready', status: 'True', reason: 'Scheduled' }];
    expect(computeHealth({ conditions })).toEqual({ status: 'Healthy', message: 'Scheduled' });
  });
});

describe('the health of an Application', () => {
  it.each([[undefined], [{}], [{ health: {} }]])('is Progressing until Argo CD computes a health: %j', (status) => {
    expect(computeApplicationHealth(status)).toEqual({ status: 'Progressing', message: '' });
  });

  it.each(['Healthy', 'Progressing', 'Degraded', 'Suspended', 'Missing'])('is what Argo CD computed: %s', (status) => {
    expect(computeApplicationHealth({ health: { status } })).toEqual({ status, message: '' });
  });

  it('has the message that Argo CD computed', () => {
    const health = { status: 'Degraded', message: 'a Pet has no store' };
    expect(computeApplicationHealth({ health, sync: { status: 'Synced' } })).toEqual(health);
  });
});
