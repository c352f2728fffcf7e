import { WebServer } from '../../src/kubewright.ts';
import { Deployment, Pod, Service } from '../../runtime/src/kinds/index.ts';
import { until } from '../../../test/support/until.ts';
import { deleteAll, toDefaultKey, waitUntilReady } from '../resources.ts';
import type { StepContext, Step } from '../step.ts';
import type { Tour } from './tours.ts';

const key = toDefaultKey('webserver-sample');
const serviceKey = toDefaultKey('webserver-sample-service');

const isReady: Step = {
  title: 'The WebServer becomes Ready',
  ids: ['WS-A1'],
  async run(context, say) {
    const { status } = await waitUntilReady(context, { kind: WebServer, key }, say);
    return `${String(status?.readyReplicas)} Pods serve`;
  },
};

const pageFetched: Step = {
  title: 'Fetch the page from the node port',
  ids: ['WS-A1'],
  async run(context) {
    const url = await buildPageUrl(context);
    return `${await waitForPage(context)} answers at ${url}`;
  },
};

const scaled: Step = {
  title: 'kubectl scale webserver --replicas=4',
  ids: ['WS-A2'],
  async run(context, say) {
    await context.cluster.controlPlane.kubectl(['scale', 'webserver', key.name, '--replicas=4']);
    const { status } = await waitUntilReady(context, { kind: WebServer, key }, say);
    return `${String(status?.readyReplicas)} Pods serve`;
  },
};

const rolledOut: Step = {
  title: 'Roll out nginx:1.23.0',
  ids: ['WS-A3'],
  async run(context, say) {
    await patch(context, { spec: { image: 'nginx:1.23.0' } });
    await waitUntilReady(context, { kind: WebServer, key }, say);
    // Ready counts only Pods of the new version; the last old Pod may still be terminating.
    const left = await until(
      'all old Pods are gone',
      async () => {
        const all = await listPods(context);
        return all.every(({ spec }) => spec.containers[0]?.image === 'nginx:1.23.0') && all;
      },
      context,
    );
    return `${String(left.length)} new Pods, ${await waitForPage(context)} answers`;
  },
};

const serviceDeleted: Step = {
  title: 'Delete the Service: the operator creates it again',
  ids: ['WS-A4'],
  async run(context) {
    const services = context.client.resource(Service);
    const { uid } = (await services.get(serviceKey)).metadata;
    await services.delete(serviceKey, { propagation: 'Background' });
    await until('the Service exists again', async () => {
      const service = await services.tryGet(serviceKey);
      return service !== undefined && service.metadata.uid !== uid;
    });
    return `created again on port 30010, ${await waitForPage(context)} answers`;
  },
};

const deploymentEdited: Step = {
  title: 'Edit the Deployment (1 × httpd:2.4): the operator reverts it',
  ids: ['WS-A6'],
  async run(context, say) {
    const deployments = context.client.resource(Deployment);
    const { generation = 0 } = (await deployments.get(key)).metadata;
    await deployments.jsonPatch(key, [
      { op: 'replace', path: '/spec/replicas', value: 1 },
      { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'httpd:2.4' },
    ]);
    const { spec } = await until('the Deployment is repaired', async () => {
      const deployment = await deployments.get(key);
      const image = deployment.spec.template.spec?.containers[0]?.image;
      const isRepaired = deployment.spec.replicas === 4 && image === 'nginx:1.23.0';
      return isRepaired && (deployment.metadata.generation ?? 0) > generation + 1 && deployment;
    });
    await waitUntilReady(context, { kind: WebServer, key }, say);
    return `repaired: ${String(spec.replicas)} × ${String(spec.template.spec?.containers[0]?.image)}`;
  },
};

const deleted: Step = {
  title: 'kubectl delete webserver',
  ids: ['WS-A6'],
  async run(context, say) {
    const left = async (): Promise<readonly unknown[]> => [
      ...(await listPods(context)),
      await context.client.resource(Deployment).tryGet(key),
      await context.client.resource(Service).tryGet(serviceKey),
    ];
    await deleteAll(context, { resource: 'webserver', name: key.name, left }, say);
    return 'Deployment, Service and Pods are deleted';
  },
};

/** The walk-through of the WebServer operator. */
export const tour: Tour = {
  name: 'web-server',
  title: 'WebServer: Pods that serve a page on a node port',
  kinds: ['WebServer'],
  readySteps: [isReady],
  steps: [pageFetched, scaled, rolledOut, serviceDeleted, deploymentEdited, deleted],
  commands: async (context) => [
    'kubectl get webservers',
    'kubectl describe webserver webserver-sample',
    'kubectl explain webserver.spec',
    `curl ${await buildPageUrl(context)}`,
    'kubectl scale webserver webserver-sample --replicas=5',
    'kubectl delete service webserver-sample-service && kubectl get service --watch',
  ],
};

/** The address for a browser. */
async function buildPageUrl({ cluster, client }: StepContext): Promise<string> {
  const { spec } = await client.resource(Service).get(serviceKey);
  const { host, port } = cluster.node.nodePortAddress(spec.ports?.[0]?.nodePort ?? 0);
  return `http://${host}:${String(port)}`;
}

async function waitForPage(context: StepContext): Promise<string> {
  const url = await buildPageUrl(context);
  return until(`${url} answers`, async () => parseImage(await fetchPage(url, context.signal)), context);
}

async function patch({ client }: StepContext, change: object): Promise<void> {
  await client.resource(WebServer).mergePatch(key, change);
}

async function listPods({ client }: StepContext): Promise<readonly Pod[]> {
  return (await client.resource(Pod).list({ namespace: key.namespace, labelSelector: `webserver_cr=${key.name}` }))
    .items;
}

/** Fetches a page. Throws unless the answer is a 2xx. */
async function fetchPage(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(2000)]) });
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return response.text();
}

/** The image that the page names as its server. Throws if the page does not name one. */
function parseImage(page: string): string {
  const image = /Image <code>(.*?)<\/code>/.exec(page)?.[1];
  if (image === undefined) throw new Error(`the page does not show which image serves it: ${page.slice(0, 200)}`);
  return image;
}
