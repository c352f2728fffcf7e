/**
 * ScheduledEcho: a CronJob that prints a message on a schedule.
 *
 * - `dependencies`: what it owns and watches, and its settings
 * - `reconcile`: start here
 * - `desired`: the CronJob, as a function of the resource
 * - `failed-create`: why the Job of a run has no Pod, from its events
 * - `status`: the status, as a function of the CronJob
 *
 * @module
 */
import { defineController, type ControllerDefinition } from '@kubewright/runtime';
import { ScheduledEcho } from '../../apis/mmontes.io/v1alpha1/scheduled-echo.ts';
import { dependencies } from './dependencies.ts';
import { reconcile } from './reconcile.ts';

export const scheduledEcho: ControllerDefinition = defineController(ScheduledEcho, { ...dependencies, reconcile });
