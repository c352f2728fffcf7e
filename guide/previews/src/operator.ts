import type { OperatorDefinition } from '@kubewright/runtime';

import { PreviewPolicy } from './preview-policy.ts';
import { previewWebhook } from './preview-webhook.ts';
import { preview } from './preview.ts';
import { versions } from './versions.ts';

export const operator: OperatorDefinition = {
  name: 'previews',
  version: '0.1.0',
  apis: [PreviewPolicy],
  controllers: [preview],
  webhooks: [previewWebhook],
  conversions: [versions],
};
