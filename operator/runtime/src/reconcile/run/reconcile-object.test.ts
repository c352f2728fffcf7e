import { beforeEach, describe, expect, it } from 'vitest';

import { buildRejection } from '../../../fixtures/api-server.ts';
import { Cafe, Chain, child, key, path, scriptCafe } from '../../../fixtures/home-cafe.ts';
import { createScriptedRun, type ScriptedRun } from '../../../fixtures/scripted-run.ts';
import { type Condition, type Kind, OperatorError } from '../../base/index.ts';
import { ApiError } from '../../client/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { type Action, awaitChange, requeueAfter } from '../declare/action.ts';
import { condition } from '../declare/condition.ts';
import type { StatusInput, StatusWriter } from '../declare/context.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';
import type { Owns } from '../declare/handle-types.ts';
import { type Run, toDryRun } from '../write/run.ts';
import { type Outcome, reconcileObject, runLogger } from './reconcile-object.ts';

const why = { reason: 'Because', message: 'It is so.' };
const open: StatusInput<{ guests: number }> = {
  guests: 3,
  conditions: [condition('Open', true, why), condition('Ready', true, why)],
};

interface Handles {
  readonly maps: Owns<ConfigMap>;
  readonly status: StatusWriter<{ guests: number }>;
}
type Reconcile = (handles: Handles) => Promise<Action> | Action;

let scripted: ScriptedRun;

beforeEach(() => {
  scripted = scriptCafe();
});

/** Runs one reconcile, then passes its writes to the caches as watches would. */
async function reconcile(body: Reconcile, overrides: Partial<Run> = {}): Promise<Outcome> {
  const controller = defineController(Cafe, {
    owns: { maps: owns(ConfigMap) },
    reconcile: async (_, handles) => body(handles as unknown as Handles),
  });
  const outcome = await reconcileObject(controller, scripted.run(overrides));
  scripted.watchShows(Cafe, key);
  return outcome;
}

/** Edits the spec like another client during the status write, so that the response contains the edit. */
function editWithStatus(): void {
  scripted.server.intercept = async ({ subresource }, next) => {
    if (subresource !== 'status') return undefined;
    const answer = await next();
    edit({}, { generation: 2 });
    return { ...answer, body: scripted.server.get(path) };
  };
}

function edit(change: object, metadata: object = {}): void {
  const live = scripted.server.get(path);
  scripted.server.put(path, { ...live, ...change, metadata: { ...live?.metadata, ...metadata } });
}

interface Stored {
  readonly guests?: number;
  readonly conditions: readonly Condition[];
}
const stored = (): Stored => scripted.server.get(path)?.['status'] as Stored;
const getConditions = () => Object.fromEntries(stored().conditions.map(({ type, status }) => [type, status]));
const getReason = (type: string) => stored().conditions.find((each) => each.type === type)?.reason;
const patches = () => scripted.takeRequests().filter((each) => each.startsWith('PATCH'));
const throwError =
  (error: unknown): Reconcile =>
  () => {
    throw error;
  };
const invalid = new ApiError('apply', { status: 422, body: { kind: 'Status', message: 'spec.x: Required value' } });

