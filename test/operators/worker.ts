import { awaitChange, defineApi, defineController, Deployment, owns, rolloutConditions, t } from '@kubewright/runtime';

export const Worker = defineApi({
  group: 'worker.example.com',
  version: 'v1',
  kind: 'Worker',
  spec: t.object({
    replicas: t.integer({ minimum: 0, default: 1 }),
    template: t.podTemplateSpec(),
    env: t.optional(t.array(t.envVar(), { keys: ['name'] })),
  }),
  status: t.object({ replicas: t.integer(), conditions: t.conditions() }),
  scale: { spec: '.spec.replicas', status: '.status.replicas' },
});

/** Runs Pods like a Deployment, with the same variables in every container. */
export const worker = defineController(Worker, {
  owns: { deployments: owns(Deployment) },
  async reconcile({ metadata: { name }, spec: { replicas, template, env = [] } }, { deployments, status }) {
    const labels = { worker: name };
    const containers = (template.spec?.containers ?? []).map((container) => ({
      ...container,
      env: [...(container.env ?? []), ...env],
    }));
    const deployment = await deployments.apply({
      metadata: { name },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: {
          metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...labels } },
          spec: { ...template.spec, containers },
        },
      },
    });
    status.set({ replicas: deployment.status?.replicas ?? 0, conditions: rolloutConditions(deployment, replicas) });
    return awaitChange;
  },
});
