import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { systemClock } from '../../../runtime/src/base/index.ts';
import { type Client, connect, isApiError } from '../../../runtime/src/client/index.ts';
import {
  ConfigMap,
  Deployment,
  type Container,
  Event,
  Namespace,
  Pod,
  type PodSpec,
  Service,
  ServiceAccount,
} from '@kubewright/runtime/kinds';
import type { Cluster } from '../cluster.ts';
import { defaultImages } from '../images/default-images.ts';
import type { ImageProgram } from '../images/image-program.ts';
import { logAnnotation } from './index.ts';

/** A program that asks the API server for its own identity, with only the token and the CA of its Pod. */
const whoAmI = `
  const { readFileSync } = require('node:fs');
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env;
  const secrets = '/var/run/secrets/kubernetes.io/serviceaccount/';
  const headers = { authorization: 'Bearer ' + readFileSync(secrets + 'token'), 'content-type': 'application/json' };
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
  const options = { host, port, path, method: 'POST', headers, ca: readFileSync(secrets + 'ca.crt') };
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  require('node:https').request(options, (answer) => answer.pipe(process.stdout)).end(JSON.stringify(review));
`;
/** The images that the node must run as processes. */
export const images: readonly ImageProgram[] = [
  { match: 'example.com/who-am-i', program: () => ({ command: [process.execPath, '-e', whoAmI] }) },
  ...defaultImages,
];

