import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LuaEngine, LuaFactory } from 'wasmoon';

import { applicationHealthLua } from './argo-cd-health.ts';

let lua: LuaEngine;

beforeAll(async () => {
  lua = await new LuaFactory().createEngine({ enableProxy: false });
  // Argo CD runs Lua without these libraries.
  lua.doStringSync('string, math, utf8, coroutine, io, debug = nil');
});

afterAll(() => {
  lua.global.close();
});

const computeHealth = (status: object | undefined): unknown => {
  lua.global.set('obj', { metadata: { name: 'zoo-berlin-crds' }, ...(status !== undefined && { status }) });
  return lua.doStringSync(applicationHealthLua);
};

describe('the health of an Application', () => {
  it.each([[undefined], [{}], [{ health: {} }]])('is Progressing until Argo CD computes a health: %j', (status) => {
    expect(computeHealth(status)).toEqual({ status: 'Progressing', message: '' });
  });

  it.each(['Healthy', 'Progressing', 'Degraded', 'Suspended', 'Missing'])('is what Argo CD computed: %s', (status) => {
    expect(computeHealth({ health: { status } })).toEqual({ status, message: '' });
  });

  it('has the message that Argo CD computed', () => {
    const health = { status: 'Degraded', message: 'a Pet has no store' };
    expect(computeHealth({ health, sync: { status: 'Synced' } })).toEqual(health);
  });
});
