import { describe, expect, it } from 'vitest';

import { throwApiError, createScriptedWatch, sent } from '../../fixtures/scripted-watch.ts';
import { EventStream } from './event-stream.ts';

describe('a stream', () => {
  it('yields the events and then that the server closed it', async () => {
    const { context, scripted } = createScriptedWatch({ watch: (each) => each.send(sent.added('a', '5')) });
    const stream = await EventStream.open(context, { resourceVersion: '1' });

    expect(await stream.read()).toMatchObject({ type: 'ADDED' });
    scripted.streams[0]!.end();
    expect(await stream.read()).toBe('closed');
  });

  it('ends its request when it is closed, even if it was never read', async () => {
    const { context, scripted, clock } = createScriptedWatch();
    const stream = await EventStream.open(context, { idleMs: 100 });
    expect(clock.timers).toBe(2);

    await stream.close();
    await stream.close();

    expect(scripted.streams[0]!.options.signal?.aborted).toBe(true);
    expect(clock.timers).toBe(0);
  });

  it('leaves nothing open when the request fails', async () => {
    const { context, clock } = createScriptedWatch({ watch: throwApiError(503) });

    await expect(EventStream.open(context, {})).rejects.toMatchObject({ status: 503 });

    expect(clock.timers).toBe(0);
  });

  // id: case-25
  it('is dead after the longest allowed silence since the last event', async () => {
    const { context, scripted, clock } = createScriptedWatch();
    const stream = await EventStream.open(context, { idleMs: 100 });
    await clock.advance(90);
    scripted.streams[0]!.send(sent.bookmark('5'));
    await stream.read();
    const reading = stream.read();

    await clock.advance(99);
    expect(scripted.streams[0]!.open).toBe(true);
    await clock.advance(1);

    expect(await reading).toBe('dead');
  });

  it('counts as complete a second before the requested end, because clocks may differ', async () => {
    const { context, clock } = createScriptedWatch();
    const stream = await EventStream.open(context, {});
    await clock.advance(43_999);
    expect(stream.hasServedItsTime).toBe(false);

    await clock.advance(1);

    expect(stream.hasServedItsTime).toBe(true);
    expect(stream.ageMs).toBe(44_000);
  });
});
