import { beforeEach, describe, expect, it } from 'vitest';

import { Cafe, Chain, scriptCafe } from '../../../fixtures/home-cafe.ts';
import { createScriptedRun, type ScriptedRun } from '../../../fixtures/scripted-run.ts';
import { OperatorError } from '../../base/index.ts';
import { Secret } from '../../kinds/index.ts';
import { awaitChange } from '../declare/action.ts';
import { defineController } from '../declare/define-controller.ts';
import { gets } from '../declare/dependencies.ts';
import type { Gets } from '../declare/handle-types.ts';
import { createContext } from './handles.ts';

const path = '/api/v1/namespaces/default/secrets/token';
const reconcile = async () => awaitChange;

let scripted: ScriptedRun;
beforeEach(() => {
  scripted = scriptCafe();
  const metadata = { namespace: 'default', name: 'token', uid: 'u', resourceVersion: '7', creationTimestamp: '' };
  scripted.server.put(path, { apiVersion: 'v1', kind: 'Secret', metadata });
});

function createTokens(names?: readonly [string, ...string[]], signal = new AbortController().signal): Gets<Secret> {
  const controller = defineController(Cafe, {
    reads: { tokens: gets(Secret, names === undefined ? {} : { names }) },
    reconcile,
  });
  return createContext(scripted.run({ signal }), controller)['tokens'] as Gets<Secret>;
}

describe('a handle of gets', () => {
  it('reads from the API server each time, in the namespace of the resource', async () => {
    const tokens = createTokens();
    await expect(tokens.get('token')).resolves.toMatchObject({ metadata: { name: 'token' } });
    await tokens.get('token');
    expect(scripted.takeRequests()).toEqual([`GET ${path}`, `GET ${path}`]);
  });

  it('returns undefined for a missing object, and reads another namespace if asked to', async () => {
    await expect(createTokens().get('token', 'shared')).resolves.toBeUndefined();
    expect(scripted.takeRequests()).toEqual(['GET /api/v1/namespaces/shared/secrets/token']);
  });

  it('rejects a name that its declaration does not list, without a request', async () => {
    await expect(createTokens(['key']).get('token')).rejects.toThrow('add the name there');
    await expect(createTokens(['key', 'token']).get('token')).resolves.toBeDefined();
    expect(scripted.takeRequests()).toEqual([`GET ${path}`]);
  });

  it('sends nothing once the signal of the reconcile has aborted', async () => {
    const reason = new OperatorError('TIMED_OUT', 'reconcile');
    await expect(createTokens(undefined, AbortSignal.abort(reason)).get('token')).rejects.toBe(reason);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('requires a namespace if the resource has none', async () => {
    const run = createScriptedRun({ ownerKind: Chain, owner: { spec: {} }, ownerKey: { name: 'all' } });
    const controller = defineController(Chain, { reads: { tokens: gets(Secret) }, reconcile });
    const tokens = createContext(run.run(), controller)['tokens'] as Gets<Secret>;
    await expect(tokens.get('token')).rejects.toMatchObject({ code: 'DECLARATION_INVALID' });
    await expect(tokens.get('token', 'shared')).resolves.toBeUndefined();
  });
});
