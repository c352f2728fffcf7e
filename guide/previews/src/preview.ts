import {
  awaitChange,
  column,
  defineApi,
  defineController,
  Deployment,
  owns,
  rolloutConditions,
  Service,
  t,
  type ResourceOf,
} from '@kubewright/runtime';

export const Preview = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Preview',
  spec: t.object({
    image: t.string({ default: 'nginx:1.27', description: 'The image of each Pod.' }),
    port: t.integer({ minimum: 1, maximum: 65535, default: 80, description: 'The port of the image.' }),
    replicas: t.integer({ minimum: 0, default: 1, description: 'How many Pods run.' }),
  }),
  status: t.object({ conditions: t.conditions() }),
  columns: [column('Ready', '.status.conditions[?(@.type=="Ready")].status')],
});
export type Preview = ResourceOf<typeof Preview>;

export const preview = defineController(Preview, {
  owns: { deployments: owns(Deployment), services: owns(Service) },
  async reconcile({ metadata: { name }, spec: { image, port, replicas } }, { deployments, services, status }) {
    const labels = { app: name };
    const deployment = await deployments.apply({
      metadata: { name },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'main', image }] } },
      },
    });
    await services.apply({ metadata: { name }, spec: { selector: labels, ports: [{ port: 80, targetPort: port }] } });
    status.set({ conditions: rolloutConditions(deployment, replicas) });
    return awaitChange;
  },
});
