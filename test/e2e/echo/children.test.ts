import { describe } from 'vitest';

import { testDrift } from '../children/drift.suite.ts';
import { testObstacles } from '../children/obstacles.suite.ts';
import { testOwnership } from '../children/ownership.suite.ts';
import { useScope } from '../support/use-scope.ts';
import { bothKinds } from './both-kinds.ts';
import { simulated } from './echos.ts';

describe.each(bothKinds)('the child of $api.kind', (kind) => {
  const scope = useScope(simulated);
  // id: BUG-EC-4
  testOwnership(scope, kind);
  testDrift(scope, kind);
  testObstacles(scope, kind);
});
