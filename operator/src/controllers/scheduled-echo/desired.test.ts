import { describe, expect, it } from 'vitest';

import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import type { CronJob } from '@kubewright/runtime';
import { someResource } from '../../../runtime/fixtures/some-object.ts';
import { buildCronJob } from './desired.ts';

const image = 'busybox:1.37';
const { metadata } = someResource({ name: 'hello' });

function buildEcho(spec: Partial<ScheduledEcho['spec']> = {}): ScheduledEcho {
  const full = { message: 'Hola', schedule: '*/1 * * * *', suspend: false, ...spec };
  return { apiVersion: 'mmontes.io/v1alpha1', kind: 'ScheduledEcho', metadata, spec: full };
}

function buildCronJobWith(...containers: readonly string[]): CronJob {
  const template = { spec: { containers: containers.map((name) => ({ name })) } };
  const spec = { schedule: '@daily', jobTemplate: { spec: { template } } };
  return { apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec };
}

const listContainerNames = (found?: CronJob) =>
  buildCronJob(buildEcho(), { image, found }).spec?.jobTemplate?.spec?.template?.spec?.containers?.map(
    ({ name }) => name,
  );

describe('the CronJob', () => {
  it('has the name of the ScheduledEcho, its schedule, and a Pod that prints its message, and forbids concurrent runs', () => {
    expect(buildCronJob(buildEcho(), { image, found: undefined })).toMatchObject({
      metadata: { name: 'hello' },
      spec: {
        ...{ schedule: '*/1 * * * *', suspend: false, concurrencyPolicy: 'Forbid' },
        jobTemplate: {
          spec: { template: { spec: { containers: [{ image, command: ['printf', '%s\\n', 'Hola'] }] } } },
        },
      },
    });
  });

  it('sets fields to null that change how often a run prints, or whether it does', () => {
    const { spec } = buildCronJob(buildEcho(), { image, found: undefined });
    expect(spec?.jobTemplate?.spec).toMatchObject({ suspend: null, completions: null, parallelism: null });
  });

  it('sets the time zone to null if the spec has none, because a time zone of others would change the schedule', () => {
    const zone = (spec: Partial<ScheduledEcho['spec']>) =>
      buildCronJob(buildEcho(spec), { image, found: undefined }).spec;
    expect(zone({})).toMatchObject({ timeZone: null });
    expect(zone({ timeZone: 'Europe/Madrid' })).toHaveProperty('timeZone', 'Europe/Madrid');
  });

  it('has the suspend of the spec', () => {
    expect(buildCronJob(buildEcho({ suspend: true }), { image, found: undefined }).spec?.suspend).toBe(true);
  });
});

describe('the container of the CronJob', () => {
  it('BUG-EC-10 is named echo', () => {
    expect(listContainerNames()).toEqual(['echo']);
    expect(listContainerNames(buildCronJobWith('echo'))).toEqual(['echo']);
  });

  it('keeps the upstream name, because otherwise two containers would print', () => {
    expect(listContainerNames(buildCronJobWith('hello'))).toEqual(['hello']);
  });

  it('does not keep the name of a container that others have added', () => {
    expect(listContainerNames(buildCronJobWith('hello', 'echo'))).toEqual(['echo']);
    expect(listContainerNames(buildCronJobWith('sidecar'))).toEqual(['echo']);
  });
});
