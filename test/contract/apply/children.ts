import fc from 'fast-check';

import { WebServer } from '../../../operator/src/kubewright.ts';
import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import * as kinds from '../../../operator/runtime/src/kinds/index.ts';
import { arbitraryNamedList, arbitraryPart, podLabels, podTemplate } from './pod-template.ts';

/** A kind of children, and a generator of desired states. */
export interface Children {
  readonly kind: Kind;
  /** Generates objects without `metadata`. Immutable fields are the same in all of them. */
  readonly desired: fc.Arbitrary<object>;
}

const data = fc.dictionary(fc.constantFrom('a', 'b', 'c.txt'), fc.constantFrom('', '1', 'two\nlines'), { maxKeys: 3 });
const base64 = fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('MQ==', 'Mg=='), { maxKeys: 2 });
const selector = { matchLabels: podLabels };
const percentOrNumber = fc.constantFrom('25%', 1);

function inSpec(fixed: object, parts: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return parts.map((rest) => ({ spec: { ...fixed, ...rest } }));
}

const servicePorts = arbitraryNamedList(
  ['http', 'admin'],
  arbitraryPart({ targetPort: fc.constantFrom<string | number>(8080, 'web'), protocol: fc.constant('TCP') }),
)
  .filter((all) => all.length > 0)
  .chain((all) =>
    fc
      .uniqueArray(fc.integer({ min: 80, max: 84 }), { minLength: all.length, maxLength: all.length })
      .map((numbers) => all.map((port, index) => ({ ...port, port: numbers[index] }))),
  );

const path = fc.record({
  path: fc.constantFrom('/', '/a'),
  pathType: fc.constantFrom('Prefix', 'Exact'),
  backend: fc.constantFrom(80, 81).map((number) => ({ service: { name: 'web', port: { number } } })),
});
const rule = fc.record({
  apiGroups: fc.constantFrom([''], ['apps']),
  resources: fc.constantFrom(['pods'], ['pods', 'secrets']),
  verbs: fc.constantFrom(['get'], ['get', 'list']),
});
const peer = fc.constantFrom({ podSelector: {} }, { ipBlock: { cidr: '10.0.0.0/8' } });
const metric = fc
  .tuple(fc.constantFrom('cpu', 'memory'), fc.integer({ min: 10, max: 90 }))
  .map(([name, averageUtilization]) => ({
    type: 'Resource',
    resource: { name, target: { type: 'Utilization', averageUtilization } },
  }));
const job = { suspend: true, completions: 2, template: { spec: { ...fixedPod(), restartPolicy: 'Never' } } };

/** The immutable fields of a Pod. */
function fixedPod(): object {
  return {
    containers: [{ name: 'web', image: 'example.com/app:1', env: [{ name: 'A', value: '' }] }],
    nodeSelector: { 'test.example/place': 'nowhere' },
  };
}

