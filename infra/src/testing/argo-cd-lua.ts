import { afterAll, beforeAll } from 'vitest';
import type { LuaEngine } from 'wasmoon';

/** Runs health checks of the tests of a file as Argo CD does: in a Lua without most of its libraries. */
export function useArgoCdLua(): (check: string, obj: object) => unknown {
  let lua: LuaEngine;

  beforeAll(async () => {
    const { LuaFactory } = await import('wasmoon');
    lua = await new LuaFactory().createEngine({ enableProxy: false });
    lua.doStringSync('string, math, utf8, coroutine, io, debug = nil');
  });

  afterAll(() => {
    lua.global.close();
  });

  return (check, obj) => {
    lua.global.set('obj', obj);
    return lua.doStringSync(check) as unknown;
  };
}
