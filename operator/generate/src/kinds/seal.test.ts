import { expect, it } from 'vitest';

import { isSealed, seal } from './seal.ts';

const files = new Map([
  ['index.ts', '// Generated.\nexport {};\n'],
  ['core.ts', '// Generated.\n'],
]);
const sealed = seal(files, 'abc');

it('seal adds one line below the header of the index, and changes no other file', () => {
  expect(sealed.get('index.ts')).toMatch(/^\/\/ Generated\.\n\/\/ Made of abc, holds [0-9a-f]{32}\.\nexport \{\};\n$/);
  expect(sealed.get('core.ts')).toBe(files.get('core.ts'));
});

it('isSealed is true for unchanged files, in any order', () => {
  expect(isSealed(sealed, 'abc')).toBe(true);
  expect(isSealed(new Map([...sealed].reverse()), 'abc')).toBe(true);
});

it('isSealed is false for another fingerprint', () => {
  expect(isSealed(sealed, 'abd')).toBe(false);
});

it.each<[string, ReadonlyMap<string, string>]>([
  ['a changed file', new Map([...sealed, ['core.ts', '// Generated. \n']])],
  ['a changed index', new Map([...sealed, ['index.ts', `${sealed.get('index.ts') ?? ''}\n`]])],
  ['a further file', new Map([...sealed, ['apps.ts', '']])],
  ['a missing file', new Map([...sealed].filter(([name]) => name !== 'core.ts'))],
  ['a missing index', new Map([...sealed].filter(([name]) => name !== 'index.ts'))],
  ['no file at all', new Map()],
])('isSealed is false for %s', (_what, changed) => {
  expect(isSealed(changed, 'abc')).toBe(false);
});
