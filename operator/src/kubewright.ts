import { readFileSync } from 'node:fs';

import {
  echo,
  ignoredFoo,
  immortalContainer,
  memcached,
  pet,
  scheduledEcho,
  scheduledEchoWebhook,
  webServer,
} from './controllers/index.ts';
import type { OperatorDefinition } from '@kubewright/runtime';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Our operators, in one process. */
export const kubewright: OperatorDefinition = {
  name: 'kubewright',
  version,
  controllers: [echo, immortalContainer, memcached, pet, scheduledEcho, webServer],
  webhooks: [scheduledEchoWebhook],
  policies: [ignoredFoo],
};
