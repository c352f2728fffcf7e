import type { OperatorDefinition } from '@kubewright/runtime';

import { cafe } from './cafe.ts';

export const operator: OperatorDefinition = { name: 'cafes', version: '0.1.0', controllers: [cafe] };
