/**
 * ScheduledEcho: a CronJob that prints a message again and again.
 *
 * - `reconcile`: the story
 * - `desired`: the CronJob, as a function of the resource
 * - `status`: what it does, as a function of the CronJob
 *
 * @module
 */
import { CronJob, defineController, owns, type ControllerDefinition } from '../../index.ts';
import { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { echoSettings } from '../parts/echo-pod.ts';
import { reconcile } from './reconcile.ts';

export const scheduledEcho: ControllerDefinition = defineController(ScheduledEcho, {
  settings: echoSettings,
  owns: { cronJobs: owns(CronJob) },
  reconcile,
});
