import { readFileSync } from 'node:fs';

import * as controllers from './controllers/index.ts';
import { scheduledEchoWebhook } from './controllers/scheduled-echo/webhook.ts';
import { ignoredFoo } from './controllers/web-server/policies.ts';
import type { OperatorDefinition } from '@kubewright/runtime';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Our operators, in one process. */
export const kubewright: OperatorDefinition = {
  name: 'kubewright',
  version,
  controllers: Object.values(controllers),
  webhooks: [scheduledEchoWebhook],
  policies: [ignoredFoo],
};
