import { describe } from 'vitest';

import { testDrift } from '../children/drift.suite.ts';
import { testObstacles } from '../children/obstacles.suite.ts';
import { testOwnership } from '../children/ownership.suite.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import { children, onlyWebServer } from './servers.ts';

describe.each(children)('the $child.kind of a WebServer', (kind) => {
  const scope = useScope(onlyWebServer);
  const isService = kind.child.kind === 'Service';
  // id: BUG-WS-7, BUG-WS-10
  testOwnership(scope, kind);
  // id: BUG-WS-2, BUG-WS-5, BUG-WS-8
  testDrift(scope, kind, isService ? { nodePort: nodePorts.drift.first } : {});
  testObstacles(scope, kind, isService ? 'all' : 'quota');
});
