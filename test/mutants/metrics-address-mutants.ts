import type { Mutant } from './mutant.ts';

const manager = 'operator/runtime/src/manager';
const infra = 'infra/src/constructs';

/** Of `/metrics`: that nobody reaches them to whom nobody has given them. */
export const metricsAddressMutants: readonly Mutant[] = [
  {
    name: 'metrics-go-where-health-goes',
    promise: 'Metrics that everybody may read stay on loopback, unless somebody says otherwise.',
    file: `${manager}/settings/complete-settings.ts`,
    find: "return metricsSecure ? bindAddress : '127.0.0.1';",
    replace: 'return bindAddress;',
    test: { file: `${manager}/settings/parse-settings.test.ts`, title: 'is loopback, wherever health is served' },
  },
  {
    name: 'metrics-cannot-be-switched-off',
    promise: 'Where metrics are switched off nothing listens for them.',
    file: `${manager}/serve.ts`,
    find: 'metricsEnabled ? [await metricsListener(parts, signal)] : []',
    replace: '[await metricsListener(parts, signal)]',
    test: { file: `${manager}/serve.test.ts`, title: 'are nowhere where they are switched off' },
  },
  {
    name: 'metrics-listen-at-the-address-of-health',
    promise: 'Metrics are served at their own address and at no other.',
    file: `${manager}/serve.ts`,
    find: 'const { metricsBindAddress: address, metricsPort: port, metricsPath } = settings;',
    replace: 'const { bindAddress: address, metricsPort: port, metricsPath } = settings;',
    test: {
      file: `${manager}/serve.test.ts`,
      title: 'serves metrics on loopback alone, and health there alone, and says so',
    },
  },
  {
    name: 'one-port-takes-metrics-along',
    promise: 'Metrics are not served beyond loopback because they share the port of health.',
    file: `${manager}/settings/complete-settings.ts`,
    find: 'if (metricsBindAddress === bindAddress) return;',
    replace: 'if (metricsBindAddress === bindAddress || !metricsSecure) return;',
    test: {
      file: `${manager}/settings/parse-settings.test.ts`,
      title: 'are one port for health and metrics at two addresses, unless somebody says that they are read with it',
    },
  },
  {
    name: 'every-deployment-publishes-its-metrics',
    promise: 'A Deployment tells its metrics to nobody unless its environment says to whom.',
    file: `${infra}/operator/environment-variables.ts`,
    find: 'metrics.plain === true &&',
    replace: 'metrics.secure !== true &&',
    test: {
      file: `${infra}/operator/operator.test.ts`,
      title: 'stay on loopback unless more is said: no port, no Service, no way in, no variable',
    },
  },
  {
    name: 'the-way-to-the-metrics-stays-open',
    promise: 'Nobody is let in to metrics that are there for nobody.',
    file: `${infra}/operator/network.ts`,
    find: 'ingress: areServed(plan.environment.metrics)',
    replace: 'ingress: plan.ports.metrics > 0',
    test: {
      file: `${infra}/operator/operator.test.ts`,
      title: 'lets nobody in: the probes of the kubelet come from the node',
    },
  },
  {
    name: 'monitoring-of-what-nobody-reaches',
    promise: 'Monitoring is refused where the metrics stay on loopback.',
    file: `${infra}/monitoring/operator-monitoring.ts`,
    find: 'if (areServed(metrics)) return;',
    replace: 'if (areServed(metrics) || name !== undefined) return;',
    test: {
      file: `${infra}/monitoring/monitoring.test.ts`,
      title: 'is refused where its metrics stay on loopback',
    },
  },
];
