import { describe, expect, it } from 'vitest';

import { createScriptedTransport, type TransportScript } from '../../fixtures/scripted-transport.ts';
import { neverAborted } from '../base/index.ts';
import { createClient } from '../client/index.ts';
import { CronJob } from '../kinds/index.ts';
import { createDryRuns } from './dry-run.ts';

const cronJob = { metadata: { name: 'hourly', namespace: 'default' }, spec: { schedule: 'each hour' } };

function createTestDryRun(call: TransportScript['call'], warn?: (text: string) => void) {
  const transport = createScriptedTransport(call === undefined ? {} : { call });
  const options = {
    client: createClient(transport),
    fieldManager: 'webhooks',
    signal: neverAborted,
    ...(warn && { warn }),
  };
  return { transport, cronJobs: createDryRuns({ cronJobs: CronJob }, options)['cronJobs']! };
}

const buildRejection = (code: number, details: object) => ({
  status: code,
  body: { kind: 'Status', code, message: 'CronJob.batch "hourly" is invalid', details },
});

describe('a dry run', () => {
  it('is one apply that stores nothing', async () => {
    const { transport, cronJobs } = createTestDryRun(() => ({ status: 201, body: cronJob }));

    await expect(cronJobs.check(cronJob as never)).resolves.toEqual([]);

    expect(transport.requests).toHaveLength(1);
    expect(transport.requests[0]).toMatchObject({
      method: 'PATCH',
      path: '/apis/batch/v1/namespaces/default/cronjobs/hourly',
      query: { dryRun: 'All', fieldManager: 'webhooks', force: true },
    });
  });

  it('returns the fields that the API server rejects, with its messages', async () => {
    const cause = { reason: 'FieldValueInvalid', message: 'Invalid value: "each hour"', field: 'spec.schedule' };
    const { cronJobs } = createTestDryRun(() => buildRejection(422, { causes: [cause] }));

    await expect(cronJobs.check(cronJob as never)).resolves.toEqual([
      { path: 'spec.schedule', reason: 'FieldValueInvalid', message: 'Invalid value: "each hour"' },
    ]);
  });

  it.each([
    ['a quota', 403],
    ['a conflict', 409],
    ['a rule that names no field', 422],
  ])('warns of %s, which may be over at the time of the write', async (_, code) => {
    const warnings: string[] = [];
    const { cronJobs } = createTestDryRun(
      () => buildRejection(code, {}),
      (text) => warnings.push(text),
    );

    await expect(cronJobs.check(cronJob as never)).resolves.toEqual([]);

    expect(warnings).toEqual([
      expect.stringContaining('the API server would now reject the CronJob: failed to apply CronJob'),
    ]);
  });

  it('fails if the API server does, even with a warning handler', async () => {
    const { cronJobs } = createTestDryRun(
      () => buildRejection(500, {}),
      () => undefined,
    );
    await expect(cronJobs.check(cronJob as never)).rejects.toMatchObject({ status: 500 });
  });

  it.each([
    ['a missing right', 403, {}],
    ['a rejection that does not name a field', 422, {}],
  ])('fails with %s without a warning handler', async (_, code, details) => {
    const { cronJobs } = createTestDryRun(() => buildRejection(code, details));
    await expect(cronJobs.check(cronJob as never)).rejects.toMatchObject({ status: code });
  });
});
