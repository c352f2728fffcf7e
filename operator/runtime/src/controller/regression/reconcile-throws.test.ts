import { beforeEach, describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import type { InMemoryApiServer } from '../../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../../testing/src/run-controller/run-controller.ts';
import {
  Cafe,
  findCafeCondition,
  key,
  serveCafe,
  type CafeStatus,
  readCafeStatus,
  countStatusRequests,
} from '../../../fixtures/cafe-status.ts';
import { ConfigMap, Event } from '../../kinds/index.ts';
import {
  type Action,
  awaitChange,
  condition,
  defineController,
  notReady,
  owns,
  type Owns,
  type StatusWriter,
} from '../../reconcile/index.ts';

interface Handles {
  readonly status: StatusWriter<CafeStatus>;
  readonly maps: Owns<ConfigMap>;
  readonly signal: AbortSignal;
}
type Body = (handles: Handles) => Promise<Action | undefined> | Action | undefined;

let clock: FakeClock;
let server: InMemoryApiServer;
let body: Body;
let tries = 0;

const cafe = defineController(Cafe, {
  owns: { maps: owns(ConfigMap) },
  timeoutMs: 2_000,
  reconcile: async (_, handles) => {
    tries += 1;
    return (await body(handles)) as Action;
  },
});

const throwWith =
  (message: string): Body =>
  () => {
    throw new Error(message);
  };
const well: Body = () => awaitChange;

beforeEach(async () => {
  clock = createFakeClock();
  server = await serveCafe(1, { clock });
  tries = 0;
});

const begin = (first: Body): Promise<ControllerRun> => {
  body = first;
  return runController(cafe, { server, expectedError: /./ });
};
const readStored = () => readCafeStatus(server);
const findStatusCondition = (type: string) => findCafeCondition(server, type);
const countWrites = () => countStatusRequests(server);
const listWarnings = () => server.objects(Event).filter(({ type }) => type === 'Warning');
const listReports = () => listWarnings().map(({ reason, note }) => `${String(reason)}: ${String(note)}`);
const listLoud = (run: ControllerRun) => run.log.filter(({ level }) => level === 'error' || level === 'warn');

/** Long enough for waits of 5, 10, 20 … 20480 ms, and then of 30 s. */
const toTheLongestWaitMs = 60_000;

describe('a reconcile that throws', () => {
  it('is reported in Ready, with the first line of its error', async () => {
    await using run = await begin(throwWith('the menu is missing\nat line 2'));
    await run.awaitIdle();
    expect(findStatusCondition('Ready')).toMatchObject({
      status: 'False',
      reason: 'ReconcileError',
      message: 'the menu is missing',
      observedGeneration: 1,
    });
    expect([findStatusCondition('Reconciling')?.status, findStatusCondition('Stalled')?.status]).toEqual([
      'True',
      undefined,
    ]);
  });

  it('emits one Warning event, and writes nothing when it throws the same error again', async () => {
    await using run = await begin(throwWith('the menu is missing'));
    await run.awaitIdle();
    const [before, at] = [server.resourceVersion, findStatusCondition('Ready')?.lastTransitionTime];
    await run.advance(3_600_000);
    expect(tries).toBeGreaterThan(100);
    expect(countWrites()).toBe(1);
    expect(server.resourceVersion).toBe(before);
    expect(findStatusCondition('Ready')?.lastTransitionTime).toBe(at);
    expect(listReports()).toEqual(['ReconcileError: the menu is missing']);
    expect(listWarnings()[0]?.series).toBeUndefined();
  });

  it('writes nothing when only numbers and identifiers in the message change', async () => {
    await using run = await begin(() =>
      throwWith(`request 3f2a90c1-${String(tries)} was refused at 0x00ff${String(tries)}`)({} as Handles),
    );
    await run.advance(3_600_000);
    expect(countWrites()).toBe(1);
    expect(listReports()).toHaveLength(1);
    expect(findStatusCondition('Ready')?.message).toBe('request 3f2a90c1-1 was refused at 0x00ff1');
  });

  it('writes once for each of two errors that alternate', async () => {
    await using run = await begin(() => throwWith(tries % 2 === 0 ? 'even' : 'odd')({} as Handles));
    await run.advance(3_600_000);
    expect(countWrites()).toBe(2);
    expect(listReports().toSorted()).toEqual(['ReconcileError: even', 'ReconcileError: odd']);
  });

  it('writes once for an error and a rejection that alternate', async () => {
    await using run = await begin(() => {
      throw tries % 2 === 0 ? notReady('Waiting', 'It waits.') : new Error('odd');
    });
    await run.advance(3_600_000);
    expect(tries).toBeGreaterThan(100);
    expect(countWrites()).toBe(2);
    expect(listReports().toSorted()).toEqual(['ReconcileError: odd', 'Waiting: It waits.']);
    await server.client.resource(Cafe).mergePatch(key, { spec: { tables: 2 } });
    await run.advance(60_000);
    expect(findStatusCondition('Ready')?.observedGeneration).toBe(2);
    expect(countWrites()).toBeLessThanOrEqual(4);
  });

  it('remembers at most ten different errors', async () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    await using run = await begin(() => throwWith(`zz${letters.charAt(tries % 26)}`)({} as Handles));
    await run.advance(3_600_000);
    expect(countWrites()).toBe(10);
    expect(listReports()).toHaveLength(10);
    expect(run.log.filter(({ level }) => level === 'error')).toHaveLength(10);
  });

  it('is logged with its stack once, then in one line per change of the wait', async () => {
    await using run = await begin(throwWith('the menu is missing'));
    await run.advance(toTheLongestWaitMs);
    const lines = listLoud(run).map(({ level, fields }) => `${level} ${String(fields['backoffMs'])}`);
    const waits = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10_240, 20_480, 30_000];
    expect(lines).toEqual(waits.map((ms, index) => `${index === 0 ? 'error' : 'warn'} ${String(ms)}`));
    await run.advance(3_600_000);
    expect(listLoud(run)).toHaveLength(waits.length);
  });

  it('reports another error with its own message', async () => {
    await using run = await begin(throwWith('the menu is missing'));
    await run.awaitIdle();
    body = throwWith('the cook is ill');
    await run.advance(5);
    expect(findStatusCondition('Ready')?.message).toBe('the cook is ill');
    expect(listReports()).toEqual(['ReconcileError: the menu is missing', 'ReconcileError: the cook is ill']);
    expect(run.log.filter(({ level }) => level === 'error')).toHaveLength(2);
  });

  it('shows no secret, and only the first part of a long line', async () => {
    await using run = await begin(throwWith(`no answer from https://app:hunter2@pets/${'x'.repeat(5000)}`));
    await run.awaitIdle();
    const message = findStatusCondition('Ready')?.message ?? '';
    expect(message).toMatch(/^no answer from https:\/\/\[redacted\]@pets\/x+…$/);
    expect(message).toHaveLength(512);
    expect(JSON.stringify(server.objects(Event))).not.toContain('hunter2');
  });

  it('keeps the stored status, and ignores what the failed reconcile set', async () => {
    const why = { reason: 'Because', message: 'It is so.' };
    await using run = await begin(({ status }) => {
      status.set({ guests: 3, conditions: [condition('Open', true, why), condition('Ready', true, why)] });
      return awaitChange;
    });
    await run.awaitIdle();
    body = ({ status }) => {
      status.set({ guests: 9 });
      throw new Error('the cook is ill');
    };
    await server.client.resource(Cafe).mergePatch(key, { spec: { tables: 2 } });
    await run.awaitIdle();
    expect(readStored()).toMatchObject({ guests: 3, observedGeneration: 2 });
    expect(findStatusCondition('Open')).toMatchObject({ status: 'True', observedGeneration: 1 });
    expect(findStatusCondition('Ready')).toMatchObject({ reason: 'ReconcileError', observedGeneration: 2 });
  });

  it('writes nothing per attempt even if it saves a status before it throws', async () => {
    const why = { reason: 'Because', message: 'It is so.' };
    await using run = await begin(async ({ status }) => {
      await status.save({ guests: 3, conditions: [condition('Ready', true, why)] });
      throw new Error('the cook is ill');
    });
    await run.awaitIdle();
    expect(readStored().guests).toBe(3);
    await run.advance(toTheLongestWaitMs);
    expect(countWrites()).toBe(2);
    body = async ({ status }) => {
      await status.save({ guests: 3, conditions: [condition('Ready', true, why)] });
      return awaitChange;
    };
    await run.advance(30_000);
    expect(findStatusCondition('Ready')).toMatchObject({ status: 'True', reason: 'Because' });
  });

  it('is reported again by a new leader only if the error differs', async () => {
    {
      await using run = await begin(throwWith('refused after 12 ms'));
      await run.awaitIdle();
    }
    const before = countWrites();
    await using run = await begin(throwWith('refused after 34 ms'));
    await run.awaitIdle();
    expect(countWrites()).toBe(before);
    expect(listReports()).toEqual(['ReconcileError: refused after 12 ms']);
  });

  it('is reported later if the write of its report failed, though another error was reported meanwhile', async () => {
    using _failing = server.fail({ verb: 'apply', kind: 'Cafe', subresource: 'status' }, 503, { times: 1 });
    await using run = await begin(() => throwWith(tries % 2 === 0 ? 'even' : 'odd')({} as Handles));
    await run.advance(toTheLongestWaitMs);
    expect(listReports().toSorted()).toEqual(['ReconcileError: even', 'ReconcileError: odd']);
  });

  it('is emitted as an event once, and logged, if the API server rejects the status', async () => {
    using _refusing = server.fail({ verb: 'apply', kind: 'Cafe', subresource: 'status' }, 422, { times: 1_000 });
    await using run = await begin(throwWith('the menu is missing'));
    await run.advance(toTheLongestWaitMs);
    expect(readStored()).toEqual({});
    expect(listReports()).toEqual(['ReconcileError: the menu is missing']);
    expect(listLoud(run)[0]).toMatchObject({ message: 'reconcile failed', error: 'the menu is missing' });
  });

  it('during its clean-up is reported on the object that is being deleted', async () => {
    const holding = defineController(Cafe, {
      finalizer: { name: 'example.com/store', cleanUp: () => Promise.reject(new Error('the store is locked')) },
      reconcile: async () => awaitChange,
    });
    await using run = await runController(holding, { server, expectedError: /locked/ });
    await run.awaitIdle();
    await server.client.resource(Cafe).delete(key, { propagation: 'Background' });
    await run.awaitIdle();
    expect(findStatusCondition('Ready')).toMatchObject({ reason: 'ReconcileError', message: 'the store is locked' });
  });
});

