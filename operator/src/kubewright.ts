/**
 * Kubewright's own operators: their APIs, their controllers, and one operator that runs them all. Every kind is
 * registered here. To build your own operator, use `@kubewright/runtime`.
 * @module
 */
import { readFileSync } from 'node:fs';

import type { OperatorDefinition } from '@kubewright/runtime';
import { echo } from './controllers/echo/controller.ts';
import { immortalContainer } from './controllers/immortal-container/controller.ts';
import { memcached } from './controllers/memcached/controller.ts';
import { pet } from './controllers/pet/controller.ts';
import { scheduledEcho } from './controllers/scheduled-echo/controller.ts';
import { scheduledEchoWebhook } from './controllers/scheduled-echo/webhook.ts';
import { ignoredFoo, webServer } from './controllers/web-server/controller.ts';

export { Memcached } from './apis/cache.example.com/v1alpha1/memcached.ts';
export { ImmortalContainer } from './apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
export { Echo } from './apis/mmontes.io/v1alpha1/echo.ts';
export { ScheduledEcho } from './apis/mmontes.io/v1alpha1/scheduled-echo.ts';
export { WebServer } from './apis/my.domain/v1/web-server.ts';
export { Pet } from './apis/petstore.example.com/v1alpha1/pet.ts';
export { echo, immortalContainer, memcached, pet, scheduledEcho, webServer };

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The operator that runs all controllers of this repository in one process. */
export const kubewright: OperatorDefinition = {
  name: 'kubewright',
  version,
  controllers: [echo, immortalContainer, memcached, pet, scheduledEcho, webServer],
  webhooks: [scheduledEchoWebhook],
  policies: [ignoredFoo],
};
