import { type LuaEngine, LuaFactory } from 'wasmoon';

import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { computeKstatus } from '../../support/kstatus.ts';
import type { GitOpsObject } from './cluster-objects.ts';

/** Runs the Lua health checks of a ConfigMap `argocd-cm`, as Argo CD does. Uses kstatus for built-in kinds. */
export class LuaHealth implements Disposable {
  readonly #lua: LuaEngine;
  readonly #checks: Readonly<Record<string, string>>;

  private constructor(lua: LuaEngine, checks: Readonly<Record<string, string>>) {
    this.#lua = lua;
    this.#checks = checks;
  }

  static async from(configMap: GitOpsObject): Promise<LuaHealth> {
    const { data } = configMap as GitOpsObject & { readonly data: Readonly<Record<string, string>> };
    return new LuaHealth(await new LuaFactory().createEngine({ enableProxy: false }), data);
  }

  isHealthy(object: KubeObject): boolean {
    const group = object.apiVersion.replace(/\/.*/, '');
    const check = this.#checks[`resource.customizations.health.${group}_${object.kind}`];
    if (check === undefined) return computeKstatus(object) === 'Current';
    this.#lua.global.set('obj', object);
    const { status } = this.#lua.doStringSync(check) as { readonly status: string };
    return status === 'Healthy';
  }

  [Symbol.dispose](): void {
    this.#lua.global.close();
  }
}
