import { CronJob, defineDependencies, owns, type ContextOf } from '@kubewright/runtime';
import type { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { echoSettings } from '../parts/echo-pod.ts';
import { jobEventsOf } from '../parts/failed-create.ts';
import { scheduledEchoOf } from './failed-create.ts';

export const dependencies = defineDependencies({
  settings: echoSettings,
  owns: { cronJobs: owns(CronJob) },
  watches: jobEventsOf(scheduledEchoOf).watches,
});

export type Context = ContextOf<typeof ScheduledEcho, typeof dependencies>;
