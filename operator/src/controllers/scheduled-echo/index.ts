/**
 * ScheduledEcho: a CronJob that prints a message again and again.
 *
 * - `reconcile`: the story
 * - `desired`: the CronJob, as a function of the resource
 * - `failed-create`: what the events of its Jobs tell that the CronJob does not
 * - `status`: what it does, as a function of the CronJob
 *
 * @module
 */
import { CronJob, defineController, owns, type ControllerDefinition } from '../../index.ts';
import { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { echoSettings } from '../parts/echo-pod.ts';
import { watchesOfJobEvents } from '../parts/failed-create.ts';
import { scheduledEchoOf } from './failed-create.ts';
import { reconcile } from './reconcile.ts';

export const scheduledEcho: ControllerDefinition = defineController(ScheduledEcho, {
  settings: echoSettings,
  owns: { cronJobs: owns(CronJob) },
  watches: watchesOfJobEvents(scheduledEchoOf),
  reconcile,
});
