import { describe, expect, it } from 'vitest';

import { buildApiError, throwApiError, createScriptedWatch, sent } from '../../fixtures/scripted-watch.ts';
import { someObject } from '../../fixtures/some-object.ts';
import type { KubeObject } from '../base/index.ts';
import type { RawWatchEvent } from '../client/index.ts';
import { step } from './watch-objects.ts';
import { neverFailed, noFailures, type WatchBackoff } from './watch-backoff.ts';
import { createStart, type WatchMemory, type WatchState } from './watch-state.ts';

type State = WatchState<KubeObject>;

const memory: WatchMemory = { failures: neverFailed, watchList: true, large: false, expired: false };
const thrice: WatchBackoff = { failures: 3, lastFailureAt: 0 };
const failedBefore: WatchMemory = { ...memory, failures: { unanswered: thrice, refused: thrice, expired: noFailures } };

/** Returns the next state when `event` arrives on an open stream in `phase`. */
async function onEvent(phase: 'filling' | 'watching', event: RawWatchEvent<KubeObject>, from = memory) {
  const { clock, context, scripted, stop } = createScriptedWatch({ watch: (stream) => stream.send(event) });
  const opened = phase === 'filling' ? createStart<KubeObject>(true) : buildListed('10');
  const [state] = await step({ ...opened, memory: from }, context);
  expect(state.phase).toBe(phase);
  const [next, emitted] = await step(state, context);
  return { next, emitted, clock, context, scripted, stop };
}

function buildListed(resourceVersion: string, from = memory): State {
  return { phase: 'listed', memory: from, resourceVersion };
}

describe('from "empty"', () => {
  it('a WatchList starts', async () => {
    const { context, scripted } = createScriptedWatch();

    const [next, emitted] = await step(createStart(true), context);

    expect(next.phase).toBe('filling');
    expect(emitted).toBeUndefined();
    expect(scripted.streams[0]!.options).toMatchObject({
      namespace: 'default',
      labelSelector: 'a=b',
      sendInitialEvents: true,
      timeoutSeconds: 45,
    });
    expect(scripted.streams[0]!.options).not.toHaveProperty('resourceVersion');
  });

  it('a list from the watch cache starts if the server does not support WatchList', async () => {
    const { context, scripted } = createScriptedWatch();

    await step(createStart(false), context);

    expect(scripted.lists[0]).toMatchObject({
      namespace: 'default',
      labelSelector: 'a=b',
      limit: 500,
      resourceVersion: '0',
    });
  });

  // id: case-22
  it.each([400, 405, 406, 415, 422, 501])('only lists follow when a WatchList is answered with %i', async (status) => {
    const { context } = createScriptedWatch({ watch: throwApiError(status) });

    const [next] = await step(createStart(true), context);

    expect(next).toMatchObject({ phase: 'listing', memory: { watchList: false } });
  });

  // id: case-22
  it.each([401, 403, 404, 500, 503])('one list follows when a WatchList is answered with %i', async (status) => {
    const { context } = createScriptedWatch({ watch: throwApiError(status) });

    const [next] = await step(createStart(true), context);

    expect(next).toMatchObject({ phase: 'listing', memory: { watchList: true } });
  });

  // id: case-22
  it.each([0, 410, 429])('another WatchList follows after a wait when one is answered with %i', async (status) => {
    const { context } = createScriptedWatch({ watch: throwApiError(status) });

    const [next] = await step(createStart(true), context);

    expect(next).toMatchObject({
      phase: 'waiting',
      delayMs: 800,
      then: { phase: 'empty', memory: { watchList: true, expired: status === 410 } },
    });
  });
});

