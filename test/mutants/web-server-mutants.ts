import type { Mutant } from './mutant.ts';

const api = 'operator/src/apis/my.domain/v1/web-server';
const controller = 'operator/src/controllers/web-server';

const apiTest = { file: `${api}.test.ts` };
const desiredTest = { file: `${controller}/desired.test.ts` };
const statusTest = { file: `${controller}/status.test.ts` };
const reconcileTest = { file: `${controller}/reconcile.test.ts` };

/** Of WebServer, in the order of what is promised of it. */
export const webServerMutants: readonly Mutant[] = [
  {
    name: 'web-server-takes-names-that-no-service-can-have',
    promise: 'A name that leaves no room for "-service" is refused when the WebServer is made.',
    row: 'all kinds: names',
    file: `${api}.ts`,
    find: 'self.metadata.name.size() <= 55',
    replace: 'self.metadata.name.size() <= 63',
    test: { ...apiTest, title: 'guards the names that would give no valid Service, on creation only' },
  },
  {
    name: 'web-server-runs-foreign-arguments',
    promise: 'Nobody else says what the image runs: what completes a field of ours is ours.',
    row: 'WebServer: children',
    file: `${controller}/desired.ts`,
    find: ', command: null, args: null }',
    replace: ' }',
    test: { ...desiredTest, title: 'has the name of the WebServer, its image and its replicas, and nothing else' },
  },
  {
    name: 'web-server-names-what-is-elsewhere',
    promise: 'Who has a node port is named within the namespace only.',
    row: 'WebServer: node port taken',
    file: `${controller}/node-port-taken.ts`,
    find: 'holder.metadata.namespace === namespace',
    replace: 'namespace !== undefined',
    test: {
      file: `${controller}/node-port-taken.test.ts`,
      title: 'is said to be that of a WebServer in another namespace without its name, which is not for everybody',
    },
  },
  {
    name: 'web-server-shares-its-selector',
    promise: 'Each WebServer has a selector of its own.',
    row: 'WebServer: children',
    file: `${controller}/desired.ts`,
    find: 'webserver_cr: server.metadata.name',
    replace: "webserver_cr: 'webserver'",
    test: { ...desiredTest, title: 'has the name of the WebServer, its image and its replicas, and nothing else' },
  },
  {
    name: 'web-server-without-replicas-has-none',
    promise: 'Manifests without replicas mean 1.',
    row: 'WebServer: spec',
    file: `${api}.ts`,
    find: 'default: 1,',
    replace: 'default: 0,',
    test: { ...apiTest, title: 'requires the image alone, and fills in one replica' },
  },
  {
    name: 'web-server-drops-its-node-port',
    promise: 'The node port that is asked for is the one that the Service gets.',
    row: 'WebServer: spec',
    file: `${controller}/desired.ts`,
    find: ', ...(nodePort !== undefined && { nodePort })',
    replace: '',
    test: { ...desiredTest, title: 'has the node port that is asked for' },
  },
  {
    name: 'web-server-states-the-first-port',
    promise: 'The node port of the status is that of port 80, whatever ports others have put before it.',
    row: 'WebServer: status',
    file: `${controller}/status.ts`,
    find: 'service?.spec.ports?.find(({ port }) => port === 80)?.nodePort',
    replace: 'service?.spec.ports?.[0]?.nodePort',
    test: {
      file: `${controller}/regression/foreign-port-first.test.ts`,
      title: 'the node port is that of port 80, also where somebody has put a port of theirs before it',
    },
  },
  {
    name: 'web-server-states-half-of-its-selector',
    promise: 'The selector of the status finds the Pods of this WebServer alone, so that autoscalers count those.',
    row: 'WebServer: status',
    file: `${controller}/status.ts`,
    find: 'selector: Object.entries(podLabels(server))',
    replace: 'selector: Object.entries({ app: podLabels(server).app })',
    test: { ...statusTest, title: 'come with the selector that autoscalers count by' },
  },
  {
    name: 'web-server-cannot-be-scaled',
    promise: 'A WebServer is scaled by kubectl and by autoscalers.',
    row: 'WebServer: subresources',
    file: `${api}.ts`,
    find: "  scale: { spec: '.spec.replicas', status: '.status.replicas', selector: '.status.selector' },\n",
    replace: '',
    test: { ...apiTest, title: 'can be scaled by kubectl and by autoscalers' },
  },
  {
    name: 'web-server-leaves-the-type-of-its-service',
    promise: 'Each field that makes the Service reach the Pods is kept, its type, too.',
    row: 'WebServer: drift',
    file: `${controller}/desired.ts`,
    find: "      type: 'NodePort',\n",
    replace: '',
    test: {
      ...desiredTest,
      title: 'reaches port 80 of the Pods at a port of every node that the cluster chooses',
    },
  },
  {
    name: 'web-server-makes-its-service-first',
    promise: 'A node port that is taken does not hold up the Deployment.',
    row: 'WebServer: node port taken',
    file: `${controller}/reconcile.ts`,
    find: '  const deployment = await deployments.apply(deploymentFor(server));\n',
    replace:
      '  await services.apply(serviceFor(server));\n  const deployment = await deployments.apply(deploymentFor(server));\n',
    test: { ...reconcileTest, title: 'hides neither how the Pods are nor the port that still works' },
  },
  {
    name: 'web-server-hides-its-pods-behind-a-taken-port',
    promise: 'While its node port is taken a WebServer goes on to say how its Pods are.',
    row: 'WebServer: node port taken',
    file: `${controller}/reconcile.ts`,
    find: 'status.set(statusFor(server, deployment, found));',
    replace: '',
    test: { ...reconcileTest, title: 'hides neither how the Pods are nor the port that still works' },
  },
  {
    name: 'web-server-forgets-the-port-that-it-had',
    promise: 'A Service that has to be made again asks for the node port that it had.',
    row: 'WebServer: status',
    file: `${controller}/reconcile.ts`,
    find: '  await askForLostPort(server, found, context);\n',
    replace: '',
    test: { ...reconcileTest, title: 'asks for the port that it had, and keeps it without going on to ask' },
  },
  {
    name: 'web-server-asks-once-for-the-port-that-it-had',
    promise:
      'The node port that a Service had is waited for, as the cluster sets it free a moment after the Service has gone.',
    row: 'WebServer: status',
    file: `${controller}/reconcile.ts`,
    find: 'await clock.sleep(waitMs, signal);',
    replace: 'return;',
    test: { ...reconcileTest, title: 'waits until the port is free, which it is a moment after the Service has gone' },
  },
  {
    name: 'web-server-does-not-wait-for-a-port-that-somebody-changed',
    promise: 'A node port of the spec that somebody changes is put back without a false word of a taken port.',
    row: 'WebServer: drift',
    file: `${controller}/reconcile.ts`,
    find: 'spec.nodePort ?? port ?? last',
    replace: 'port ?? spec.nodePort ?? last',
    test: { ...reconcileTest, title: 'is waited for in the same way where somebody has changed it' },
  },
  {
    name: 'web-server-insists-on-the-port-that-it-had',
    promise: 'A node port of before that somebody else has meanwhile is in the way of nothing.',
    row: 'WebServer: node port taken',
    file: `${controller}/reconcile.ts`,
    find: "error.code === 'API_INVALID'",
    replace: "error.code === 'API_CONFLICT'",
    test: { ...reconcileTest, title: 'takes any other where somebody has that port meanwhile' },
  },
  {
    name: 'web-server-does-not-look-at-its-service',
    promise: 'A WebServer is not Ready while its Service is being deleted.',
    row: 'WebServer: status',
    file: `${controller}/status.ts`,
    find: 'service === undefined ? [] : [service]',
    replace: '[]',
    test: { ...statusTest, title: 'is not as it is to be: not Ready, whatever the Pods are' },
  },
];
