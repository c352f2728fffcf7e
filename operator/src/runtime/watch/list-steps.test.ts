import { describe, expect, it } from 'vitest';

import { refusal, refuse, scriptWatch } from '../../testing/scripted-watch.ts';
import { someObject } from '../../testing/some-object.ts';
import type { KubeObject } from '../base/index.ts';
import { beginList } from './list-steps.ts';
import { step } from './step.ts';
import { startOf, type WatchState } from './watch-state.ts';

type State = WatchState<KubeObject>;

describe('from "listing"', () => {
  it('the pages of a list are told at once, with the last', async () => {
    const items = (from: number, count: number): KubeObject[] =>
      Array.from({ length: count }, (_, index) => someObject({ name: `o${from + index}` }));
    const { context, scripted } = scriptWatch({
      list: ({ continueToken }) => {
        if (continueToken === undefined) return { items: items(0, 4), resourceVersion: '10', continueToken: 'C1' };
        if (continueToken === 'C1') return { items: items(4, 4), resourceVersion: '10', continueToken: 'C2' };
        return { items: items(8, 2), resourceVersion: '10' };
      },
    });
    let state: State = startOf(false);
    let told;
    for (const phase of ['listing', 'listing', 'listed']) {
      expect(told).toBeUndefined();
      [state, told] = await step(state, context);
      expect(state.phase).toBe(phase);
    }

    expect(scripted.lists.map(({ continueToken }) => continueToken ?? '')).toEqual(['', 'C1', 'C2']);
    expect(scripted.lists.map(({ limit }) => limit)).toEqual([500, 500, 500]);
    expect(scripted.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', undefined, undefined]);
    expect(told).toMatchObject({ type: 'replaced', resourceVersion: '10' });
    expect(told?.type === 'replaced' && told.items.map(({ metadata }) => metadata.name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `o${index}`),
    );
  });

  it('a list of the newest says as of when it is: when its first page was asked for', async () => {
    const { clock, context } = scriptWatch({
      list: ({ continueToken }) => ({
        items: [],
        resourceVersion: '10',
        ...(continueToken === undefined && { continueToken: 'C1' }),
      }),
    });
    await clock.advance(5000);
    const [halfway] = await step<KubeObject>(
      beginList({ ...startOf<KubeObject>(false).memory, expired: true }),
      context,
    );
    await clock.advance(1000);

    expect((await step(halfway, context))[1]).toMatchObject({ type: 'replaced', asOf: 5000 });
  });

  it('a list of what the server has at hand does not', async () => {
    const { context } = scriptWatch({ list: () => ({ items: [], resourceVersion: '10' }) });

    const [, told] = await step(startOf<KubeObject>(false), context);

    expect(told).toStrictEqual({ type: 'replaced', items: [], resourceVersion: '10' });
  });

  it('a page token that expired leads to everything in one answer, at once', async () => {
    const { context, scripted } = scriptWatch({
      list: ({ continueToken, limit }) => {
        if (continueToken !== undefined) throw refusal(410);
        if (limit === undefined) return { items: [someObject({ name: 'b' })], resourceVersion: '20' };
        return { items: [someObject({ name: 'a' })], resourceVersion: '10', continueToken: 'C1' };
      },
    });
    let state: State = startOf(false);
    let told;
    for (let page = 0; page < 3; page += 1) [state, told] = await step(state, context);

    expect(scripted.lists[2]).toMatchObject({ resourceVersion: '0' });
    expect(scripted.lists[2]).not.toHaveProperty('limit');
    expect(state).toMatchObject({ phase: 'listed', resourceVersion: '20' });
    expect(told?.type === 'replaced' && told.items.map(({ metadata }) => metadata.name)).toEqual(['b']);
  });

  it.each([410, 504])(
    'a list refused as expired or too new (%i) begins anew with the newest, after a wait',
    async (status) => {
      const tooLarge = { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] };
      const { context } = scriptWatch({ list: refuse(status, tooLarge) });

      const [next] = await step(startOf<KubeObject>(false), context);

      expect(next).toMatchObject({
        phase: 'waiting',
        delayMs: 800,
        then: { phase: 'empty', memory: { expired: true } },
      });
    },
  );

  it.each([0, 401, 403, 404, 429, 500, 503])('a list answered with %i begins anew after a wait', async (status) => {
    const { context } = scriptWatch({ list: refuse(status) });

    const [next] = await step(startOf<KubeObject>(false), context);

    expect(next).toMatchObject({ phase: 'waiting', then: { phase: 'empty', memory: { expired: false } } });
  });

  it('a server that had forgotten what it told is still asked for the newest after other failures', async () => {
    const { context } = scriptWatch({ list: refuse(500) });
    const expired = beginList<KubeObject>({ ...startOf(false).memory, expired: true });

    const [next] = await step(expired, context);

    expect(next).toMatchObject({ phase: 'waiting', then: { phase: 'empty', memory: { expired: true } } });
  });

  it('objects are trimmed', async () => {
    const { context } = scriptWatch({ list: () => ({ items: [someObject({ name: 'a' })], resourceVersion: '10' }) });

    const [, told] = await step(startOf<KubeObject>(false), context);

    expect(told).toMatchObject({ items: [{ metadata: { name: 'a', labels: { trimmed: 'yes' } } }] });
  });
});
