import type { Mutant } from './mutant.ts';

const api = 'operator/src/apis/my.domain/v1/web-server';
const controller = 'operator/src/controllers/web-server';

const apiTest = `${api}.test.ts`;
const desiredTest = `${controller}/desired.test.ts`;
const statusTest = `${controller}/status.test.ts`;
const reconcileTest = `${controller}/reconcile.test.ts`;

/** Mutants of WebServer, in the order of its promises. */
export const webServerMutants: readonly Mutant[] = [
  {
    name: 'web-server-takes-names-that-no-service-can-have',
    promise: 'A name that is too long for a Service with the suffix "-service" is refused on creation.',
    row: 'all kinds: names',
    file: `${api}.ts`,
    find: 'self.metadata.name.size() <= 55',
    replace: 'self.metadata.name.size() <= 63',
    test: apiTest,
  },
  {
    name: 'web-server-runs-foreign-arguments',
    promise: 'A command or arguments that others add to the container are removed.',
    row: 'WebServer: children',
    file: `${controller}/desired.ts`,
    find: ', command: null, args: null,',
    replace: ',',
    test: desiredTest,
  },
  {
    name: 'web-server-names-what-is-elsewhere',
    promise: 'The holder of a taken node port is named only if it is in the same namespace.',
    row: 'WebServer: node port taken',
    file: `${controller}/node-port-taken.ts`,
    find: 'holder.metadata.namespace === namespace',
    replace: 'namespace !== undefined',
    test: `${controller}/node-port-taken.test.ts`,
  },
  {
    name: 'web-server-shares-its-selector',
    promise: 'Each WebServer has its own selector.',
    row: 'WebServer: children',
    file: `${controller}/desired.ts`,
    find: 'webserver_cr: server.metadata.name',
    replace: "webserver_cr: 'webserver'",
    test: desiredTest,
  },
  {
    name: 'web-server-without-replicas-has-none',
    promise: 'Without replicas in the spec, a WebServer has 1 replica.',
    row: 'WebServer: spec',
    file: `${api}.ts`,
    find: 'default: 1,',
    replace: 'default: 0,',
    test: apiTest,
  },
  {
    name: 'web-server-drops-its-node-port',
    promise: 'The Service has the node port of the spec.',
    row: 'WebServer: spec',
    file: `${controller}/desired.ts`,
    find: ', ...(nodePort !== undefined && { nodePort })',
    replace: '',
    test: desiredTest,
  },
  {
    name: 'web-server-states-the-first-port',
    promise: 'The node port in the status is that of port 80, even if others have added ports before it.',
    row: 'WebServer: status',
    file: `${controller}/status.ts`,
    find: 'service?.spec.ports?.find(({ port }) => port === 80)?.nodePort',
    replace: 'service?.spec.ports?.[0]?.nodePort',
    test: `${controller}/regression/foreign-port-first.test.ts`,
  },
  {
    name: 'web-server-states-half-of-its-selector',
    promise:
      'The selector in the status matches only the Pods of this WebServer, so that autoscalers count only those.',
    row: 'WebServer: status',
    file: `${controller}/status.ts`,
    find: 'selector: Object.entries(podLabels(server))',
    replace: 'selector: Object.entries({ app: podLabels(server).app })',
    test: statusTest,
  },
  {
    name: 'web-server-cannot-be-scaled',
    promise: 'kubectl and autoscalers can scale a WebServer.',
    row: 'WebServer: subresources',
    file: `${api}.ts`,
    find: "  scale: { spec: '.spec.replicas', status: '.status.replicas', selector: '.status.selector' },\n",
    replace: '',
    test: apiTest,
  },
  {
    name: 'web-server-leaves-the-type-of-its-service',
    promise: 'The type of the Service is restored, as every other field by which it reaches the Pods.',
    row: 'WebServer: drift',
    file: `${controller}/desired.ts`,
    find: "      type: 'NodePort',\n",
    replace: '',
    test: desiredTest,
  },
  {
    name: 'web-server-creates-its-service-first',
    promise: 'A taken node port does not block the update of the Deployment.',
    row: 'WebServer: node port taken',
    file: `${controller}/reconcile.ts`,
    find: '  const deployment = await deployments.apply(deploymentFor(server));\n',
    replace:
      '  await services.apply(serviceFor(server));\n  const deployment = await deployments.apply(deploymentFor(server));\n',
    test: reconcileTest,
  },
  {
    name: 'web-server-hides-its-pods-behind-a-taken-port',
    promise: 'The status has the state of the Pods even if the node port is taken.',
    row: 'WebServer: node port taken',
    file: `${controller}/reconcile.ts`,
    find: 'status.set(statusFor(server, deployment, found));',
    replace: '',
    test: reconcileTest,
  },
  {
    name: 'web-server-forgets-the-port-that-it-had',
    promise: 'A Service that is created again requests the node port that it had.',
    row: 'WebServer: status',
    file: `${controller}/reconcile.ts`,
    find: '  await askForLostPort(server, found, context);\n',
    replace: '',
    test: reconcileTest,
  },
  {
    name: 'web-server-asks-once-for-the-port-that-it-had',
    promise:
      'The node port of a deleted Service is requested again until the cluster has released it, which takes a moment.',
    row: 'WebServer: status',
    file: `${controller}/reconcile.ts`,
    find: 'await clock.sleep(waitMs, signal);',
    replace: 'return;',
    test: reconcileTest,
  },
  {
    name: 'web-server-does-not-wait-for-a-port-that-somebody-changed',
    promise:
      'If somebody changes the node port of the spec in the Service, it is restored, and no taken port is reported.',
    row: 'WebServer: drift',
    file: `${controller}/reconcile.ts`,
    find: 'spec.nodePort ?? port ?? last',
    replace: 'port ?? spec.nodePort ?? last',
    test: reconcileTest,
  },
  {
    name: 'web-server-insists-on-the-port-that-it-had',
    promise: 'If another Service has the former node port, the Service gets another one.',
    row: 'WebServer: node port taken',
    file: `${controller}/reconcile.ts`,
    find: "error.code === 'API_INVALID'",
    replace: "error.code === 'API_CONFLICT'",
    test: reconcileTest,
  },
  {
    name: 'web-server-does-not-look-at-its-service',
    promise: 'Ready is False while the Service is terminating.',
    row: 'WebServer: status',
    file: `${controller}/status.ts`,
    find: 'service === undefined ? [] : [service]',
    replace: '[]',
    test: statusTest,
  },
];
