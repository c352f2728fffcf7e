/**
 * Every request with its user and its result, without bodies. The stage before the response is left out: it has no
 * further information.
 */
export function auditPolicy(): string {
  return JSON.stringify({
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    omitStages: ['RequestReceived'],
    rules: [{ level: 'Metadata' }],
  });
}