/** All kinds that controllers commonly own, and one custom resource. */
export const children: readonly Children[] = [
  {
    kind: kinds.Deployment,
    desired: inSpec(
      { selector, paused: true },
      fc
        .tuple(
          podTemplate,
          arbitraryPart({
            replicas: fc.integer({ min: 0, max: 3 }),
            minReadySeconds: fc.nat(3),
            strategy: deploymentStrategy(),
          }),
        )
        .map(([template, rest]) => ({ template, ...rest })),
    ),
  },
  {
    kind: kinds.StatefulSet,
    desired: inSpec(
      { selector, serviceName: 'laws' },
      fc
        .tuple(
          podTemplate,
          arbitraryPart({
            replicas: fc.constantFrom(0, 1),
            minReadySeconds: fc.nat(3),
            updateStrategy: fc.nat(2).map((partition) => ({ type: 'RollingUpdate', rollingUpdate: { partition } })),
          }),
        )
        .map(([template, rest]) => ({ template, ...rest })),
    ),
  },
  {
    kind: kinds.DaemonSet,
    desired: inSpec(
      { selector },
      fc
        .tuple(
          podTemplate,
          arbitraryPart({
            minReadySeconds: fc.nat(3),
            updateStrategy: percentOrNumber.map((maxUnavailable) => ({
              type: 'RollingUpdate',
              rollingUpdate: { maxUnavailable },
            })),
          }),
        )
        .map(([template, rest]) => ({ template, ...rest })),
    ),
  },
  {
    kind: kinds.Service,
    desired: inSpec(
      {},
      fc
        .tuple(
          servicePorts,
          arbitraryPart({
            type: fc.constantFrom('ClusterIP', 'NodePort'),
            selector: fc.constantFrom({}, podLabels),
            sessionAffinity: fc.constantFrom('None', 'ClientIP'),
          }),
        )
        .map(([ports, rest]) => ({ ports, ...rest })),
    ),
  },
  {
    kind: kinds.Pod,
    desired: fc.constantFrom('example.com/app:1', 'example.com/app:2').map((image) => ({
      spec: { ...fixedPod(), containers: [{ name: 'web', image, env: [{ name: 'A', value: '' }] }] },
    })),
  },
  {
    kind: kinds.Job,
    desired: inSpec(
      job,
      arbitraryPart({
        parallelism: fc.nat(2),
        backoffLimit: fc.nat(3),
        ttlSecondsAfterFinished: fc.nat(9),
        activeDeadlineSeconds: fc.integer({ min: 100, max: 900 }),
      }),
    ),
  },
  {
    kind: kinds.CronJob,
    desired: inSpec(
      { suspend: true, jobTemplate: { spec: job } },
      fc
        .tuple(
          fc.constantFrom('0 * * * *', '@daily'),
          arbitraryPart({
            concurrencyPolicy: fc.constantFrom('Forbid', 'Replace'),
            successfulJobsHistoryLimit: fc.nat(4),
            timeZone: fc.constant('Etc/UTC'),
          }),
        )
        .map(([schedule, rest]) => ({ schedule, ...rest })),
    ),
  },
  { kind: kinds.ConfigMap, desired: arbitraryPart({ data, binaryData: fc.constantFrom({}, { z: 'MQ==' }) }) },
  { kind: kinds.Secret, desired: arbitraryPart({ data: base64 }) },
  {
    kind: kinds.ServiceAccount,
    desired: arbitraryPart({
      automountServiceAccountToken: fc.boolean(),
      imagePullSecrets: fc.subarray(['a', 'b']).map((names) => names.map((name) => ({ name }))),
    }),
  },
  { kind: kinds.Role, desired: fc.array(rule, { maxLength: 3 }).map((rules) => ({ rules })) },
  {
    kind: kinds.RoleBinding,
    desired: fc.subarray(['a', 'b', 'c']).map((names) => ({
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'laws' },
      subjects: names.map((name) => ({ kind: 'ServiceAccount', name, namespace: 'default' })),
    })),
  },
  {
    kind: kinds.Ingress,
    desired: inSpec(
      {},
      fc
        .tuple(
          fc.array(
            fc.record({
              host: fc.constantFrom('a.example', 'b.example'),
              http: fc.array(path, { minLength: 1, maxLength: 2 }).map((paths) => ({ paths })),
            }),
            { minLength: 1, maxLength: 2 },
          ),
          arbitraryPart({
            ingressClassName: fc.constant('none'),
            tls: fc.constantFrom([], [{ hosts: ['a.example'], secretName: 'tls' }]),
          }),
        )
        .map(([rules, rest]) => ({ rules, ...rest })),
    ),
  },
  {
    kind: kinds.NetworkPolicy,
    desired: inSpec(
      { podSelector: selector },
      arbitraryPart({
        policyTypes: fc.constantFrom(['Ingress'], ['Ingress', 'Egress']),
        ingress: fc.array(
          fc.array(peer, { maxLength: 2 }).map((from) => ({ from })),
          { maxLength: 2 },
        ),
      }),
    ),
  },
  {
    kind: kinds.PodDisruptionBudget,
    desired: inSpec(
      {},
      fc
        .tuple(
          percentOrNumber,
          fc.boolean(),
          fc.constantFrom(selector, { matchLabels: { 'test.example/app': 'other' } }),
        )
        .map(([budget, max, chosen]) => ({ selector: chosen, [max ? 'maxUnavailable' : 'minAvailable']: budget })),
    ),
  },
  {
    kind: kinds.HorizontalPodAutoscaler,
    desired: inSpec(
      { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'none' } },
      fc
        .tuple(
          fc.integer({ min: 2, max: 5 }),
          arbitraryPart({
            minReplicas: fc.constantFrom(1, 2),
            metrics: fc.uniqueArray(metric, { minLength: 1, maxLength: 2, selector: ({ resource }) => resource.name }),
            behavior: fc.constant({ scaleDown: { stabilizationWindowSeconds: 60 } }),
          }),
        )
        .map(([maxReplicas, rest]) => ({ maxReplicas, ...rest })),
    ),
  },
  {
    kind: kinds.PersistentVolumeClaim,
    desired: fc.constant({
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'none',
        resources: { requests: { storage: '1024Mi' } },
      },
    }),
  },
  {
    kind: WebServer,
    desired: inSpec(
      {},
      fc
        .tuple(fc.constantFrom('a:1', 'a:2'), arbitraryPart({ replicas: fc.nat(5), foo: fc.constantFrom('', 'x') }))
        .map(([image, rest]) => ({ image, ...rest })),
    ),
  },
];

/**
 * Generates only RollingUpdate. After a change to Recreate, the API server keeps the defaults of the rolling update,
 * which no manager owns, and then rejects the object because Recreate must not have them.
 */
function deploymentStrategy(): fc.Arbitrary<object> {
  const rolling = arbitraryPart({ maxSurge: percentOrNumber, maxUnavailable: fc.constantFrom(0, '50%') });
  return rolling.map((rollingUpdate) => ({ type: 'RollingUpdate', rollingUpdate }));
}
