import {
  awaitChange,
  column,
  defineApi,
  defineController,
  Deployment,
  owns,
  rolloutConditions,
  t,
  type ResourceOf,
} from '@kubewright/runtime';

export const Cafe = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({
    image: t.string({ default: 'nginx:1.27', description: 'The image of each Pod.' }),
    replicas: t.integer({ minimum: 0, default: 1, description: 'How many Pods run.' }),
  }),
  status: t.object({ conditions: t.conditions() }),
  columns: [column('Ready', '.status.conditions[?(@.type=="Ready")].status')],
});
export type Cafe = ResourceOf<typeof Cafe>;

export const cafe = defineController(Cafe, {
  owns: { deployments: owns(Deployment) },
  async reconcile({ metadata: { name }, spec: { image, replicas } }, { deployments, status }) {
    const labels = { app: name };
    const deployment = await deployments.apply({
      metadata: { name },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'main', image }] } },
      },
    });
    status.set({ conditions: rolloutConditions(deployment, replicas) });
    return awaitChange;
  },
});
