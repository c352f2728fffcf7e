import { expect, it } from 'vitest';

import { quote } from './shell.ts';

it.each([
  ['/srv/cafes', '/srv/cafes'],
  ['/srv/my cafes', "'/srv/my cafes'"],
  ["/srv/it's", String.raw`'/srv/it'\''s'`],
  ['', "''"],
])('%s is pasted as %s', (word, quoted) => {
  expect(quote(word)).toBe(quoted);
});
