import { describe, expect, it } from 'vitest';

import { buildApiError, throwApiError, createScriptedWatch, sent } from '../../fixtures/scripted-watch.ts';
import { someObject } from '../../fixtures/some-object.ts';
import type { KubeObject } from '../base/index.ts';
import { AnswerTooLarge } from '../client/index.ts';
import { beginList } from './list-steps.ts';
import { step, watchObjects } from './watch-objects.ts';
import { createStart, type WatchState } from './watch-state.ts';

type State = WatchState<KubeObject>;

describe('from "listing"', () => {
  // id: case-14, fault-10
  it('the pages of a list are emitted together, after the last one', async () => {
    const items = (from: number, count: number): KubeObject[] =>
      Array.from({ length: count }, (_, index) => someObject({ name: `o${from + index}` }));
    const { context, scripted } = createScriptedWatch({
      list: ({ continueToken }) => {
        if (continueToken === undefined) return { items: items(0, 4), resourceVersion: '10', continueToken: 'C1' };
        if (continueToken === 'C1') return { items: items(4, 4), resourceVersion: '10', continueToken: 'C2' };
        return { items: items(8, 2), resourceVersion: '10' };
      },
    });
    let state: State = createStart(false);
    let emitted;
    for (const phase of ['listing', 'listing', 'listed']) {
      expect(emitted).toBeUndefined();
      [state, emitted] = await step(state, context);
      expect(state.phase).toBe(phase);
    }

    expect(scripted.lists.map(({ continueToken }) => continueToken ?? '')).toEqual(['', 'C1', 'C2']);
    expect(scripted.lists.map(({ limit }) => limit)).toEqual([500, 500, 500]);
    expect(scripted.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', undefined, undefined]);
    expect(emitted).toMatchObject({ type: 'replaced', resourceVersion: '10' });
    expect(emitted?.type === 'replaced' && emitted.items.map(({ metadata }) => metadata.name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `o${index}`),
    );
  });

  it('a list of the newest state has the time of the request for its first page', async () => {
    const { clock, context } = createScriptedWatch({
      list: ({ continueToken }) => ({
        items: [],
        resourceVersion: '10',
        ...(continueToken === undefined && { continueToken: 'C1' }),
      }),
    });
    await clock.advance(5000);
    const [halfway] = await step<KubeObject>(
      beginList({ ...createStart<KubeObject>(false).memory, expired: true }),
      context,
    );
    await clock.advance(1000);

    expect((await step(halfway, context))[1]).toMatchObject({ type: 'replaced', asOf: 5000 });
  });

  it('a list from the watch cache has no such time', async () => {
    const { context } = createScriptedWatch({ list: () => ({ items: [], resourceVersion: '10' }) });

    const [, emitted] = await step(createStart<KubeObject>(false), context);

    expect(emitted).toStrictEqual({ type: 'replaced', items: [], resourceVersion: '10' });
  });

  // id: case-16
  it('an expired page token leads to another list in pages, of the newest state, after a wait', async () => {
    let isForgotten = true;
    const { clock, context, scripted } = createScriptedWatch({
      list: ({ continueToken }) => {
        if (continueToken === undefined)
          return { items: [someObject({ name: 'a' })], resourceVersion: '10', continueToken: 'C1' };
        if (isForgotten) throw buildApiError(410);
        return { items: [someObject({ name: 'b' })], resourceVersion: '20' };
      },
    });
    let state: State = createStart(false);
    let emitted;
    for (let page = 0; page < 2; page += 1) [state, emitted] = await step(state, context);
    expect(state).toMatchObject({
      phase: 'waiting',
      delayMs: 800,
      then: { phase: 'empty', memory: { expired: true } },
    });
    isForgotten = false;
    const waiting = step(state, context);
    await clock.advance(800);
    [state] = await waiting;
    for (let page = 0; page < 2; page += 1) [state, emitted] = await step(state, context);

    expect(scripted.lists.map(({ resourceVersion, continueToken }) => resourceVersion ?? continueToken ?? '')).toEqual([
      '0',
      'C1',
      '',
      'C1',
    ]);
    expect(scripted.lists.every(({ limit }) => limit === 500)).toBe(true);
    expect(state).toMatchObject({ phase: 'listed', resourceVersion: '20' });
    expect(emitted?.type === 'replaced' && emitted.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
  });

  // id: case-14, fault-17
  it('a list that is too large for one response is read in pages of the newest state, now and later', async () => {
    const { clock, context, scripted, stop } = createScriptedWatch({
      list: ({ resourceVersion, continueToken, atMostBytes }, attempt) => {
        if (resourceVersion === '0') throw new AnswerTooLarge(atMostBytes ?? 0);
        if (attempt === 3) throw buildApiError(500);
        return { items: [], resourceVersion: '10', ...(continueToken === undefined && { continueToken: 'C1' }) };
      },
      watch: (stream, attempt) => {
        if (attempt === 1) stream.send(sent.error(410));
        if (attempt === 2) stream.break(buildApiError(0));
      },
      look: () => ({ items: [], resourceVersion: '5' }),
    });
    const emitted: (number | undefined)[] = [];
    const done = watchObjects<KubeObject>(
      {
        ...context,
        watchList: false,
        onEvent: (event) => void emitted.push(event.type === 'replaced' ? event.asOf : -1),
      },
      stop.signal,
    );
    await clock.advance(5000);

    expect(scripted.lists.map(({ resourceVersion, continueToken }) => resourceVersion ?? continueToken ?? '')).toEqual([
      '0',
      ...['', 'C1'],
      // The first wait follows a failure.
      ...['', 'C1'],
      // The second wait follows a 410.
      ...['', 'C1'],
      // The third wait follows a restore of the server from a backup.
      ...['', 'C1'],
    ]);
    expect(scripted.lists.every(({ atMostBytes, limit }) => atMostBytes === 4 * 2 ** 20 && limit === 500)).toBe(true);
    // `asOf` is the time of the first request of each list.
    expect(emitted).toEqual([800, 1600, 3200]);
    stop.abort();
    await done;
  });

  // id: fault-17
  it('a page that is too large is requested again in smaller pages, which grow later', async () => {
    const sizes = Array.from({ length: 300 }, (_, index) => (index === 40 ? 5_000_000 : 1));
    const { context, scripted } = createScriptedWatch({
      list: ({ resourceVersion, continueToken = '0', limit = 0, atMostBytes = Number.POSITIVE_INFINITY }) => {
        const begin = Number(continueToken);
        const end = Math.min(sizes.length, begin + (resourceVersion === '0' ? sizes.length : limit));
        const page = sizes.slice(begin, end);
        if (page.reduce((sum, size) => sum + size, 0) > atMostBytes) throw new AnswerTooLarge(atMostBytes);
        const items = page.map((_, index) => someObject({ name: `o${String(begin + index)}` }));
        return { items, resourceVersion: '10', ...(end < sizes.length && { continueToken: String(end) }) };
      },
    });
    let state: State = createStart(false);
    let emitted;
    while (state.phase !== 'listed') [state, emitted] = await step(state, context);

    expect(emitted?.type === 'replaced' && emitted.items.map(({ metadata }) => metadata.name)).toEqual(
      sizes.map((_, index) => `o${String(index)}`),
    );
    const asked = scripted.lists.map(({ continueToken, limit }) => `${continueToken ?? ''}+${String(limit)}`);
    // First the whole list, then a page, then pages a quarter as large each time one is too large. The large object is
    // alone in its page.
    expect(asked.slice(0, 9)).toEqual(['+500', '+500', '+125', '+32', '32+32', '32+8', '40+8', '40+2', '40+1']);
    expect(asked.slice(9, 17)).toEqual(['41+1', '42+1', '43+1', '44+1', '45+1', '46+1', '47+1', '48+2']);
    expect(asked.at(-1)).toMatch(/\+(16|32)$/);
    expect(scripted.lists.filter(({ atMostBytes }) => atMostBytes === undefined)).toHaveLength(8);
  });

  // id: case-16
  it.each([410, 504])(
    'a list rejected as expired or too new (%i) restarts with the newest state, after a wait',
    async (status) => {
      const tooLarge = { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] };
      const { context } = createScriptedWatch({ list: throwApiError(status, tooLarge) });

      const [next] = await step(createStart<KubeObject>(false), context);

      expect(next).toMatchObject({
        phase: 'waiting',
        delayMs: 800,
        then: { phase: 'empty', memory: { expired: true } },
      });
    },
  );

  // id: fault-2
  it.each([0, 401, 403, 404, 429, 500, 503])('a list answered with %i starts again after a wait', async (status) => {
    const { context } = createScriptedWatch({ list: throwApiError(status) });

    const [next] = await step(createStart<KubeObject>(false), context);

    expect(next).toMatchObject({ phase: 'waiting', then: { phase: 'empty', memory: { expired: false } } });
  });

  // id: case-16
  it('after a 410, other failures still lead to a list of the newest state', async () => {
    const { context } = createScriptedWatch({ list: throwApiError(500) });
    const expired = beginList<KubeObject>({ ...createStart(false).memory, expired: true });

    const [next] = await step(expired, context);

    expect(next).toMatchObject({ phase: 'waiting', then: { phase: 'empty', memory: { expired: true } } });
  });

  it('objects are trimmed', async () => {
    const { context } = createScriptedWatch({
      list: () => ({ items: [someObject({ name: 'a' })], resourceVersion: '10' }),
    });

    const [, emitted] = await step(createStart<KubeObject>(false), context);

    expect(emitted).toMatchObject({ items: [{ metadata: { name: 'a', labels: { trimmed: 'yes' } } }] });
  });
});
