import { expect, it } from 'vitest';

import { findSpecifiers } from './bundle-control-plane.ts';

it.each([
  ["import type { Pod } from '@kubewright/runtime/kinds';", ['@kubewright/runtime/kinds']],
  ["export {\n  a,\n  type B,\n} from './a.ts';", ['./a.ts']],
  ["export declare const a: import('./b.ts').B;", ['./b.ts']],
  ["import 'c';", ['c']],
  ["import type { Socket } from 'node:net';", []],
  ["/** from here */ export declare const from: 'a';", []],
])('finds the modules that a declaration file needs: %s', (text, specifiers) => {
  expect(findSpecifiers(text)).toEqual(specifiers);
});