describe('from "filling"', () => {
  // id: case-22
  it('objects are collected in their newest state, and emitted at the bookmark after them', async () => {
    const { clock, context, scripted } = createScriptedWatch();
    await clock.advance(5000);
    let [state, emitted] = await step(createStart<KubeObject>(true), context);
    await clock.advance(1000);
    scripted.streams[0]!.send(
      sent.added('a', '5'),
      sent.added('b', '6'),
      sent.bookmark('7'),
      sent.modified('a', '8'),
      sent.deleted('b', '9'),
      sent.added('c', '9'),
    );
    for (let event = 0; event < 6; event += 1) {
      [state, emitted] = await step(state, context);
      expect([state.phase, emitted]).toEqual(['filling', undefined]);
    }

    scripted.streams[0]!.send(sent.endOfInitial('12'));
    [state, emitted] = await step(state, context);

    expect(state).toMatchObject({ phase: 'watching', resourceVersion: '12' });
    expect(emitted).toMatchObject({ type: 'replaced', resourceVersion: '12', asOf: 5000 });
    const items = emitted?.type === 'replaced' ? emitted.items : [];
    expect(items.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)).toEqual(['a@8', 'c@9']);
    expect(items[0]!.metadata.labels).toEqual({ trimmed: 'yes' });
    expect(scripted.streams).toHaveLength(1);
  });

  // id: case-22
  it.each([{}, { 'k8s.io/initial-events-end': 'false' }])('the annotations %j do not end it', async (annotations) => {
    const { next, emitted } = await onEvent('filling', sent.bookmark('11', annotations));

    expect([next.phase, emitted]).toEqual(['filling', undefined]);
  });

  it('the sync resets the failures before it', async () => {
    const { next } = await onEvent('filling', sent.endOfInitial('11'), failedBefore);

    expect(next.memory.failures).toEqual(neverFailed);
  });

  it('the sync does not reset the failures if the server repeatedly responds with 410', async () => {
    const failures = { unanswered: thrice, refused: thrice, expired: thrice };
    const { next } = await onEvent('filling', sent.endOfInitial('11'), { ...memory, failures, expired: true });

    expect(next.memory).toMatchObject({ failures: { ...neverFailed, expired: thrice }, expired: false });
  });

  // id: case-22
  it('a temporary error leads to one list, and closes the stream', async () => {
    const { next, scripted } = await onEvent('filling', sent.error(500));

    expect(next).toMatchObject({ phase: 'listing', memory: { watchList: true } });
    expect(scripted.open).toBe(0);
  });

  // id: case-22
  it.each([429, 410])('the error %i leads to another WatchList after a wait', async (code) => {
    const { next, scripted } = await onEvent('filling', sent.error(code));

    expect(next).toMatchObject({ phase: 'waiting', then: { phase: 'empty', memory: { watchList: true } } });
    expect(scripted.open).toBe(0);
  });

  // id: case-22
  it('a stream that breaks leads to another WatchList after a wait', async () => {
    const { context, scripted } = createScriptedWatch();
    const [state] = await step(createStart<KubeObject>(true), context);
    scripted.streams[0]!.break(buildApiError(0));

    const [next] = await step(state, context);

    expect(next).toMatchObject({ phase: 'waiting', then: { phase: 'empty', memory: { watchList: true } } });
  });

  // id: case-22
  it('a stream that the server closes before its time leads to another WatchList after a wait', async () => {
    const { context, scripted, clock } = createScriptedWatch();
    const [state] = await step(createStart<KubeObject>(true), context);
    await clock.advance(5000);
    scripted.streams[0]!.end();

    const [next] = await step(state, context);

    expect(next).toMatchObject({ phase: 'waiting', then: { phase: 'empty', memory: { watchList: true } } });
  });

  // id: case-22
  it('a stream that ends after its time without the bookmark leads to lists permanently', async () => {
    const { context, scripted, clock } = createScriptedWatch();
    let [state] = await step(createStart<KubeObject>(true), context);
    for (let second = 1; second <= 45; second += 1) {
      await clock.advance(1000);
      scripted.streams[0]!.send(sent.added('a', '11'));
      [state] = await step(state, context);
    }
    scripted.streams[0]!.end();

    const [next] = await step(state, context);

    expect(next).toMatchObject({ phase: 'listing', memory: { watchList: false } });
  });

  // id: case-22, case-25
  it('ten seconds of silence lead to lists permanently', async () => {
    const { context, scripted, clock } = createScriptedWatch();
    const [state] = await step(createStart<KubeObject>(true), context);
    await clock.advance(9000);
    scripted.streams[0]!.send(sent.bookmark('5'));
    const [heard] = await step(state, context);
    const stepping = step(heard, context);

    await clock.advance(9999);
    expect(scripted.open).toBe(1);
    await clock.advance(1);

    expect((await stepping)[0]).toMatchObject({ phase: 'listing', memory: { watchList: false } });
    expect(scripted.open).toBe(0);
    expect(clock.timers).toBe(0);
  });
});

