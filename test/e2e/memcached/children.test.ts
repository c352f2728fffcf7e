import { describe } from 'vitest';

import { testDrift } from '../children/drift.suite.ts';
import { testObstacles } from '../children/obstacles.suite.ts';
import { testOwnership } from '../children/ownership.suite.ts';
import { useScope } from '../support/use-scope.ts';
import { children, onlyMemcached } from './caches.ts';

describe.each(children)('the $child.kind of a Memcached', (kind) => {
  const scope = useScope(onlyMemcached);
  // id: BUG-MC-2, BUG-MC-9
  testOwnership(scope, kind);
  // id: BUG-MC-5
  testDrift(scope, kind);
  testObstacles(scope, kind);
});
