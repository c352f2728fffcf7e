import { describe, expect, it } from 'vitest';

import type { FieldError, SubmittedObject } from '@kubewright/runtime';
import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { reviewWebhook, type SentObject } from '../../../testing/src/review-webhook.ts';
import { scheduledEchoWebhook } from './webhook.ts';

type Echo = SubmittedObject<ScheduledEcho>;

const buildEcho = (spec: Echo['spec'] = {}): Echo => ({
  metadata: { name: 'hello', namespace: 'default' },
  spec: { message: 'Hola', schedule: '@daily', suspend: false, ...spec },
});

const buildInvalidField = (path: string): FieldError => ({
  path,
  reason: 'FieldValueInvalid',
  message: 'Invalid value: "x": no',
});

/**
 * Sends a write to the webhook. The fake API server rejects each CronJob for invalid fields at `paths`. Returns the
 * paths that the webhook reports, and the CronJobs of its dry runs.
 */
async function reviewEcho(object: Echo, { old, paths = [] }: { old?: Echo; paths?: readonly string[] } = {}) {
  const tried: SentObject[] = [];
  const cronJobs = (cronJob: SentObject): readonly FieldError[] => {
    tried.push(cronJob);
    return paths.map(buildInvalidField);
  };
  const { errors } = await reviewWebhook(scheduledEchoWebhook, {
    object,
    ...(old && { oldObject: old }),
    dryRuns: { cronJobs },
  });
  return { faults: errors.map(({ path }) => path), tried };
}

describe('BUG-EC-7 a schedule or a time zone that Kubernetes rejects', () => {
  it('is rejected with the message of Kubernetes; other fields of the CronJob are not', async () => {
    const paths = ['spec.schedule', 'spec.timeZone', 'spec.jobTemplate.spec.template.spec'];
    const { faults, tried } = await reviewEcho(buildEcho(), { paths });

    expect(faults).toEqual(['spec.schedule', 'spec.timeZone']);
    expect(tried).toMatchObject([{ metadata: { name: 'hello' }, spec: { schedule: '@daily', timeZone: null } }]);
  });

  it('is not checked if neither has changed, so that an older object can still be changed', async () => {
    const old = buildEcho({ schedule: 'bad' });
    const labelled = { ...old, metadata: { ...old.metadata, labels: { a: 'b' } } };
    expect(await reviewEcho(labelled, { old, paths: ['spec.schedule'] })).toEqual({ faults: [], tried: [] });
    expect((await reviewEcho(buildEcho({ schedule: 'bad', timeZone: 'UTC' }), { old })).tried).toHaveLength(1);
  });

  it('is not checked in objects without a spec, which were stored before one was required', async () => {
    const old = { metadata: { name: 'hello' } };
    expect(await reviewEcho(old, { old })).toEqual({ faults: [], tried: [] });
  });
});
