import { expect, it } from 'vitest';

import { groupWrites } from './writes-by.ts';

it('groups writes by resource: to the resource, its children and its Events; others belong to none', () => {
  const writes = [
    ...['patch webservers/a-1/status 200', 'patch services/a-1-service 201', 'create events/a-1.0a1b 201'],
    ...['patch deployments/a-10 201', 'patch pods/a.b-immortalpod 201', 'patch pods/another 201'],
  ];
  expect(Object.fromEntries(groupWrites(writes, ['a-1', 'a-10', 'a.b', 'a']))).toEqual({
    'a-1': writes.slice(0, 3),
    'a-10': writes.slice(3, 4),
    'a.b': writes.slice(4, 5),
    '': writes.slice(5),
  });
});
