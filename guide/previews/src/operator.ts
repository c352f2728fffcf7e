import type { OperatorDefinition } from '@kubewright/runtime';

import { preview } from './preview.ts';

export const operator: OperatorDefinition = { name: 'previews', version: '0.1.0', controllers: [preview] };
