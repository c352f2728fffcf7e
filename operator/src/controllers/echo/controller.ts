/**
 * Echo: a Job that prints a message, once.
 *
 * - `dependencies`: what it owns and watches, and its settings
 * - `reconcile`: start here
 * - `desired`: the Job, as a function of the resource
 * - `failed-create`: why a Job has no Pod, from its events
 * - `status`: whether the message is printed, as a function of the resource and its Job
 *
 * @module
 */
import { defineController, type ControllerDefinition } from '@kubewright/runtime';
import { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import { dependencies } from './dependencies.ts';
import { reconcile } from './reconcile.ts';

export const echo: ControllerDefinition = defineController(Echo, { ...dependencies, reconcile });
