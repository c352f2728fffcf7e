import { describe, expect, it } from 'vitest';

import { adviceFor } from './explain.ts';

// Texts of the plugin, of kubectl and of the engine.
describe('adviceFor', () => {
  it.each([
    [
      'resource not found: no matches for kind "ServiceMonitor" in version "monitoring.coreos.com/v1"',
      'no ServiceMonitor of monitoring.coreos.com/v1',
    ],
    [
      'resource mapping not found for name: "a" namespace: "b" from "STDIN": no matches for kind "Pet" in version "x/v1"',
      'no Pet of x/v1',
    ],
    ['Apply failed with 1 conflict: conflict with "kubectl" using apps/v1: .spec.replicas', '--force-conflicts'],
    ['Apply failed with 2 conflicts: conflicts with "kubectl-edit":\n- .spec.a', 'kubectl-edit has changed'],
    ['denied request: the operator is in use: it alone can remove the finalizers', 'Delete the named resources'],
    ['configured Kubernetes cluster is unreachable: dial tcp', 'cannot be reached'],
    ['error: the stack is currently locked by 1 lock(s)', 'pulumi cancel'],
    ['timed out waiting for the condition', 'took too long'],
  ])('for %s has "%s"', (message, advice) => {
    expect(adviceFor(message)).toContain(advice);
  });

  it('has none for an error that it does not know', () => {
    expect(adviceFor('spec.replicas: Invalid value')).toBeUndefined();
  });
});
