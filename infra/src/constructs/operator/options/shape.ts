import {
  annotations,
  anyObject,
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

const toleration = object(
  {},
  {
    key: labelKey,
    operator: oneOf('Exists', 'Equal'),
    value: typed('string'),
    effect: oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute'),
    tolerationSeconds: typed('number'),
  },
);

const affinity = object(
  {},
  {
    nodeAffinity: anyObject('a nodeAffinity'),
    podAffinity: anyObject('a podAffinity'),
    podAntiAffinity: anyObject('a podAntiAffinity'),
  },
);

const spread = object(
  { maxSkew: integer(1), topologyKey: labelKey, whenUnsatisfiable: oneOf('DoNotSchedule', 'ScheduleAnyway') },
  {
    labelSelector: anyObject('a label selector'),
    matchLabelKeys: list(labelKey),
    minDomains: integer(1),
    nodeAffinityPolicy: oneOf('Honor', 'Ignore'),
    nodeTaintsPolicy: oneOf('Honor', 'Ignore'),
  },
);

const volumeName = text('a DNS label (lower-case letters, digits and "-")', /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
const absolute = text('an absolute path', /^\/[^:]*$/);

const pod = object(
  {},
  {
    labels,
    annotations,
    nodeSelector: labels,
    tolerations: list(toleration),
    affinity,
    priorityClassName: objectName,
    topologySpreadConstraints: list(spread),
    env: list(
      object({ name: environmentVariable }, { value: typed('string'), valueFrom: anyObject('a source of Kubernetes') }),
    ),
    args: list(typed('string')),
    volumes: list(volume()),
    volumeMounts: list(
      object(
        { name: volumeName, mountPath: absolute },
        {
          readOnly: boolean,
          subPath: text(),
          subPathExpr: text(),
          mountPropagation: text(),
          recursiveReadOnly: text(),
        },
      ),
    ),
    securityContext: anyObject('the changes of a security context'),
    containerSecurityContext: anyObject('the changes of a security context'),
  },
);

/** A name, and one source, of which Kubernetes knows many. */
function volume(): Shape {
  const named = value('a volume: its name, and one source such as emptyDir', { type: 'object' }, (value) => {
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    return keys.length === 2 && keys.includes('name');
  });
  return {
    schema: named.schema,
    faults(value, at) {
      const faults = named.faults(value, at);
      return faults.length > 0 ? faults : volumeName.faults((value as { readonly name: unknown }).name, `${at}.name`);
    },
  };
}

const peer = object(
  {},
  {
    podSelector: anyObject('a label selector'),
    namespaceSelector: anyObject('a label selector'),
    ipBlock: object({ cidr: cidr() }, { except: list(cidr()) }),
  },
);

const networkPort = object({}, { port: either(text(), port), endPort: port, protocol: oneOf('TCP', 'UDP', 'SCTP') });

function cidr(): Shape {
  return text(
    'addresses such as 10.0.0.0/8 or fd00::/8',
    /^(\d{1,3}(\.\d{1,3}){3}\/(\d|[12]\d|3[0-2])|[0-9a-f:.]*:[0-9a-f:.]*\/\d{1,3})$/,
  );
}

const network = object(
  {},
  {
    metricsFrom: list(peer),
    webhooksFrom: list(peer),
    egress: object(
      {},
      {
        apiServers: list(cidr(), { minimum: 1 }),
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
