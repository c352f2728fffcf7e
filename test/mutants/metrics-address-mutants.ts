import type { Mutant } from './mutant.ts';

const manager = 'operator/runtime/src/manager';
const infra = 'infra/src';

/** Mutants of access to `/metrics`, which must be refused unless it was granted. */
export const metricsAddressMutants: readonly Mutant[] = [
  {
    name: 'metrics-go-where-health-goes',
    promise: 'Plain metrics are served on loopback unless another address is configured.',
    file: `${manager}/settings/complete-settings.ts`,
    find: "return metricsSecure ? bindAddress : '127.0.0.1';",
    replace: 'return bindAddress;',
    test: `${manager}/settings/parse-settings.test.ts`,
  },
  {
    name: 'metrics-cannot-be-switched-off',
    promise: 'If metrics are disabled, no port is opened for them.',
    file: `${manager}/serve.ts`,
    find: 'metricsEnabled ? [await metricsListener(parts, signal)] : []',
    replace: '[await metricsListener(parts, signal)]',
    test: `${manager}/serve.test.ts`,
  },
  {
    name: 'metrics-listen-at-the-address-of-health',
    promise: 'Metrics are served at their own address only.',
    file: `${manager}/serve.ts`,
    find: 'const { metricsBindAddress: address, metricsPort: port, metricsPath } = settings;',
    replace: 'const { bindAddress: address, metricsPort: port, metricsPath } = settings;',
    test: `${manager}/serve.test.ts`,
  },
  {
    name: 'one-port-takes-metrics-along',
    promise: 'Plain metrics that share the port of health are not served beyond loopback.',
    file: `${manager}/settings/complete-settings.ts`,
    find: 'if (metricsBindAddress === bindAddress) return;',
    replace: 'if (metricsBindAddress === bindAddress || !metricsSecure) return;',
    test: `${manager}/settings/parse-settings.test.ts`,
  },
  {
    name: 'every-deployment-publishes-its-metrics',
    promise: 'A Deployment exposes no metrics unless its environment says so.',
    file: `${infra}/plan/variables.ts`,
    find: 'metrics.plain === true ?',
    replace: 'metrics.secure !== true ?',
    test: `${infra}/constructs/operator.test.ts`,
  },
  {
    name: 'the-way-to-the-metrics-stays-open',
    promise: 'The NetworkPolicy allows no ingress if metrics are not exposed.',
    file: `${infra}/api-objects/operator.ts`,
    find: '...(areServed(plan.metrics) && { ingress',
    replace: '...(plan.ports.metrics > 0 && { ingress',
    test: `${infra}/constructs/operator.test.ts`,
  },
  {
    name: 'monitoring-of-what-nobody-reaches',
    promise: 'Monitoring is refused for an operator whose metrics stay on loopback.',
    file: `${infra}/api-objects/monitoring.ts`,
    find: 'if (areServed(metrics)) return;',
    replace: 'if (areServed(metrics) || name !== undefined) return;',
    test: `${infra}/constructs/monitoring.test.ts`,
  },
];
