import { describe } from 'vitest';

import { testDrift } from '../children/drift.suite.ts';
import { testObstacles } from '../children/obstacles.suite.ts';
import { testOwnership } from '../children/ownership.suite.ts';
import { useScope } from '../support/use-scope.ts';
import { onlyImmortal, pod } from './containers.ts';

describe('the Pod of an ImmortalContainer', () => {
  const scope = useScope(onlyImmortal);
  // id: BUG-IC-3, BUG-IC-5
  testOwnership(scope, pod);
  testDrift(scope, pod);
  testObstacles(scope, pod);
});