/** Tests Pods that run as processes. Restarts the API server at the end. */
export function testRealNode(cluster: () => Cluster): void {
  // Set before the cluster starts: its processes must not inherit it.
  process.env['ONLY_OF_THIS_PROCESS'] = 'secret';
  let client: Client;
  let namespace: string;
  let count = 0;

  beforeAll(async () => {
    ({ client } = await connect({ kubeconfig: cluster().controlPlane.kubeconfigPath, clock: systemClock }));
  });
  afterAll(async () => {
    await client.transport.close();
  });

  /** A new namespace for each test, with the ServiceAccount that every Pod needs. */
  beforeEach(async () => {
    namespace = `test-${String(++count)}`;
    await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    const account = { namespace, name: 'default' };
    await expect.poll(() => client.resource(ServiceAccount).tryGet(account)).toBeDefined();
  });

  const soon = { timeout: 30_000, interval: 50 };
  /** After an outage, the scheduler and this node wait up to 30 s each before they watch again. */
  const afterOutage = { timeout: 120_000, interval: 50 };
  const get = (name: string): Promise<Pod> => client.resource(Pod).get({ namespace, name });
  const log = (name: string, container = 'main'): Promise<string> => cluster().node.log(namespace, name, container);
  const getPid = (name: string): number | undefined => cluster().node.findPid(namespace, name, 'main');

  function buildPodObject(name: string, container: Partial<Container>, spec: Partial<PodSpec> = {}) {
    const containers = [{ name: 'main', image: 'busybox:1.37', ...container }];
    const metadata = { name, namespace, labels: { app: name } };
    return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers, ...spec } };
  }
  const create = (...pod: Parameters<typeof buildPodObject>): Promise<Pod> =>
    client.resource(Pod).create(buildPodObject(...pod));
  const remove = (name: string): Promise<unknown> =>
    client.resource(Pod).delete({ namespace, name }, { propagation: 'Background' });

  async function waitForPhase(name: string, expected: string): Promise<Pod> {
    await expect.poll(async () => (await get(name)).status?.phase, soon).toBe(expected);
    return get(name);
  }

  /** Waits until a Pod's status matches `expected`. */
  function waitForStatus(name: string, expected: object, when = soon): Promise<void> {
    return expect.poll(async () => (await get(name)).status, when).toMatchObject(expected);
  }
  const ready = (status: 'True' | 'False'): object => {
    return { conditions: expect.arrayContaining([expect.objectContaining({ type: 'Ready', status })]) as unknown };
  };

  async function listUnhealthy(name: string): Promise<readonly Event[]> {
    const { items } = await client.resource(Event).list({ namespace });
    return items.filter(({ reason, regarding }) => reason === 'Unhealthy' && regarding?.name === name);
  }

  async function createNodePortService(name: string): Promise<string> {
    const spec = { type: 'NodePort', selector: { app: name }, ports: [{ port: 80 }] };
    const metadata = { name, namespace };
    const service = await client
      .resource(Service)
      .create({ apiVersion: 'v1', kind: 'Service', metadata, spec } as never);
    const { host, port } = cluster().node.nodePortAddress(service.spec.ports?.[0]?.nodePort ?? 0);
    return `http://${host}:${String(port)}/`;
  }
  const page = (url: string): Promise<string> =>
    fetch(url, { headers: { connection: 'close' } }).then(
      (response) => response.text(),
      (error: unknown) => String(((error as Error).cause as NodeJS.ErrnoException | undefined)?.code),
    );

  test('a Deployment of nginx serves its page on a node port, from each Pod in turn', async () => {
    const url = await createNodePortService('web');
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: buildPodObject('web', { image: 'nginx:1.27' }).spec,
    };
    const spec = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template };
    const deployments = client.resource(Deployment);
    const named = { metadata: { name: 'web', namespace }, spec };
    await deployments.create({ apiVersion: 'apps/v1', kind: 'Deployment', ...named });
    const status = async () => (await deployments.get({ namespace, name: 'web' })).status;
    await expect.poll(status, soon).toMatchObject({ availableReplicas: 2 });
    const { items } = await client.resource(Pod).list({ namespace });
    for (const pod of items) {
      cluster().node.assertRan(pod);
      await expect
        .poll(() => page(url), soon)
        .toContain(`<code>nginx:1.27</code>, Pod <code>${pod.metadata.name}</code>`);
    }
    await client.resource(Service).delete({ namespace, name: 'web' }, { propagation: 'Background' });
    await expect.poll(() => page(url), soon).toBe('ECONNREFUSED');
  });

  test('the name of a Service in a variable or argument is replaced with an address of its Pods', async () => {
    await createNodePortService('web');
    const named = `web.${namespace}.svc.cluster.local:80`;
    const env = [{ name: 'SHOP', value: `http://${named}/` }];
    await create('teller', { command: ['sh', '-c', `echo $SHOP http://${named}/`], env }, { restartPolicy: 'Never' });
    await waitForPhase('teller', 'Succeeded');
    const [fromVariable = '', fromArgument = ''] = (await log('teller')).trim().split(' ');
    expect(fromArgument).toBe(fromVariable);
    expect(await page(fromVariable)).toBe('ECONNRESET');
    await create('web', { image: 'nginx:1.27' });
    await expect.poll(() => page(fromVariable), soon).toContain('Pod <code>web</code>');
  });

  test('a Pod with any other image is simulated, and marked as simulated', async () => {
    await create('other', { image: 'memcached:1.6' });
    await waitForStatus('other', { phase: 'Running', ...ready('True') });
    const pod = await get('other');
    expect(pod.spec.nodeName).toBe('kwok');
    expect(() => cluster().node.assertRan(pod)).toThrow(
      `${namespace}/other: the Pod has not run on this node; it is assigned to kwok. Is its image mapped?`,
    );
  });

  test('the log of a Pod is its exact output, and its status has the exit code', async () => {
    const text = '-n "ünï" $$(HOSTNAME) %s \\n $$';
    await create('printer', { command: ['printf', '%s\\n', text] }, { restartPolicy: 'Never' });
    const pod = await waitForPhase('printer', 'Succeeded');
    expect(await log('printer')).toBe('-n "ünï" $(HOSTNAME) %s \\n $\n');
    expect(pod.status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({ exitCode: 0, reason: 'Completed' });
    expect(await readFile(pod.metadata.annotations?.[`${logAnnotation}main`] ?? '', 'utf8')).toBe(await log('printer'));
    cluster().node.assertRan(pod);
  });

  test('the API server identifies a Pod by its token', async () => {
    await client
      .resource(ServiceAccount)
      .create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot', namespace } });
    await create('who', { image: 'example.com/who-am-i:1' }, { serviceAccountName: 'robot', restartPolicy: 'Never' });
    await waitForPhase('who', 'Succeeded');
    expect(JSON.parse(await log('who'))).toMatchObject({
      status: {
        userInfo: {
          username: `system:serviceaccount:${namespace}:robot`,
          extra: { 'authentication.kubernetes.io/pod-name': ['who'] },
        },
      },
    });
  });

  test('a Pod gets no traffic before its readiness probe succeeds, and its volume gets a ConfigMap created later', async () => {
    const readinessProbe = { exec: { command: ['sh', '-c', 'test -e /etc/gate/open'] }, periodSeconds: 1 };
    const volumeMounts = [{ name: 'gate', mountPath: '/etc/gate' }];
    const volumes = [{ name: 'gate', configMap: { name: 'gate', optional: true } }];
    const url = await createNodePortService('gated');
    await create('gated', { image: 'nginx', readinessProbe, volumeMounts }, { volumes });
    await waitForStatus('gated', { containerStatuses: [{ started: true, ready: false }], ...ready('False') });
    await expect.poll(() => page(url), soon).toBe('ECONNRESET');
    await expect
      .poll(() => listUnhealthy('gated'), soon)
      .toMatchObject([{ series: { count: expect.any(Number) as number } }]);
    const [event] = await listUnhealthy('gated');
    expect(event).toMatchObject({
      ...{ type: 'Warning', note: 'Readiness probe failed: command exited with 1', reportingController: 'kubelet' },
      regarding: { kind: 'Pod', name: 'gated', fieldPath: 'spec.containers{main}' },
    });
    const metadata = { name: 'gate', namespace };
    await client.resource(ConfigMap).create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { open: '' } });
    await waitForStatus('gated', ready('True'));
    await expect.poll(() => page(url), soon).toContain('Pod <code>gated</code>');
  });

  test('a liveness probe that fails restarts its container', async () => {
    const livenessProbe = { httpGet: { port: 1 }, periodSeconds: 1, failureThreshold: 1 };
    await create('sick', { command: ['sleep', '600'], livenessProbe });
    await waitForStatus('sick', { containerStatuses: [{ lastState: { terminated: { exitCode: 143 } } }] });
    const note = expect.stringMatching(/^Liveness probe failed: .*ECONNREFUSED/) as string;
    await expect.poll(() => listUnhealthy('sick'), soon).toMatchObject([{ note }]);
  });

  test('init containers share volumes with the containers after them', async () => {
    const volumeMounts = [{ name: 'shared', mountPath: '/scratch' }];
    const write = {
      name: 'write',
      image: 'busybox',
      command: ['sh', '-c', 'echo hello > /scratch/x'],
      volumeMounts,
    };
    const spec: Partial<PodSpec> = {
      initContainers: [write],
      volumes: [{ name: 'shared', emptyDir: {} }],
      restartPolicy: 'Never',
    };
    await create('init', { command: ['sh', '-c', 'cat /scratch/x'], volumeMounts }, spec);
    const { status } = await waitForPhase('init', 'Succeeded');
    expect(status?.initContainerStatuses?.[0]?.state?.terminated).toMatchObject({ exitCode: 0 });
    expect(await log('init')).toBe('hello\n');
  });

  test('a terminating Pod can clean up; then its processes end and its folders are removed', async () => {
    const script = 'trap "echo stopped; exit 0" TERM; echo up; sleep 600 & wait';
    const lifecycle = { preStop: { exec: { command: ['sh', '-c', 'echo $HOSTNAME'] } } };
    await create('deleted', { command: ['sh', '-c', script], lifecycle });
    await waitForStatus('deleted', ready('True'));
    // The Pod is ready as soon as its process has started, when the trap may not be set yet.
    await expect.poll(() => log('deleted'), soon).toBe('up\n');
    const pid = getPid('deleted') ?? 0;
    const folder = join(cluster().controlPlane.directory, 'node/pods', (await get('deleted')).metadata.uid);
    expect(existsSync(folder)).toBe(true);
    await remove('deleted');
    await expect.poll(() => client.resource(Pod).tryGet({ namespace, name: 'deleted' }), soon).toBeUndefined();
    expect(await log('deleted')).toBe('up\nstopped\n');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(existsSync(folder)).toBe(false);
  });

  test('a Pod that is deleted with --force is killed', async () => {
    await create('forced', { command: ['sleep', '600'] });
    await waitForStatus('forced', ready('True'));
    const pid = getPid('forced') ?? 0;
    await cluster().controlPlane.kubectl([
      'delete',
      'pod',
      'forced',
      '--namespace',
      namespace,
      '--force',
      '--grace-period=0',
    ]);
    const isAlive = (): boolean => existsSync(`/proc/${String(pid)}`);
    await expect.poll(isAlive, soon).toBe(false);
  });

  test('a container whose image is not mapped to a program on this node stays in ErrImagePull, and is not simulated', async () => {
    const sidecar = { name: 'sidecar', image: 'example.com/sidecar:1' };
    const { containers } = buildPodObject('mixed', { command: ['sleep', '600'] }).spec;
    await create('mixed', {}, { containers: [...containers, sidecar] });
    await waitForStatus('mixed', {
      phase: 'Pending',
      containerStatuses: expect.arrayContaining([
        expect.objectContaining({
          name: 'sidecar',
          state: { waiting: expect.objectContaining({ reason: 'ErrImagePull' }) as unknown },
        }),
      ]) as unknown,
    });
    const pod = await get('mixed');
    expect(() => cluster().node.assertRan(pod)).toThrow('has not run on this node');
  });

  test("placement keeps a Pod's own node selector and tolerations", async () => {
    const tolerations = [{ key: 'mine', operator: 'Exists' as const }];
    const pod = await create(
      'picky',
      { image: 'nginx:1' },
      { nodeSelector: { 'kubernetes.io/os': 'linux' }, tolerations },
    );
    expect(pod.spec.nodeSelector).toMatchObject({
      'kubernetes.io/os': 'linux',
      'node.kubewright.dev/processes': 'true',
    });
    expect(pod.spec.tolerations).toEqual(expect.arrayContaining([expect.objectContaining({ key: 'mine' })]));
    await waitForStatus('picky', { phase: 'Running' });
  });

  test('Pods keep running while the API server restarts, and new Pods run after it', { timeout: 180_000 }, async () => {
    await create('lasting', { command: ['sleep', '600'] });
    await waitForStatus('lasting', ready('True'));
    const pid = getPid('lasting');
    await cluster().controlPlane.restart('kube-apiserver');
    await expect
      .poll(
        () =>
          create('later', { command: ['sleep', '600'] }).then(
            () => true,
            // The Pod may exist although the response to the first request was lost.
            (error: unknown) => isApiError(error, 409),
          ),
        soon,
      )
      .toBe(true);
    await waitForStatus('later', ready('True'), afterOutage);
    expect(getPid('lasting')).toBe(pid);
    await waitForStatus('lasting', { ...ready('True'), containerStatuses: [{ restartCount: 0 }] });
  });
}
