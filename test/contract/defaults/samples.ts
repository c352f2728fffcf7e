import type { Kind } from '@kubewright/runtime/internal/base';
import {
  ConfigMap,
  CronJob,
  DaemonSet,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  ReplicaSet,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
} from '@kubewright/runtime/kinds';

/** An object with few fields, to which the real API server adds defaults. */
export interface Sample {
  readonly kind: Kind;
  readonly body: object;
}

const labels = { app: 'a' };
const container = { name: 'a', image: 'a:1' };

const buildTemplate = (spec: object = {}): object => ({
  metadata: { labels },
  spec: { containers: [container], ...spec },
});

const buildWorkload = (more: object = {}, pod: object = {}): object => ({
  spec: { selector: { matchLabels: labels }, template: buildTemplate(pod), ...more },
});

const probes = { httpGet: { port: 80 } };
const richContainer = {
  ...container,
  ports: [{ containerPort: 80 }],
  env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
  resources: { limits: { cpu: '1' } },
  ...{ livenessProbe: probes, readinessProbe: { tcpSocket: { port: 80 } }, startupProbe: { grpc: { port: 80 } } },
  lifecycle: { postStart: { httpGet: { port: 80 } }, preStop: { httpGet: { port: 80 } } },
};

/** A Pod spec that contains every part which has defaults. */
const richPod = {
  containers: [richContainer, { name: 'b', image: 'b' }, { name: 'c', image: 'c:latest' }],
  initContainers: [
    { ...richContainer, name: 'i', restartPolicy: 'Always' },
    { name: 'j', image: 'j' },
  ],
  securityContext: { runAsUser: 1 },
  volumes: [
    { name: 'v1', configMap: { name: 'a' } },
    { name: 'v2', secret: { secretName: 'a' } },
    { name: 'v3', downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'metadata.name' } }] } },
    { name: 'v4', hostPath: { path: '/a' } },
    {
      name: 'v5',
      projected: {
        sources: [
          { serviceAccountToken: { path: 'a' } },
          { downwardAPI: { items: [{ path: 'b', fieldRef: { fieldPath: 'metadata.name' } }] } },
        ],
      },
    },
    { name: 'v6', ephemeral: { volumeClaimTemplate: { spec: buildClaimSpec() } } },
    { name: 'v7', persistentVolumeClaim: { claimName: 'a' } },
  ],
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway' }],
};

function buildClaimSpec(): object {
  return { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
}

const buildJobSpec = (more: object = {}): object => ({ ...more, template: buildTemplate({ restartPolicy: 'Never' }) });
const buildService = (more: object): object => ({
  spec: {
    ports: [
      { name: 'a', port: 80 },
      { name: 'b', port: 81 },
    ],
    ...more,
  },
});

/** Deployments from which the defaults of Pod specs are learnt. */
export const podSamples: readonly Sample[] = [{}, richPod].map((pod) => ({
  kind: Deployment,
  body: buildWorkload({}, pod),
}));

export const samples: readonly Sample[] = [
  ...podSamples,
  ...[{ strategy: {} }, { strategy: { type: 'Recreate' } }, { strategy: { rollingUpdate: {} } }].map((strategy) => ({
    kind: Deployment,
    body: buildWorkload(strategy),
  })),
  ...[
    {},
    { updateStrategy: {} },
    { updateStrategy: { type: 'OnDelete' } },
    { updateStrategy: { rollingUpdate: {} } },
  ].flatMap((strategy) => [
    { kind: StatefulSet, body: buildWorkload({ serviceName: 'a', ...strategy }) },
    { kind: DaemonSet, body: buildWorkload(strategy) },
  ]),
  {
    kind: StatefulSet,
    body: buildWorkload({ volumeClaimTemplates: [{ metadata: { name: 'a' }, spec: buildClaimSpec() }] }),
  },
  { kind: ReplicaSet, body: buildWorkload() },
  ...[{}, { parallelism: 2 }, { completions: 2 }].map((more) => ({ kind: Job, body: { spec: buildJobSpec(more) } })),
  { kind: CronJob, body: { spec: { schedule: '* * * * *', jobTemplate: { spec: buildJobSpec() } } } },
  ...[{}, { type: 'NodePort' }, { type: 'LoadBalancer' }, { clusterIP: 'None' }].map((more) => ({
    kind: Service,
    body: buildService(more),
  })),
  { kind: Service, body: { spec: { type: 'ExternalName', externalName: 'a.example.com' } } },
  { kind: ConfigMap, body: { data: { a: 'b' } } },
  { kind: Secret, body: { data: { a: 'Yg==' } } },
  { kind: ServiceAccount, body: {} },
  { kind: PersistentVolumeClaim, body: { spec: buildClaimSpec() } },
  { kind: Ingress, body: { spec: { defaultBackend: { service: { name: 'a', port: { number: 80 } } } } } },
  ...[{}, { egress: [{ ports: [{ port: 53 }] }] }, { ingress: [{ ports: [{ port: 80 }] }] }].map((more) => ({
    kind: NetworkPolicy,
    body: { spec: { podSelector: { matchLabels: labels }, ...more } },
  })),
  { kind: PodDisruptionBudget, body: { spec: { selector: { matchLabels: labels }, maxUnavailable: 1 } } },
  {
    kind: HorizontalPodAutoscaler,
    body: { spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } } },
  },
];