describe('from "listed"', () => {
  it('a watch starts where the list ended', async () => {
    const { context, scripted } = createScriptedWatch();

    const [next] = await step(buildListed('10'), context);

    expect(next).toMatchObject({ phase: 'watching', resourceVersion: '10' });
    expect(scripted.streams[0]!.options).toMatchObject({
      resourceVersion: '10',
      timeoutSeconds: 45,
      labelSelector: 'a=b',
    });
    expect(scripted.streams[0]!.options).not.toHaveProperty('sendInitialEvents');
  });

  // id: fault-2
  it.each([0, 401, 403, 404, 429, 500, 503])(
    'a watch that gets a %i is requested again after a wait',
    async (status) => {
      const { context } = createScriptedWatch({ watch: throwApiError(status) });

      const [next] = await step(buildListed('10'), context);

      expect(next).toMatchObject({ phase: 'waiting', then: { phase: 'resuming', resourceVersion: '10' } });
    },
  );

  // id: case-18
  it('the next request waits for as long as the server requests', async () => {
    const { context } = createScriptedWatch({ watch: throwApiError(429, { retryAfterSeconds: 7 }) });

    expect((await step(buildListed('10'), context))[0]).toMatchObject({ phase: 'waiting', delayMs: 7000 });
  });

  it('the next request waits for at most a minute, even if the server requests more', async () => {
    const { context } = createScriptedWatch({ watch: throwApiError(503, { retryAfterSeconds: 86_400 }) });

    expect((await step(buildListed('10'), context))[0]).toMatchObject({ phase: 'waiting', delayMs: 60_000 });
  });
});

describe('from "watching"', () => {
  it.each(['ADDED', 'MODIFIED'] as const)('%s emits the object and moves to its resource version', async (type) => {
    const { next, emitted } = await onEvent('watching', {
      type,
      object: someObject({ name: 'a', resourceVersion: '20' }),
    });

    expect(next).toMatchObject({ phase: 'watching', resourceVersion: '20' });
    expect(emitted).toMatchObject({ type: 'applied', object: { metadata: { name: 'a', labels: { trimmed: 'yes' } } } });
  });

  // id: case-17
  it('DELETED emits the deletion and moves to its resource version', async () => {
    const { next, emitted } = await onEvent('watching', sent.deleted('a', '40'));

    expect(next).toMatchObject({ phase: 'watching', resourceVersion: '40' });
    expect(emitted).toMatchObject({ type: 'deleted', object: { metadata: { name: 'a', labels: { trimmed: 'yes' } } } });
  });

  // id: case-17
  it('BOOKMARK moves to its resource version and emits no object', async () => {
    const { next, emitted } = await onEvent('watching', sent.bookmark('30'));

    expect(next).toMatchObject({ phase: 'watching', resourceVersion: '30' });
    expect(emitted).toEqual({ type: 'bookmark', resourceVersion: '30' });
  });

  it.each([
    [44_000, 'in time', 'listed'],
    [43_999, 'before its time', 'resuming'],
    [1000, 'before its time', 'resuming'],
  ] as const)('a clean end after %i ms, %s, leads to the same watch at once: %s', async (ageMs, _, phase) => {
    const { context, scripted, clock } = createScriptedWatch();
    const [state] = await step(buildListed('10'), context);
    await clock.advance(ageMs);
    scripted.streams[0]!.end();

    expect((await step(state, context))[0]).toEqual({ ...buildListed('10'), phase });
    expect(clock.timers).toBe(0);
  });

  it('an end within a second leads to the same watch after a wait', async () => {
    const { context, scripted, clock } = createScriptedWatch();
    const [state] = await step(buildListed('10'), context);
    await clock.advance(999);
    scripted.streams[0]!.end();

    expect((await step(state, context))[0]).toMatchObject({ phase: 'waiting', then: { phase: 'resuming' } });
  });

  // id: case-25
  it('a stream that is still open five seconds after its requested end leads to the same watch at once', async () => {
    const { context, scripted, clock } = createScriptedWatch();
    let [state] = await step(buildListed('10'), context);
    await clock.advance(49_000);
    scripted.streams[0]!.send(sent.bookmark('30'));
    [state] = await step(state, context);
    const stepping = step(state, context);
    await clock.advance(999);
    expect(scripted.open).toBe(1);

    await clock.advance(1);

    expect((await stepping)[0]).toEqual({ ...buildListed('30'), phase: 'resuming' });
    expect(scripted.open).toBe(0);
  });
});

describe('from any state', () => {
  it.each<State>([
    createStart(true),
    createStart(false),
    { phase: 'listing', memory, list: { from: '0', pages: [], limit: 500 } },
    buildListed('10'),
    { phase: 'resuming', memory, resourceVersion: '10' },
    { phase: 'waiting', memory, delayMs: 800, then: buildListed('10') },
  ])('an abort does not change it: $phase', async (state) => {
    const { context, scripted, stop, clock } = createScriptedWatch({
      list: () => 'silence',
      look: () => 'silence',
      watch: () => {
        stop.abort();
        stop.signal.throwIfAborted();
      },
    });
    const stepping = step(state, context);
    await clock.settle();
    stop.abort();

    expect(await stepping).toEqual([state]);
    expect([scripted.open, clock.timers]).toEqual([0, 0]);
  });
});
