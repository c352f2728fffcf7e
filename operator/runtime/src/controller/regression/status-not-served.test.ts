import { expect, it } from 'vitest';

import { buildStatusAnswer } from '../../../../testing/src/in-memory-api-server/rejection.ts';
import { runController } from '../../../../testing/src/run-controller/run-controller.ts';
import { Cafe, key } from '../../../fixtures/home-cafe.ts';
import { Event } from '../../kinds/index.ts';
import { awaitChange, defineController } from '../../reconcile/index.ts';

it('a status that the cluster does not serve is reported by an event and in the log, and retried', async () => {
  const cafe = defineController(Cafe, {
    async reconcile(_, { status }) {
      status.set({ guests: 1 });
      return Promise.resolve(awaitChange);
    },
  });
  await using run = await runController(cafe, { expectedError: /does not serve it/ });
  const notFound = buildStatusAnswer(404, 'NotFound', { message: 'cafes.example.com "home" not found' });
  const failing = run.server.fail({ verb: 'apply', subresource: 'status' }, notFound, { times: Infinity });
  await run.server.client.resource(Cafe).create({ metadata: key, spec: {} });
  await run.awaitIdle();
  const message =
    'failed to write the status of Cafe default/home: the API server does not serve it: apply the newest CRD';
  expect(run.server.objects(Event).map(({ note }) => note)).toEqual([message]);
  expect(run.log).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'reconcile failed', error: message }),
  );
  failing[Symbol.dispose]();
  await run.advance(31_000);
  expect(run.server.objects(Cafe)).toMatchObject([{ status: { guests: 1 } }]);
});
