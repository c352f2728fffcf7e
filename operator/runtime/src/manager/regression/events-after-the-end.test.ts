import { expect, it } from 'vitest';

import { Cafe, createScriptedController } from '../../../fixtures/scripted-controller.ts';
import { OperatorError } from '../../base/index.ts';
import { awaitChange, defineController } from '../../reconcile/index.ts';
import { leadAlone } from '../lead.ts';
import { WriteFence } from '../election/index.ts';

it('even without an election no event is sent after the end, when the connections are closed', async () => {
  const chatty = defineController(Cafe, {
    reconcile(_, { events }) {
      for (let index = 0; index < 20; index += 1) events.normal(`Opened${String(index)}`, 'It is open.');
      return Promise.resolve(awaitChange);
    },
  });
  const late = Promise.withResolvers<undefined>();
  const fixture = createScriptedController(chatty, {
    answer: async () => {
      await late.promise;
      return { status: 503, body: {} };
    },
  });
  fixture.emitSynced('mocca', 'latte');
  const stop = new AbortController();
  const over = leadAlone({
    controllers: [fixture.controller],
    clock: fixture.clock,
    settings: { gracePeriodSeconds: 30 },
    fence: new WriteFence(),
    stop: stop.signal,
  });
  await fixture.clock.settle();
  stop.abort(new OperatorError('STOPPED', 'continue'));
  await fixture.clock.advance(2000);
  await over;
  const sent = fixture.transport.requests.length;
  late.resolve(undefined);
  await fixture.clock.advance(10);
  expect(fixture.transport.requests).toHaveLength(sent);
  expect(fixture.logger.lines.filter(({ level }) => level === 'warn')).toEqual([
    { level: 'warn', message: 'the last events were not sent' },
  ]);
});