describe('the next success', () => {
  it('removes the report if the controller sets no status', async () => {
    await using run = await begin(throwWith('the menu is missing'));
    await run.awaitIdle();
    body = well;
    await run.advance(5);
    expect(readStored()).toEqual({});
  });

  it('removes the report if the controller sets conditions without Ready', async () => {
    await using run = await begin(throwWith('the menu is missing'));
    await run.awaitIdle();
    body = ({ status }) => {
      status.set({ guests: 1, conditions: [condition('Open', true, { reason: 'Because', message: 'It is so.' })] });
      return awaitChange;
    };
    await run.advance(5);
    expect(readStored().conditions?.map(({ type }) => type)).toEqual(['Open']);
  });

  it('removes the report of another process', async () => {
    {
      await using run = await begin(throwWith('the menu is missing'));
      await run.awaitIdle();
    }
    await using run = await begin(well);
    await run.awaitIdle();
    expect(readStored()).toEqual({});
  });

  it('makes the same error new again', async () => {
    await using run = await begin(throwWith('the menu is missing'));
    await run.awaitIdle();
    body = well;
    await run.advance(5);
    body = throwWith('the menu is missing');
    await server.client.resource(Cafe).mergePatch(key, { spec: { tables: 2 } });
    await run.awaitIdle();
    expect(findStatusCondition('Ready')?.reason).toBe('ReconcileError');
    expect(run.log.filter(({ level }) => level === 'error')).toHaveLength(2);
  });
});

