import { expect, it } from 'vitest';

import { parsePackageJson } from './our-bundles.ts';

const ada = { provider: { name: 'Ada', url: 'https://example.com' }, maintainers: { Ada: 'ada@example.com' } };
const sources = { repository: 'https://example.com/cafes', links: { Sources: 'https://example.com/cafes' } };

it.each([
  [{}, {}],
  [{ author: 'Ada <ada@example.com> (https://example.com)' }, ada],
  [{ author: { name: 'Ada', email: 'ada@example.com', url: 'https://example.com' } }, ada],
  [{ author: 'Ada' }, { provider: { name: 'Ada' } }],
  [{ author: 'Ada (http://example.com)' }, { provider: { name: 'Ada' } }],
  [{ repository: 'git+https://example.com/cafes.git' }, sources],
  [{ repository: { type: 'git', url: 'https://example.com/cafes' } }, sources],
  [
    { repository: 'github:ada/cafes' },
    { repository: 'https://github.com/ada/cafes', links: { Sources: 'https://github.com/ada/cafes' } },
  ],
  [{ repository: 'git@example.com:ada/cafes.git' }, {}],
  [{ homepage: 'https://example.com' }, { links: { Home: 'https://example.com' } }],
  [{ keywords: ['café'] }, { keywords: ['café'] }],
])('from %j, a console shows %j', (packageJson, shown) => {
  expect(parsePackageJson(packageJson)).toEqual(shown);
});
