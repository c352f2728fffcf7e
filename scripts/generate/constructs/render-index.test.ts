import { expect, it } from 'vitest';

import { renderIndex } from './render-index.ts';

it('the index throws for two exports of the same name', () => {
  const text = 'export interface Spec {\n';
  const modules = ['a.ts', 'b.ts'].map((file) => ({ file, text }));
  expect(() => renderIndex(modules)).toThrow('failed to index imports/: a.ts and b.ts both export type Spec');
});
