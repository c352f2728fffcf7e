import { expect, it } from 'vitest';

import { fieldPathOf } from './rule-paths.ts';
import { t } from './t.ts';

const schema = t.object({
  metadata: t.object({}),
  spec: t.object({ size: t.integer(), window: t.object({ from: t.string(), to: t.string() }), 'a-b': t.string() }),
}).json;

it.each([
  ['self.spec.size < 100', '.spec.size'],
  ['self.metadata.name.size() <= 40', '.metadata'],
  ['self.spec.window.from < self.spec.window.to', '.spec.window'],
  ['self.spec.size > 1 || self.spec.window.from != ""', '.spec'],
  ['self.metadata.name != self.spec.window.from', '.metadata'],
  ['has(self.spec.a__dash__b)', ".spec['a-b']"],
  ['self == oldSelf', '.spec'],
  ['oldSelf.spec.size <= self.spec.size', '.spec.size'],
  ['"self.spec.size" != ""', '.spec'],
])('a refusal by %s names %s', (rule, path) => {
  expect(fieldPathOf(rule, schema)).toBe(path);
});
