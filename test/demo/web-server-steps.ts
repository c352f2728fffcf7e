import { WebServer } from '../../operator/src/apis/index.ts';
import type { ResourceOf } from '../../operator/src/index.ts';
import { Deployment, Pod, Service } from '../../operator/src/runtime/kinds/index.ts';
import { until } from '../support/until.ts';
import { leaderKilled } from './operator-steps.ts';
import { fetchPage, imageOf } from './page.ts';
import type { Stage, Step } from './stage.ts';

const key = { namespace: 'default', name: 'webserver-sample' };
const serviceKey = { namespace: 'default', name: 'webserver-sample-service' };
const samples = 'infra/manifests/embedded/samples';

/** Applies the sample and waits until it says that it is Ready. */
export const sampleApplied: Step = {
  title: `Apply ${samples}`,
  async run(stage, say) {
    await stage.cluster.controlPlane.kubectl(['apply', '--server-side', '-k', samples]);
    const { status } = await ready(stage, say);
    return `WebServer ${key.name} is Ready, ${String(status?.readyReplicas)} Pods serve`;
  },
};

const pageFetched: Step = {
  title: 'Fetch the page from the node port',
  async run(stage) {
    const url = await pageUrl(stage);
    return `${await page(stage)} answers at ${url}`;
  },
};

const scaled: Step = {
  title: 'kubectl scale webserver --replicas=4',
  async run(stage, say) {
    await stage.cluster.controlPlane.kubectl(['scale', 'webserver', key.name, '--replicas=4']);
    const { status } = await ready(stage, say);
    return `${String(status?.readyReplicas)} Pods serve`;
  },
};

const rolledOut: Step = {
  title: 'Roll out nginx:1.23.0',
  async run(stage, say) {
    await patch(stage, { spec: { image: 'nginx:1.23.0' } });
    await ready(stage, say);
    const images = (await pods(stage)).map(({ spec }) => spec.containers[0]?.image);
    if (images.some((image) => image !== 'nginx:1.23.0')) throw new Error(`old Pods are left: ${images.join(', ')}`);
    return `${String(images.length)} new Pods, ${await page(stage)} answers`;
  },
};

const serviceDeleted: Step = {
  title: 'Delete the Service by hand',
  async run(stage) {
    const services = stage.client.resource(Service);
    const { uid } = (await services.get(serviceKey)).metadata;
    await services.delete(serviceKey, { propagation: 'Background' });
    await until('the Service is back', async () => {
      const service = await services.tryGet(serviceKey);
      return service !== undefined && service.metadata.uid !== uid;
    });
    return `back on port 30010, ${await page(stage)} answers`;
  },
};

const deploymentEdited: Step = {
  title: 'Edit the Deployment by hand: 1 × httpd:2.4',
  async run(stage, say) {
    const deployments = stage.client.resource(Deployment);
    const { generation = 0 } = (await deployments.get(key)).metadata;
    await deployments.jsonPatch(key, [
      { op: 'replace', path: '/spec/replicas', value: 1 },
      { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'httpd:2.4' },
    ]);
    const { spec } = await until('the Deployment is put back', async () => {
      const deployment = await deployments.get(key);
      const image = deployment.spec.template.spec?.containers[0]?.image;
      const isBack = deployment.spec.replicas === 4 && image === 'nginx:1.23.0';
      return isBack && (deployment.metadata.generation ?? 0) > generation + 1 && deployment;
    });
    await ready(stage, say);
    return `put back: ${String(spec.replicas)} × ${String(spec.template.spec?.containers[0]?.image)}`;
  },
};

const takenOver: Step = {
  title: 'It works: kubectl scale webserver --replicas=2',
  async run(stage, say) {
    await stage.cluster.controlPlane.kubectl(['scale', 'webserver', key.name, '--replicas=2']);
    const { status } = await ready(stage, say);
    return `${String(status?.readyReplicas)} Pods serve`;
  },
};

const deleted: Step = {
  title: 'kubectl delete webserver',
  async run(stage, say) {
    await stage.cluster.controlPlane.kubectl(['delete', 'webserver', key.name, '--wait=false']);
    await until(
      'everything of it is gone',
      async () => {
        const left = await pods(stage);
        const children = [
          await stage.client.resource(Deployment).tryGet(key),
          await stage.client.resource(Service).tryGet(serviceKey),
        ];
        say(`${String(left.length)} Pods, ${String(children.filter(Boolean).length)} other objects are left`);
        return left.length === 0 && children.every((child) => child === undefined);
      },
      stage,
    );
    return 'Deployment, Service and Pods are gone';
  },
};

/** The walk-through of the WebServer operator, after its sample was applied. */
export const webServerTour: readonly Step[] = [
  pageFetched,
  scaled,
  rolledOut,
  serviceDeleted,
  deploymentEdited,
  leaderKilled,
  takenOver,
  deleted,
];

/** The page that a person would open. */
export async function pageUrl({ cluster, client }: Stage): Promise<string> {
  const { spec } = await client.resource(Service).get(serviceKey);
  const { host, port } = cluster.node.nodePortAddress(spec.ports?.[0]?.nodePort ?? 0);
  return `http://${host}:${String(port)}`;
}

async function page(stage: Stage): Promise<string> {
  const url = await pageUrl(stage);
  return until(`${url} answers`, async () => imageOf(await fetchPage(url, stage.signal)), stage);
}

async function patch({ client }: Stage, change: object): Promise<void> {
  await client.resource(WebServer).mergePatch(key, change);
}

async function pods({ client }: Stage): Promise<readonly Pod[]> {
  return (await client.resource(Pod).list({ namespace: key.namespace, labelSelector: `webserver_cr=${key.name}` }))
    .items;
}

/** Ready, as the resource itself says of its newest generation. */
function ready({ client, signal }: Stage, say: (text: string) => void): Promise<ResourceOf<typeof WebServer>> {
  return until(
    'the WebServer is Ready',
    async () => {
      const server = await client.resource(WebServer).get(key);
      const condition = server.status?.conditions?.find(({ type }) => type === 'Ready');
      say(condition?.message ?? 'no status yet');
      return condition?.status === 'True' && condition.observedGeneration === server.metadata.generation && server;
    },
    { signal },
  );
}