describe('a call without await', () => {
  it('is reported without a retry', async () => {
    await using run = await begin(({ maps }) => {
      // eslint-disable-next-line @typescript-eslint/no-floating-promises -- the test needs it
      maps.apply({ metadata: { name: 'home' } });
      return awaitChange;
    });
    await run.advance(3_600_000);
    expect(tries).toBe(1);
    expect(findStatusCondition('Ready')).toMatchObject({ status: 'False', reason: 'ReconcileError' });
    expect(findStatusCondition('Ready')?.message).toMatch(/^failed to reconcile: a call was not awaited/);
    expect([findStatusCondition('Reconciling')?.status, findStatusCondition('Stalled')?.status]).toEqual([
      undefined,
      'True',
    ]);
    expect(listReports()).toHaveLength(1);
  });

  it('is reconciled again at once if the spec has changed meanwhile', async () => {
    await using run = await begin(async ({ maps }) => {
      if (tries > 1) return awaitChange;
      await server.client.resource(Cafe).mergePatch(key, { spec: { tables: 2 } });
      // eslint-disable-next-line @typescript-eslint/no-floating-promises -- the test needs it
      maps.apply({ metadata: { name: 'home' } });
      return awaitChange;
    });
    await run.advance(10);
    expect(findStatusCondition('Ready')).toBeUndefined();
  });
});

describe.each([503, 429, 409])(
  'an error that a retry cannot fix, when the API server answers the first status updates with %i',
  (code) => {
    it('is retried until it is reported', async () => {
      using _failing = server.fail({ verb: 'apply', kind: 'Cafe', subresource: 'status' }, code, { times: 2 });
      await using run = await begin(() => undefined);
      await run.advance(3_600_000);
      expect(tries).toBe(3);
      expect(findStatusCondition('Ready')?.message).toMatch(/the function did not return an action/);
      expect(findStatusCondition('Stalled')?.status).toBe('True');
      expect(listReports()).toHaveLength(1);
    });
  },
);

