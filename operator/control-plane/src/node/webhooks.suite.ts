import { afterAll, beforeAll, expect, test } from 'vitest';

import { soon, useKubectl } from '../../fixtures/use-kubectl.ts';
import { buildWebhookDeployment, buildWebhookSecret, buildWebhookService } from '../../fixtures/webhook-server.ts';
import type { Cluster } from '../cluster.ts';

/** Tests webhooks with a Service reference, whose Pods are processes. */
export function testWebhooks(cluster: () => Cluster): void {
  const { name: namespace, kubectl, run } = useKubectl(cluster, 'webhooks');
  let caBundle = '';

  const apply = (...items: object[]): Promise<string> =>
    run(['apply', '--server-side', '-f', '-'], { input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) });

  beforeAll(async () => {
    const made = await buildWebhookSecret(namespace, ['hooks', 'sick']);
    ({ caBundle } = made);
    await apply(
      made.secret,
      buildWebhookDeployment('hooks', 2),
      buildWebhookService('hooks', 'hooks', { port: 443, targetPort: 'https' }),
    );
    await kubectl('rollout', 'status', 'deployment/hooks', '--timeout=60s');
  });

  afterAll(async () => {
    // Before the Pods: the API server calls them as long as the CRD and the APIService exist.
    await kubectl('delete', 'crd/guests.webhooks.example.com', '--ignore-not-found');
    await kubectl('delete', 'apiservice/v1.aggregated.example.com', '--ignore-not-found');
  });

  interface Hook {
    readonly service: string;
    readonly failurePolicy?: 'Fail' | 'Ignore';
  }
  /** A webhook for the ConfigMaps of the namespace with its name as the label `for`. */
  function buildWebhook(name: string, { service, failurePolicy = 'Fail' }: Hook): object {
    const rules = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE'] }];
    const one = {
      ...{ name: `${name}.example.com`, rules, failurePolicy, sideEffects: 'None', admissionReviewVersions: ['v1'] },
      objectSelector: { matchLabels: { for: name } },
      clientConfig: { service: { namespace, name: service, path: '/validate' }, caBundle },
    };
    const type = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' };
    return { ...type, metadata: { name }, webhooks: [one] };
  }
  /** Creates a ConfigMap that the webhook reviews. Returns the API server's response. */
  const creating = (name: string, labels = {}): Promise<string> => {
    const metadata = { generateName: 'any-', labels: { for: name, ...labels } };
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
    return run(['create', '-f', '-'], { input }).catch(String);
  };
  const welcome = { welcome: '' };

  test('a webhook without a ready Pod fails by its failurePolicy, with an error that names its Service', async () => {
    await apply(
      buildWebhookDeployment('sick', 1, { exec: { command: ['false'] } }),
      buildWebhookService('sick', 'sick', { port: 443, targetPort: 8443 }),
      buildWebhook('sick', { service: 'sick' }),
    );
    await kubectl('wait', 'pods', '--selector=app=sick', '--for=jsonpath={.status.phase}=Running', '--timeout=60s');
    const why = 'code 503: 503 Service webhooks/sick:443 has no ready Pod';
    await expect.poll(() => creating('sick', welcome), soon).toContain(why);
    await apply(buildWebhook('sick', { service: 'sick', failurePolicy: 'Ignore' }));
    await expect.poll(() => creating('sick'), soon).toContain('created');
  });

  test('a webhook is called via its Service, also after one of two Pods has left the Service', async () => {
    await apply(buildWebhook('two', { service: 'hooks' }));
    const refused = /admission webhook "two.example.com" denied the request: hooks-.* misses a welcome/;
    await expect.poll(() => creating('two'), soon).toMatch(refused);
    const [pod = ''] = (await kubectl('get', 'pods', '-l', 'app=hooks', '-o', 'name')).split('\n');
    const address = await kubectl('get', pod, '-o', 'jsonpath={.status.podIP}');
    await kubectl('delete', pod, '--wait=false');
    const addresses = '{.items[*].endpoints[*].addresses[*]}';
    const slices = ['get', 'endpointslices', '-l', 'kubernetes.io/service-name=hooks'];
    await expect
      .poll(async () => (await kubectl(...slices, '-o', `jsonpath=${addresses}`)).split(' '), soon)
      .not.toContain(address);
    for (let i = 0; i < 20; i++) expect(await creating('two', welcome)).toContain('created');
  });

  test('the API server calls a conversion webhook via its Service', async () => {
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const version = (name: string): object => ({ name, served: true, storage: name === 'v1', schema });
    const clientConfig = { service: { namespace, name: 'hooks', path: '/convert' }, caBundle };
    const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } };
    const names = { plural: 'guests', kind: 'Guest' };
    const versions = [version('v1'), version('v2')];
    await apply({
      ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
      metadata: { name: 'guests.webhooks.example.com' },
      spec: { group: 'webhooks.example.com', scope: 'Namespaced', names, versions, conversion },
    });
    await kubectl('wait', 'crd/guests.webhooks.example.com', '--for=condition=Established', '--timeout=60s');
    const guest = { apiVersion: 'webhooks.example.com/v1', kind: 'Guest', metadata: { name: 'ada' }, spec: {} };
    await expect.poll(() => apply(guest).catch(String), soon).toContain('serverside-applied');
    const convertedBy = (): Promise<string> =>
      kubectl('get', 'guests.v2.webhooks.example.com/ada', '-o', 'jsonpath={.apiVersion} {.spec.by}').catch(String);
    await expect.poll(convertedBy, soon).toMatch(/^webhooks.example.com\/v2 hooks-/);
  });

  test('the API server calls an aggregated API via its Service', async () => {
    const name = 'v1.aggregated.example.com';
    const [version, group] = ['v1', 'aggregated.example.com'];
    const spec = { version, group, caBundle, service: { namespace, name: 'hooks' } };
    const priorities = { groupPriorityMinimum: 1, versionPriority: 1 };
    const type = { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService' };
    await apply({ ...type, metadata: { name }, spec: { ...spec, ...priorities } });
    await kubectl('wait', `apiservice/${name}`, '--for=condition=Available', '--timeout=60s');
    expect(await kubectl('get', '--raw', `/apis/${group}/${version}`)).toContain('APIResourceList');
    await kubectl('delete', 'apiservice', name);
  });

  test('the proxy of a Service and of a Pod reaches the process', async () => {
    await apply(buildWebhookService('page', 'page', { port: 80 }), {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'page', labels: { app: 'page' } } },
      spec: { containers: [{ name: 'main', image: 'nginx:1.27' }] },
    });
    await kubectl('wait', 'pod/page', '--for=condition=Ready', '--timeout=60s');
    const raw = (what: string): Promise<string> =>
      kubectl('get', '--raw', `/api/v1/namespaces/${namespace}/${what}/proxy/`).catch(String);
    expect(await raw('pods/page:80')).toContain('Pod <code>page</code>');
    await expect.poll(() => raw('services/page:80'), soon).toContain('Pod <code>page</code>');
  });

  test('a Service whose Pods are simulated reports it', async () => {
    await apply(buildWebhookService('idle', 'idle', { port: 443 }), buildWebhook('idle', { service: 'idle' }));
    await kubectl('create', 'deployment', 'idle', '--image=memcached:1.6');
    const why = 'Service webhooks/idle:443 selects only simulated Pods, which do not run as processes';
    await expect.poll(() => creating('idle', welcome), soon).toContain(why);
  });
}
