import { describe, expect, it } from 'vitest';

import type { FieldError } from '@kubewright/runtime';
import { reviewWebhook, type SentObject } from '../../../testing/src/review-webhook.ts';
import { scheduledEchoWebhook } from './webhook.ts';

const buildEcho = (spec: object = {}): SentObject => ({
  metadata: { name: 'hello', namespace: 'default' },
  ...{ spec: { message: 'Hola', schedule: '@daily', suspend: false, ...spec } },
});

const buildInvalidField = (path: string): FieldError => ({
  path,
  reason: 'FieldValueInvalid',
  message: 'Invalid value: "x": no',
});

/** The paths of what the webhook finds wrong, where a CronJob has faults at `paths`, and the CronJobs that it has tried. */
async function reviewEcho(
  object: SentObject,
  { old, paths = [] }: { old?: SentObject; paths?: readonly string[] } = {},
) {
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

describe('BUG-EC-7 a schedule or a time zone that Kubernetes refuses', () => {
  it('is refused in its words, and nothing else of the CronJob is', async () => {
    const paths = ['spec.schedule', 'spec.timeZone', 'spec.jobTemplate.spec.template.spec'];
    const { faults, tried } = await reviewEcho(buildEcho(), { paths });

    expect(faults).toEqual(['spec.schedule', 'spec.timeZone']);
    expect(tried).toMatchObject([{ metadata: { name: 'hello' }, spec: { schedule: '@daily', timeZone: null } }]);
  });

  it('is not looked for where neither has changed, so that an older object stays changeable', async () => {
    const old = buildEcho({ schedule: 'bad' });
    const labelled = { ...old, metadata: { ...old.metadata, labels: { a: 'b' } } };
    expect(await reviewEcho(labelled, { old, paths: ['spec.schedule'] })).toEqual({ faults: [], tried: [] });
    expect((await reviewEcho(buildEcho({ schedule: 'bad', timeZone: 'UTC' }), { old })).tried).toHaveLength(1);
  });

  it('is not looked for in objects without a spec, which were stored before one was required', async () => {
    const old = { metadata: { name: 'hello' } };
    expect(await reviewEcho(old, { old })).toEqual({ faults: [], tried: [] });
  });
});