describe('an error that a retry cannot fix, when the API server rejects the status', () => {
  it('is not retried', async () => {
    using _refusing = server.fail({ verb: 'apply', kind: 'Cafe', subresource: 'status' }, 422, { times: 1_000 });
    await using run = await begin(() => undefined);
    await run.advance(3_600_000);
    expect(tries).toBe(1);
    expect(listReports()).toEqual([
      'ReconcileError: failed to reconcile: the function did not return an action: return awaitChange or requeueAfter(ms)',
    ]);
  });
});

const waitForAbortSignal: Body = ({ signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('aborted'));
    });
  });

describe('a reconcile that times out', () => {
  const message = 'failed to reconcile Cafe default/home within 2000 ms: the operation is retried';

  it('is reported with its timeout, even if it throws another error', async () => {
    await using run = await begin(waitForAbortSignal);
    await run.advance(2_000);
    expect(findStatusCondition('Ready')).toMatchObject({ reason: 'ReconcileError', message });
    await clock.advance(20_000);
    expect([countWrites(), listReports()]).toEqual([1, [`ReconcileError: ${message}`]]);
    body = well;
    await run.advance(30_000);
    expect(readStored()).toEqual({});
  });

  it('is reported even if it ignores its signal', async () => {
    const gate = Promise.withResolvers<Action>();
    await using run = await begin(() => gate.promise);
    await clock.settle();
    await clock.advance(2_000);
    expect(findStatusCondition('Ready')).toMatchObject({ reason: 'ReconcileError', message });
    gate.resolve(awaitChange);
    await run.awaitIdle();
  });

  it('has its report removed if it succeeds later', async () => {
    const gate = Promise.withResolvers<Action>();
    await using run = await begin(() => gate.promise);
    await clock.settle();
    await clock.advance(3_000);
    expect(findStatusCondition('Ready')?.reason).toBe('ReconcileError');
    gate.resolve(awaitChange);
    await run.awaitIdle();
    expect(readStored()).toEqual({});
    expect(run.results).toEqual(['success']);
  });

  it('runs again if the report cannot be removed', async () => {
    const gate = Promise.withResolvers<Action>();
    await using run = await begin(() => gate.promise);
    await clock.settle();
    await clock.advance(3_000);
    using _failing = server.fail({ verb: 'apply', kind: 'Cafe', subresource: 'status' }, 503, { times: 1 });
    gate.resolve(awaitChange);
    await run.awaitIdle();
    expect(readStored()).toEqual({});
  });

  it('runs again if it ends with the status that was stored before', async () => {
    const why = { reason: 'Because', message: 'It is so.' };
    const open: Body = ({ status }) => {
      status.set({ guests: 3, conditions: [condition('Ready', true, why)] });
      return awaitChange;
    };
    await using run = await begin(open);
    await run.awaitIdle();
    const gate = Promise.withResolvers<undefined>();
    body = async (handles) => {
      await gate.promise;
      return open(handles);
    };
    await server.client.resource(Cafe).mergePatch(key, { metadata: { labels: { open: 'late' } } });
    await clock.settle();
    await clock.advance(3_000);
    expect(findStatusCondition('Ready')).toMatchObject({ reason: 'ReconcileError', message });
    gate.resolve(undefined);
    await run.advance(100);
    expect(readStored().guests).toBe(3);
    expect(findStatusCondition('Ready')).toMatchObject({ status: 'True', reason: 'Because' });
    expect(run.results).toEqual(['success', 'error', 'success']);
  });
});

describe.each<{ what: string; trouble: () => Disposable }>([
  { what: 'a conflict', trouble: () => server.fail({ verb: 'apply', kind: 'ConfigMap' }, 409, { times: 3 }) },
  {
    what: 'an API server that is overloaded',
    trouble: () => server.fail({ verb: 'apply', kind: 'ConfigMap' }, 503, { times: 3 }),
  },
  {
    what: 'an API server that asks for other credentials',
    trouble: () => server.fail({ verb: 'apply', kind: 'ConfigMap' }, 401, { times: 3 }),
  },
])('$what', ({ trouble }) => {
  async function isNotReported(making: Body): Promise<void> {
    using _failing = trouble();
    body = making;
    await using run = await runController(cafe, { server });
    await run.advance(10_000);
    expect(readStored()).toEqual({});
    expect(listReports()).toEqual([]);
  }

  it('appears in no status and in no event', () =>
    isNotReported(async ({ maps }) => {
      await maps.apply({ metadata: { name: 'home' } });
      return awaitChange;
    }));

  it('appears in no status and in no event, even as the cause of a controller’s error', () =>
    isNotReported(async ({ maps }) => {
      await maps.apply({ metadata: { name: 'home' } }).catch((cause: unknown) => {
        throw new Error('no home', { cause });
      });
      return awaitChange;
    }));
});