describe('a reconcile that succeeds', () => {
  it('returns the controller’s action, and writes its status once', async () => {
    const outcome = await reconcile(({ status }) => {
      status.set({ ...open, guests: 1 });
      status.set(open);
      return requeueAfter(5000);
    });
    expect(outcome).toEqual({ result: 'done', action: requeueAfter(5000), changedMeanwhile: false });
    expect(patches()).toHaveLength(1);
    expect(stored().guests).toBe(3);
  });

  it('sends nothing the second time', async () => {
    const body: Reconcile = async ({ maps, status }) => {
      await maps.apply({ metadata: { name: 'home' } });
      status.set(open);
      return awaitChange;
    };
    await reconcile(body);
    scripted.watchShows(ConfigMap, key);
    scripted.takeRequests();
    await reconcile(body);
    scripted.forget();
    await reconcile(body);
    expect(scripted.takeRequests()).toEqual([]);
    expect(scripted.events).toEqual(['created ConfigMap home']);
  });

  it('does not change a status that the reconcile does not set', async () => {
    await reconcile(() => awaitChange);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('is repeated at once if our own write hides a spec change from the watch', async () => {
    editWithStatus();
    const outcome = await reconcile(({ status }) => {
      status.set(open);
      return awaitChange;
    });
    expect(outcome).toMatchObject({ result: 'done', changedMeanwhile: true });
  });
});

describe('a reconcile after its timeout', () => {
  const timeout = new OperatorError('TIMED_OUT', 'reconcile');
  let abort: AbortController;

  beforeEach(() => {
    abort = new AbortController();
  });

  it('does not write the status that it has set', async () => {
    await reconcile(({ status }) => {
      status.set(open);
      return awaitChange;
    });
    scripted.takeRequests();
    const outcome = await reconcile(
      ({ status }) => {
        status.set(open);
        abort.abort(timeout);
        return awaitChange;
      },
      { signal: abort.signal },
    );
    expect(outcome).toEqual({ result: 'failed', error: timeout, retry: true });
  });

  it('succeeds if it has set none', async () => {
    const body: Reconcile = () => {
      abort.abort(timeout);
      return awaitChange;
    };
    expect(await reconcile(body, { signal: abort.signal })).toMatchObject({ result: 'done' });
  });
});

describe('an object whose namespace loses the watched label', () => {
  let namespaces: readonly string[];

  const leave = (body: Reconcile): Promise<Outcome> => {
    const getCache = (kind: Kind) =>
      new Proxy(scripted.environment.getCache(kind), {
        get: (cache, name): unknown => {
          if (name === 'followsNamespaces') return true;
          if (name === 'namespaces') return namespaces;
          const member: unknown = Reflect.get(cache, name, cache);
          return typeof member === 'function' ? (member.bind(cache) as unknown) : member;
        },
      });
    return reconcile(body, { environment: { ...scripted.environment, getCache: getCache as never } });
  };

  it('is not reconciled', async () => {
    namespaces = [];
    let isCalled = false;
    const outcome = await leave(() => {
      isCalled = true;
      return awaitChange;
    });
    expect(outcome).toMatchObject({ result: 'failed', error: { code: 'STALE' } });
    expect(isCalled).toBe(false);
  });

  it('gets no status if it loses it during the reconcile', async () => {
    namespaces = ['default'];
    const outcome = await leave(({ status }) => {
      namespaces = [];
      status.set(open);
      return awaitChange;
    });
    expect(outcome).toMatchObject({ result: 'failed', error: { code: 'STALE' } });
    expect(scripted.takeRequests()).toEqual([]);
  });
});

describe('a failed reconcile of a dry run', () => {
  it('keeps what was logged: the next one does not log it again', async () => {
    const dry = { environment: toDryRun(scripted.environment) };
    const body: Reconcile = async ({ maps }) => {
      await maps.apply({ metadata: { name: 'home' } });
      return awaitChange;
    };
    await reconcile(body, dry);
    const before = scripted.logger.lines.length;
    await reconcile(throwError(new Error('no')), dry);
    await reconcile(body, dry);
    expect(scripted.logger.lines.slice(before)).toEqual([]);
  });
});

describe('an object that is being deleted', () => {
  it('is not reconciled', async () => {
    edit({}, { deletionTimestamp: '2026-01-01T00:00:00Z' });
    scripted.watchShows(Cafe, key);
    const outcome = await reconcile(throwError(new Error('not to be called')));
    expect(outcome).toEqual({ result: 'deleted' });
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('gets no new child, even if the cache does not show the deletion yet', async () => {
    edit({}, { deletionTimestamp: '2026-01-01T00:00:00Z' });
    const outcome = await reconcile(async ({ maps }) => {
      await maps.apply({ metadata: { name: 'home' } });
      return awaitChange;
    });
    expect(outcome).toEqual({ result: 'deleted' });
    expect(patches()).toEqual([]);
  });
});

describe('a cluster-scoped object', () => {
  it('is reconciled without waiting for a namespace', async () => {
    const chain = createScriptedRun({ ownerKind: Chain, owner: { spec: {} }, ownerKey: { name: 'home' } });
    const awaited: unknown[] = [];
    const waitUntilShown = (namespace: string): Promise<void> => Promise.resolve(void awaited.push(namespace));
    const controller = defineController(Chain, { reconcile: () => Promise.resolve(awaitChange) });
    const outcome = await reconcileObject(
      controller,
      chain.run({ environment: { ...chain.environment, waitUntilShown } }),
    );
    expect([outcome.result, awaited]).toEqual(['done', []]);
  });
});

describe('an object that is deleted before its status is written', () => {
  it('gets no status write, and the reconcile does not fail', async () => {
    const body: Reconcile = ({ status }) => {
      scripted.server.delete(path);
      status.set(open);
      return awaitChange;
    };
    await expect(reconcile(body)).resolves.toEqual({ result: 'deleted' });
  });

  it('gets no report of a rejection', async () => {
    const body: Reconcile = () => {
      scripted.server.delete(path);
      throw invalid;
    };
    await expect(reconcile(body)).resolves.toEqual({ result: 'deleted' });
  });

  it('differs from a missing child', async () => {
    const missing = new ApiError('get', { status: 404, body: '404 page not found' });
    await expect(reconcile(throwError(missing))).resolves.toMatchObject({ result: 'failed', retry: true });
  });
});

describe('an object that was stored without a spec', () => {
  it('is rejected with a hint, without calling the controller', async () => {
    const { apiVersion, kind, metadata } = scripted.run().owner;
    scripted.server.put(path, { apiVersion, kind, metadata });
    scripted.watchShows(Cafe, key);
    const outcome = await reconcile(throwError(new TypeError('spec is undefined')));
    expect(outcome).toMatchObject({ result: 'refused', rejection: { reason: 'Invalid', retry: false } });
    expect(getReason('Ready')).toBe('Invalid');
    expect(stored().conditions.find(({ type }) => type === 'Ready')?.message).toContain('spec is required: add it');
  });
});

describe('a rejection', () => {
  it('because of the spec sets Stalled on the object, without a retry', async () => {
    const outcome = await reconcile(throwError(invalid));
    expect(outcome).toMatchObject({
      result: 'refused',
      rejection: { reason: 'Invalid', retry: false },
      error: invalid,
    });
    expect(getConditions()).toEqual({ Ready: 'False', Stalled: 'True' });
    expect(scripted.events).toEqual(['Invalid: spec.x: Required value']);
  });

  it('because of cluster state is retried, and keeps the status that the reconcile has set', async () => {
    const taken = {
      reason: 'FieldValueInvalid',
      field: 'spec.ports[0].nodePort',
      message: 'port is already allocated',
    };
    scripted.server.intercept = ({ method, path: asked }) =>
      method === 'PATCH' && asked === child
        ? buildRejection(422, 'Service is invalid', { causes: [taken] })
        : undefined;
    const outcome = await reconcile(async ({ maps, status }) => {
      status.set(open);
      await maps.apply({ metadata: { name: 'home' } });
      return awaitChange;
    });
    expect(outcome).toMatchObject({ result: 'refused', rejection: { reason: 'NodePortTaken', retry: true } });
    expect(stored().guests).toBe(3);
    expect(getConditions()).toEqual({ Open: 'True', Ready: 'False', Reconciling: 'True' });
    expect(getReason('Reconciling')).toBe('NodePortTaken');
  });

  it('before the reconcile sets a status keeps the stored status', async () => {
    await reconcile(({ status }) => {
      status.set(open);
      return awaitChange;
    });
    await reconcile(throwError(invalid));
    expect(stored().guests).toBe(3);
    expect(getConditions()).toEqual({ Open: 'True', Ready: 'False', Stalled: 'True' });
  });

  it('is written to the status once and emitted as one event, however often it repeats', async () => {
    for (const _ of [1, 2, 3]) await reconcile(throwError(invalid));
    expect(patches()).toHaveLength(1);
    expect(scripted.events).toHaveLength(1);
  });

  it('is reported again when its message changes, and after a success', async () => {
    await reconcile(throwError(invalid));
    await reconcile(
      throwError(new ApiError('apply', { status: 422, body: { kind: 'Status', message: 'spec.y: No' } })),
    );
    await reconcile(({ status }) => {
      status.set(open);
      return awaitChange;
    });
    await reconcile(throwError(invalid));
    expect(scripted.events).toEqual([
      'Invalid: spec.x: Required value',
      'Invalid: spec.y: No',
      'Invalid: spec.x: Required value',
    ]);
  });

  it('because of a taken name reports the object’s owner', async () => {
    scripted.server.put(child, { metadata: key });
    const outcome = await reconcile(async ({ maps }) => {
      await maps.apply({ metadata: { name: 'home' } });
      return awaitChange;
    });
    expect(outcome).toMatchObject({ result: 'refused', rejection: { reason: 'NameConflict', retry: true } });
    expect(getConditions()).toMatchObject({ Stalled: 'True' });
    expect(scripted.events).toEqual([expect.stringMatching(/^NameConflict: ConfigMap default\/home already exists/)]);
  });

  it('whose status write fails is a failure, and is retried', async () => {
    scripted.server.intercept = ({ path: asked }) =>
      asked.endsWith('/status') ? buildRejection(500, 'no leader') : undefined;
    const outcome = await reconcile(throwError(invalid));
    expect(outcome).toMatchObject({ result: 'failed', retry: true, error: { status: 500 } });
    await reconcile(throwError(invalid));
    scripted.server.intercept = undefined;
    await reconcile(throwError(invalid));
    expect(scripted.events).toEqual(['Invalid: spec.x: Required value']);
  });

  it('is followed by another reconcile at once if the spec has changed meanwhile', async () => {
    editWithStatus();
    expect(await reconcile(throwError(invalid))).toMatchObject({ result: 'refused', changedMeanwhile: true });
    scripted.server.intercept = undefined;
    await expect(reconcile(throwError(invalid))).resolves.toMatchObject({ result: 'refused', changedMeanwhile: false });
  });
});

describe('a failure', () => {
  it.each<[string, unknown, boolean]>([
    ['an error of the controller', new TypeError('x is undefined'), true],
    ['a value that is not an error', 'text', true],
    ['a conflict', new ApiError('apply', { status: 409, body: '' }), true],
    ['a server without an answer', new ApiError('apply', { status: 0, body: '' }), true],
    ['a declaration that no retry mends', new OperatorError('DECLARATION_INVALID', 'continue'), false],
  ])('by %s writes no status', async (_, error, retry) => {
    await expect(reconcile(throwError(error))).resolves.toEqual({ result: 'failed', error, retry });
    expect(scripted.takeRequests()).toEqual([]);
    expect(scripted.events).toEqual([]);
  });

  it('after the timeout of the reconcile never counts as a rejection', async () => {
    const signal = AbortSignal.abort(new OperatorError('TIMED_OUT', 'reconcile'));
    await expect(reconcile(throwError(invalid), { signal })).resolves.toMatchObject({
      result: 'failed',
      error: invalid,
    });
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('to write the status fails the reconcile', async () => {
    scripted.server.intercept = () => buildRejection(409, 'the object has been modified');
    const outcome = await reconcile(({ status }) => {
      status.set(open);
      return awaitChange;
    });
    expect(outcome).toMatchObject({ result: 'failed', retry: true, error: { code: 'API_CONFLICT' } });
  });
});

describe('a process that does not lead', () => {
  it('writes neither children nor status', async () => {
    scripted.leading = false;
    const body: Reconcile = async ({ maps, status }) => {
      status.set(open);
      await maps.apply({ metadata: { name: 'home' } });
      return awaitChange;
    };
    await expect(reconcile(body)).resolves.toMatchObject({ result: 'failed', error: { code: 'NOT_LEADER' } });
    await expect(reconcile(throwError(invalid))).resolves.toMatchObject({ result: 'failed' });
    expect(patches()).toEqual([]);
  });
});

describe('runLogger', () => {
  it('adds the object and the reconcile to each line', () => {
    const fields: unknown[] = [];
    const logger = { ...scripted.logger, child: (each: unknown) => (fields.push(each), scripted.logger) };
    runLogger(logger, { owner: scripted.run().owner, reconcileId: 'r1' });
    expect(fields).toEqual([{ object: 'default/home', reconcileId: 'r1' }]);
  });
});
