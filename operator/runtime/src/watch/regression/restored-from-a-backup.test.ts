import { describe, expect, it, vi } from 'vitest';

import type { Script } from '../../../fixtures/scripted-resource.ts';
import { buildApiError, throwApiError, createScriptedWatch, sent } from '../../../fixtures/scripted-watch.ts';
import { type KubeObject, silentLogger } from '../../base/index.ts';
import { step, watchObjects } from '../watch-objects.ts';
import { neverFailed, type WatchBackoff } from '../watch-backoff.ts';
import type { WatchState } from '../watch-state.ts';

const memory = { failures: neverFailed, watchList: true, large: false, expired: false };
const resuming: WatchState<KubeObject> = { phase: 'resuming', memory, resourceVersion: '900' };

const answerUpTo = (resourceVersion: string) => () => ({ items: [], resourceVersion });

// kube-apiserver answers a watch from a future resource version with 200, and sends nothing.
describe('a watch whose connection has broken', () => {
  it('first requests the server’s newest resource version, with a list of one object', async () => {
    const { context, scripted } = createScriptedWatch();
    const selection = { namespace: 'default', labelSelector: 'a=b', fieldSelector: 'metadata.name=c' };

    await step(resuming, { ...context, selection });

    const [{ signal: _, ...asked } = {}] = scripted.looks;
    expect(asked).toEqual({ namespace: 'default', fieldSelector: 'metadata.name=c', limit: 1 });
  });

  it.each(['900', '901', '1000', ''])('resumes where it was if that is %o', async (newest) => {
    const { context, scripted } = createScriptedWatch({ look: answerUpTo(newest) });

    const [next, emitted] = await step(resuming, context);

    expect([next, emitted]).toEqual([{ ...resuming, phase: 'listed' }, undefined]);
    expect(scripted.lists).toEqual([]);
  });

  it.each(['899', '90', '0'])('lists the newest state if the server is only at %s', async (newest) => {
    const lines = vi.spyOn(silentLogger, 'warn');
    const { context } = createScriptedWatch({ look: answerUpTo(newest) });

    const [next] = await step(resuming, context);

    expect(next).toMatchObject({ phase: 'empty', memory: { expired: true } });
    const fields = { resourceVersion: '900', newest };
    expect(lines.mock.lastCall).toEqual(['server was restored to an earlier state, listing again', fields]);
  });

  it('lists less and less often if the server is set back repeatedly, even if each list succeeds', async () => {
    const delayAfterTimes = async (failures: number): Promise<number | undefined> => {
      const expired: WatchBackoff = { failures, lastFailureAt: 0 };
      const { context } = createScriptedWatch({ look: answerUpTo('500') });
      const again = { ...memory, failures: { ...neverFailed, expired } };
      const [next] = await step({ ...resuming, memory: again }, context);
      expect(('then' in next ? next.then : next).memory.failures.expired.failures).toBe(failures + 1);
      return next.phase === 'waiting' ? next.delayMs : undefined;
    };

    expect(await Promise.all([0, 1, 2, 3, 9].map(delayAfterTimes))).toEqual([undefined, 800, 1600, 3200, 15_000]);
  });

  it.each([0, 403, 429, 500])(
    'repeats that request until it succeeds, with a wait after each %i response',
    async (status) => {
      const { context, scripted } = createScriptedWatch({ look: throwApiError(status) });

      const [next] = await step(resuming, context);

      expect(next).toMatchObject({ phase: 'waiting', then: { phase: 'resuming', resourceVersion: '900' } });
      expect(scripted.streams).toEqual([]);
    },
  );

  it('waits for as long as the server requests', async () => {
    const { context } = createScriptedWatch({ look: throwApiError(429, { retryAfterSeconds: 7 }) });

    expect((await step(resuming, context))[0]).toMatchObject({ phase: 'waiting', delayMs: 7000 });
  });
});

/** Watches a server at resource version 900, which is set back to a lower one when the connection breaks. */
function watchServer(watchList: boolean, look: Script<KubeObject>['look'] = answerUpTo('500')) {
  const versions = ['900', '500'];
  const list = () => ({ items: [], resourceVersion: versions.shift() ?? '500' });
  const { context, clock, scripted, stop } = createScriptedWatch({
    list,
    look,
    watch: (stream) => {
      if (stream.options.sendInitialEvents === true) stream.send(sent.endOfInitial(list().resourceVersion));
    },
  });
  const emitted: string[] = [];
  const watching = watchObjects<KubeObject>(
    {
      ...context,
      watchList,
      onEvent(event) {
        if (event.type === 'replaced') emitted.push(`${event.resourceVersion} as of ${String(event.asOf)}`);
      },
    },
    context.signal,
  );
  return { clock, scripted, emitted, stop, watching };
}

describe.each([true, false])('an etcd that was restored from a backup, with WatchList: %o', (watchList) => {
  it('is listed again, from the newest state, as soon as it responds', async () => {
    const { clock, scripted, emitted, stop, watching } = watchServer(watchList);
    await clock.settle();
    scripted.streams.at(-1)!.break(buildApiError(0));
    await clock.advance(800);

    expect(emitted).toEqual([`900 as of ${watchList ? '0' : 'undefined'}`, '500 as of 800']);
    expect(scripted.looks).toHaveLength(1);
    expect(scripted.streams.at(-1)!.options.resourceVersion).toBe(watchList ? undefined : '500');
    stop.abort();
    await watching;
    expect([scripted.open, clock.timers]).toEqual([0, 0]);
  });

  it('gets no request for its resource version when streams end after their time', async () => {
    const { clock, scripted, emitted } = watchServer(watchList, answerUpTo('900'));
    await clock.settle();
    scripted.streams.at(-1)!.break(buildApiError(0));
    for (let times = 0; times < 5; times += 1) {
      await clock.advance(45_000);
      scripted.streams.at(-1)!.end();
    }
    await clock.settle();

    expect([scripted.looks.length, emitted.length]).toEqual([1, 1]);
  });
});
