/**
 * WebServer: a Deployment that serves HTTP, and a NodePort Service that reaches it.
 *
 * - `reconcile`: the story
 * - `desired`: the two children, as functions of the resource
 * - `status`: what is, as a function of the resource and its children
 *
 * @module
 */
import { defineController, Deployment, owns, Service, type ControllerDefinition } from '../../index.ts';
import { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { reconcile } from './reconcile.ts';

export const webServer: ControllerDefinition = defineController(WebServer, {
  owns: { deployments: owns(Deployment), services: owns(Service) },
  reconcile,
});
