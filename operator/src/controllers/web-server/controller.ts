/**
 * WebServer: a Deployment that serves HTTP, and a NodePort Service that reaches it.
 *
 * - `dependencies`: what it owns and reads
 * - `reconcile`: start here
 * - `desired`: the two children, as functions of the resource
 * - `node-port-taken`: which WebServer has the desired port
 * - `status`: the status, as a function of the resource and its children
 *
 * @module
 */
import { defineController, type ControllerDefinition } from '@kubewright/runtime';
import { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { dependencies } from './dependencies.ts';
import { reconcile } from './reconcile.ts';

export const webServer: ControllerDefinition = defineController(WebServer, { ...dependencies, reconcile });
