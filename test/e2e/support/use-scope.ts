import { afterAll, beforeAll, expect } from 'vitest';

import { Deployment } from '../../../operator/runtime/src/kinds/index.ts';
import { createScope, type Scope, type ScopeOptions } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { assertReallyRan } from './operator-process.ts';
import { listUnauthorized } from './requests.ts';

/**
 * Gives the tests of a file one scope (a namespace with its own operator). Afterwards, expects that the operator was a
 * real process, and that its Role allowed each of its requests.
 * @param options a function is called after the hooks that are registered earlier
 */
export function useScope(options: ScopeOptions | (() => ScopeOptions) = {}): () => Scope {
  let scope: Scope | undefined;
  const given = (): Scope => {
    if (scope === undefined) throw new Error('use the scope only in tests and hooks');
    return scope;
  };
  beforeAll(async () => {
    scope = await createScope(typeof options === 'function' ? options() : options);
  });
  afterAll(async () => {
    if (scope === undefined) return;
    await expectRealProcess(scope);
    await awaitStopped(scope);
    expect(await listUnauthorized(scope)).toEqual([]);
    await scope[Symbol.asyncDispose]();
  });
  return given;
}

/** Waits until the operator's Pods are real processes: the killed container of a Pod takes a moment to restart. */
async function expectRealProcess({ operator }: Scope): Promise<void> {
  await until('each operator Pod is a process that runs the operator', async () => {
    for (const pod of await operator.pods()) await assertReallyRan(pod);
    return true;
  });
}

/** Waits until the operator has stopped, before its Roles are deleted, so that its last calls are allowed. */
async function awaitStopped({ client, operator }: Scope): Promise<void> {
  const key = { namespace: operator.namespace, name: 'kubewright' };
  await client.resource(Deployment).delete(key, { propagation: 'Foreground' });
  await until('the operator has stopped', async () => (await operator.pods()).length === 0);
}
