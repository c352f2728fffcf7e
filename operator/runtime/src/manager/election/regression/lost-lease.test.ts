import { expect, it } from 'vitest';

import { createFakeClock } from '../../../../../testing/src/fake-clock.ts';
import { aborted, type Logger, OperatorError, silentLogger } from '../../../base/index.ts';
import { createLeaseFixture } from '../../../../fixtures/lease-fixture.ts';
import { runElection } from '../run-election.ts';

it('a lost lease is logged without a stack, because the code is not its cause', async () => {
  const clock = createFakeClock();
  const api = createLeaseFixture('lock');
  const stop = new AbortController();
  const lines: unknown[] = [];
  const logger: Logger = { ...silentLogger, warn: (message, fields) => void lines.push([message, fields]) };
  const lease = { namespace: 'default', name: 'lock' };
  const options = { client: api.client, clock, logger, identity: 'a', lease, random: () => 0 };
  const over = runElection(options, ({ signal }) => aborted(signal), stop.signal);
  await clock.settle();
  api.write({ ...api.lease?.spec, holderIdentity: 'another' });
  await clock.advance(2000);
  const detail = 'failed to keep the lease: another replica holds it';
  expect(lines).toEqual([['lost the lease', { detail, lease }]]);
  stop.abort(new OperatorError('STOPPED', 'go on'));
  await over;
});
