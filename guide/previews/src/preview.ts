import {
  column,
  defineApi,
  defineController,
  Deployment,
  hashContent,
  named,
  notReady,
  owns,
  requeueAfter,
  rolloutConditions,
  Secret,
  Service,
  t,
  watches,
  type ResourceOf,
} from '@kubewright/runtime';

import { openDns, settings } from './dns.ts';

/** What both versions have. */
export const shared = {
  spec: {
    image: t.string({ default: 'nginx:1.27', description: 'The image of each Pod.' }),
    port: t.integer({ minimum: 1, maximum: 65535, default: 80, description: 'The port of the image.' }),
    replicas: t.integer({ minimum: 0, default: 1, description: 'How many Pods run.' }),
    secretName: t.optional(t.string({ description: 'The Secret whose keys become environment variables.' })),
  },
  status: {
    url: t.string({ description: 'The address of the preview.' }),
    readyReplicas: t.integer({ description: 'How many Pods are ready.' }),
    conditions: t.conditions(),
  },
};

export const api = {
  group: 'example.com',
  kind: 'Preview',
  scale: { spec: '.spec.replicas', status: '.status.readyReplicas' },
  columns: [
    column('Ready', '.status.conditions[?(@.type=="Ready")].status'),
    column('Reason', '.status.conditions[?(@.type=="Ready")].reason'),
    column('Pods', '.status.readyReplicas'),
    column('URL', '.status.url'),
  ],
} as const;

export const Preview = defineApi({
  ...api,
  version: 'v2',
  spec: t.object({
    ...shared.spec,
    hosts: t.array(t.string(), { default: [], description: 'The host names of the preview.' }),
  }),
  status: t.object(shared.status),
});
export type Preview = ResourceOf<typeof Preview>;

export const preview = defineController(Preview, {
  settings,
  uses: { dns: openDns },
  finalizer: {
    name: 'example.com/dns',
    cleanUp: (object, { dns, signal }) => dns.set(object.metadata.uid, undefined, signal),
  },
  owns: { deployments: owns(Deployment), services: owns(Service) },
  watches: {
    secrets: watches(
      Secret,
      named(Preview, ({ spec: { secretName } }) => (secretName === undefined ? [] : [secretName])),
    ),
  },
  async reconcile(object, { deployments, services, secrets, dns, status, signal }) {
    const { name, namespace, uid } = object.metadata;
    const { image, port, replicas, secretName, hosts } = object.spec;
    const secret = secretName === undefined ? undefined : secrets.get(secretName);
    if (secretName !== undefined && secret === undefined)
      throw notReady('NoSecret', `Create the Secret ${secretName}.`);
    const labels = { app: name };
    const deployment = await deployments.apply({
      metadata: { name },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, annotations: { 'example.com/secret': hashContent(secret?.data) } },
          spec: {
            containers: [
              { name: 'main', image, envFrom: secretName === undefined ? [] : [{ secretRef: { name: secretName } }] },
            ],
          },
        },
      },
    });
    const service = await services.apply({
      metadata: { name },
      spec: { selector: labels, ports: [{ port: 80, targetPort: port }] },
    });
    const target = `${name}.${namespace}.svc.cluster.local`;
    await dns.set(uid, hosts.length === 0 ? undefined : { hosts, target }, signal);
    status.set({
      url: `http://${hosts[0] ?? `${name}.${namespace}`}`,
      readyReplicas: deployment.status?.readyReplicas ?? 0,
      conditions: rolloutConditions(deployment, replicas, [service]),
    });
    return requeueAfter(60_000);
  },
});
