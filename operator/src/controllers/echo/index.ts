/**
 * Echo: a Job that prints a message, once.
 *
 * - `reconcile`: the story
 * - `desired`: the Job, as a function of the resource
 * - `failed-create`: what the events of a Job tell that it does not tell itself
 * - `status`: what came of the message, as a function of the resource and its Job
 *
 * @module
 */
import { defineController, Job, owns, type ControllerDefinition } from '../../index.ts';
import { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import { echoSettings } from '../parts/echo-pod.ts';
import { watchesOfJobEvents } from '../parts/failed-create.ts';
import { echoOf } from './failed-create.ts';
import { reconcile } from './reconcile.ts';

export const echo: ControllerDefinition = defineController(Echo, {
  settings: echoSettings,
  owns: { jobs: owns(Job, { delete: true }) },
  watches: watchesOfJobEvents(echoOf),
  reconcile,
});
