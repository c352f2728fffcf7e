import { isIP } from 'node:net';

import {
  annotations,
  boolean,
  either,
  environmentVariable,
  installationName,
  integer,
  labelKey,
  labels,
  list,
  namespaceName,
  object,
  objectName,
  oneOf,
  orFalse,
  port,
  quantity,
  record,
  type Shape,
  type Shapes,
  text,
  typed,
  value,
} from '../../../shape/index.ts';
import { patchesShape } from '../../patches/index.ts';
import { exactlyOneOf, kubernetesPatchShape, kubernetesShape } from '../../kubernetes/index.ts';
import { webhooksShape } from '../../webhooks/index.ts';

const image = object(
  {},
  {
    repository: text('a registry and a path, without tag or digest', /^[a-z0-9.-]+(:\d+)?(\/[a-z0-9._-]+)*$/),
    tag: text('a tag (letters, digits, "_", "-" and ".", at most 128)', /^[A-Za-z0-9_][\w.-]{0,127}$/),
    digest: text('sha256: and 64 hexadecimal digits', /^sha256:[0-9a-f]{64}$/),
    pullPolicy: oneOf('Always', 'IfNotPresent', 'Never'),
    pullSecrets: list(objectName),
  },
);

export const resources = object(
  {},
  {
    cpuRequest: quantity('100m'),
    cpuLimit: quantity('1'),
    memoryRequest: quantity('128Mi'),
    memoryLimit: quantity('1Gi'),
  },
);

const metrics = object({}, { secure: boolean, plain: boolean, certificateSecret: objectName });

/** Which settings there are, and what they may be, the declaration says. */
const settings = record(
  either(typed('string', 'number', 'boolean'), list(typed('string'))),
  text('the name of a setting, in camelCase', /^[a-z][A-Za-z0-9]*$/),
);

const spread = kubernetesShape('TopologySpreadConstraint', {
  maxSkew: integer(1),
  topologyKey: labelKey,
  matchLabelKeys: list(labelKey),
  minDomains: integer(1),
});

const volumeName = text('a DNS label (lower-case letters, digits and "-")', /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
const absolute = text('an absolute path', /^\/[^:]*$/);

const volume = exactlyOneOf(
  kubernetesShape('Volume', { name: volumeName }),
  'a volume: its name, and one source such as emptyDir',
  ['name'],
);

const valueSource = exactlyOneOf(kubernetesShape('EnvVarSource'), 'one source of a value, such as secretKeyRef');

const pod = object(
  {},
  {
    labels,
    annotations,
    nodeSelector: labels,
    tolerations: list(kubernetesShape('Toleration', { key: labelKey })),
    affinity: kubernetesShape('Affinity'),
    priorityClassName: objectName,
    topologySpreadConstraints: list(spread),
    env: list(object({ name: environmentVariable }, { value: typed('string'), valueFrom: valueSource })),
    args: list(typed('string')),
    volumes: list(volume),
    volumeMounts: list(kubernetesShape('VolumeMount', { name: volumeName, mountPath: absolute, subPath: text() })),
    securityContext: kubernetesPatchShape('PodSecurityContext'),
    containerSecurityContext: kubernetesPatchShape('SecurityContext'),
  },
);

const cidr = value('addresses such as 10.0.0.0/8 or fd00::/8', { type: 'string' }, isCidr);

const peer = kubernetesShape('NetworkPolicyPeer', { ipBlock: object({ cidr }, { except: list(cidr) }) });

const networkPort = object({}, { port: either(text(), port), endPort: port, protocol: oneOf('TCP', 'UDP', 'SCTP') });

const network = object(
  {},
  {
    metricsFrom: list(peer),
    webhooksFrom: list(peer),
    egress: object(
      {},
      {
        apiServers: list(cidr, { minimum: 1 }),
        apiServerPorts: list(port, { minimum: 1 }),
        others: list(object({}, { to: list(peer), ports: list(networkPort) })),
      },
    ),
  },
);

const podCount: Shape = either(
  text('a whole number, or a share such as 50%', /^(100|\d{1,2})%$/),
  value('a whole number, or a share such as 50%', { type: 'integer', minimum: 0 }, (value) => {
    return Number.isSafeInteger(value) && Number(value) >= 0;
  }),
);

/** What differs between environments, as `OperatorOptions` says. */
export const operatorOptions: Shapes = {
  image,
  replicas: integer(0),
  namespaces: list(namespaceName, { minimum: 1 }),
  controllers: list(text(), { minimum: 1 }),
  settings,
  resources,
  metrics,
  webhooks: orFalse(webhooksShape),
  labels,
  annotations,
  pod,
  serviceAccount: object({}, { name: objectName, create: boolean, annotations }),
  rbac: boolean,
  createsEverywhere: list(text('a resource, such as pods or jobs.batch', /^[a-z]+(\.[-a-z0-9.]+)?$/)),
  removalGuard: boolean,
  networkPolicy: orFalse(network),
  podDisruptionBudget: orFalse(object({}, { maxUnavailable: podCount, minAvailable: podCount })),
  rollingUpdate: object({}, { maxSurge: podCount, maxUnavailable: podCount }),
  ipFamily: oneOf('any', 'IPv4'),
  patches: patchesShape,
};

/** What of an environment only charts use: they check it. */
const chartOptions = [
  'name',
  'createNamespaces',
  'ownNamespace',
  'crds',
  'rollbackGuard',
  'aggregatedRoles',
  'policies',
  'petStore',
  'samples',
  'samplesNamespace',
  'monitoring',
];
const any: Shape = { schema: {}, faults: () => [] };

/** One environment, as `OperatorEnvironment` says. */
export const operatorEnvironment = object(
  { namespace: namespaceName },
  { ...operatorOptions, installation: installationName, ...Object.fromEntries(chartOptions.map((key) => [key, any])) },
);

export { image as imageShape, metrics as metricsShape };

function isCidr(value: unknown): boolean {
  const [, address = '', bits] = /^([^/%]+)\/(\d{1,3})$/.exec(typeof value === 'string' ? value : '') ?? [];
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return Number(bits) <= most;
}
