import { quantity } from './kubernetes.ts';
import { objectPatch } from './patches.ts';
import { operatorNetwork, operatorPod } from './pod.ts';
import {
  boolean,
  either,
  extendGroup,
  group,
  integer,
  list,
  map,
  needed,
  oneOf,
  option,
  orFalse,
  text,
  withType,
} from './schema.ts';
import { addedLabels, annotations, installationName, namespaceName, objectName, settingValue } from './values.ts';
import { operatorWebhooks } from './webhooks.ts';

export const operatorImage = group('OperatorImage', 'The image of the operator.', {
  repository: option(
    text('a registry and a path, without tag or digest', /^[a-z0-9.-]+(:\d+)?(\/[a-z0-9._-]+)*$/),
    'Registry and path, without tag or digest.',
    "'ghcr.io/kubewright/operator' (for Kubewright's own operator only)",
  ),
  tag: option(
    text('a tag (letters, digits, "_", "-" and ".", at most 128)', /^[A-Za-z0-9_][\w.-]{0,127}$/),
    '',
    "- the declaration's version: an exact version, never a moving tag",
  ),
  digest: option(
    withType(text('sha256: and 64 hexadecimal digits', /^sha256:[0-9a-f]{64}$/), '`sha256:${string}`'),
    'Digest of the image, from the registry. With a digest, the kubelet ignores the tag.',
    '- none: the tag determines the image',
  ),
  pullPolicy: option(oneOf('Always', 'IfNotPresent', 'Never'), '', "'IfNotPresent'"),
  pullSecrets: option(
    list(objectName),
    "Names of Secrets in the operator's namespace with credentials for the registry.",
    '- none',
  ),
});

export const operatorResources = group(
  'OperatorResources',
  `The resource requests and limits of the operator's container: quantities of Kubernetes, such as \`0.5\`, \`500m\` or \`1Gi\`.

@see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/`,
  {
    cpuRequest: option(quantity('100m'), '', "'100m'"),
    cpuLimit: option(quantity('1'), '', '- none, because a leader without enough CPU time can lose its Lease'),
    memoryRequest: option(quantity('128Mi'), '', "'128Mi'"),
    memoryLimit: option(quantity('1Gi'), '', "'256Mi'"),
  },
);

export const operatorMetrics = group(
  'OperatorMetrics',
  `Who may read the metrics of the operator.

Unless \`secure\` or \`plain\` is true, each Pod serves the metrics on its loopback address only, which \`kubectl port-forward\` reaches. The manifests then omit the port, the Service and the ingress rule of the metrics.`,
  {
    secure: option(
      boolean,
      'Serves the metrics over TLS to clients whose token may `get` the nonResourceURL `/metrics`: bind them to ' +
        'the ClusterRole `<name>-metrics-reader`. The operator may then `create` `tokenreviews` and ' +
        '`subjectaccessreviews`, cluster-wide even if `namespaces` is set.',
      'false',
    ),
    plain: option(
      boolean,
      'Serves the metrics over plain HTTP, without authentication. The NetworkPolicy allows ingress from every ' +
        'Pod of the cluster. If the network plugin does not enforce it, all clients that reach the Pods can read the ' +
        'metrics.',
      'false',
    ),
    certificateSecret: option(
      objectName,
      "Name of a Secret in the operator's namespace with `tls.crt` and `tls.key` for `<name>-metrics.<namespace>.svc`, " +
        'and with the `ca.crt` that verifies them, as cert-manager writes it. The operator reloads it. The Pods do not ' +
        'start before it exists.',
      '- each Pod has a self-signed certificate, which clients cannot verify',
    ),
  },
);

/** Any settings: only the declaration lists their names and allowed values. */
const settings = map(settingValue, text('the name of a setting, in camelCase', /^[a-z][A-Za-z0-9]*$/));

export const operatorServiceAccount = group('OperatorServiceAccount', 'The ServiceAccount of the operator.', {
  name: option(objectName, '', '- the name of the installation'),
  create: option(boolean, 'Whether to create the ServiceAccount. `false`: it exists, and `name` is required.', 'true'),
  annotations: option(
    annotations,
    'Annotations, such as one that assigns a cloud IAM role.',
    '- only `annotations`, which every object gets',
  ),
});

const podCount = withType(
  either(
    'a whole number, or a percentage such as 50%',
    integer(0),
    text('a whole number, or a percentage such as 50%', /^(100|\d{1,2})%$/),
  ),
  'PodCount',
  './given-types.ts',
);

export const operatorDisruptions = group(
  'OperatorDisruptions',
  'How many Pods may be evicted at once: set one of the two.',
  {
    maxUnavailable: option(podCount, '', '1'),
    minAvailable: option(podCount, '', '- `maxUnavailable` decides'),
  },
);

export const operatorRollingUpdate = group(
  'OperatorRollingUpdate',
  'How Pods are replaced; one of the two must be more than 0.',
  {
    maxSurge: option(podCount, 'How many Pods may run in addition to `replicas`.', '1'),
    maxUnavailable: option(podCount, 'How many Pods of `replicas` may be unavailable.', '0'),
  },
);

export const operatorOptions = group('OperatorOptions', 'The options that differ between environments.', {
  image: option(operatorImage, '', '- the published image of the declared version'),
  replicas: option(integer(0), 'Number of Pods. One is the leader; the others are standbys with synced caches.', '2'),
  namespaces: option(
    list(namespaceName, { minimum: 1 }),
    'The namespaces to serve, which must exist. Limits the permissions.',
    '- the whole cluster',
  ),
  controllers: option(
    list(text(), { minimum: 1 }),
    'The controllers to run. Limits the permissions to what they and the webhooks need. All webhooks are served. Does not limit CRDs and `aggregatedRoles`, except with OLM.',
    '- all declared controllers',
  ),
  settings: option(withType(settings, 'OperatorSettings', './given-types.ts'), '', "- the operator's own defaults"),
  resources: option(operatorResources, '', '- 100m CPU and 128Mi, at most 256Mi'),
  metrics: option(operatorMetrics, 'Who may read the metrics.', '- only clients in the Pod, via loopback'),
  webhooks: option(
    orFalse(operatorWebhooks),
    "How API servers call the operator's webhooks, if it declares any; `false` disables the webhooks.",
    '- `{}`; `false` if `namespaces` is set, because the operator could not set `caBundle` without a ClusterRole',
  ),
  labels: option(addedLabels, 'Labels of every object and Pod, added to the recommended ones.', '- none'),
  annotations: option(annotations, 'Annotations of every object. Those of Pods are in `pod`.', '- none'),
  pod: option(operatorPod, 'Where the Pods run, and your additions to them.', '- nothing'),
  serviceAccount: option(
    operatorServiceAccount,
    'The ServiceAccount of the operator.',
    '- a new one with the name of the installation',
  ),
  rbac: option(
    boolean,
    'Whether to create the permissions. `false`: you grant the ServiceAccount those of `OperatorRbac`.',
    'true',
  ),
  createsEverywhere: option(
    list(text('a resource, such as pods or jobs.batch', /^[a-z]+(\.[-a-z0-9.]+)?$/)),
    'What the operator may create in every namespace, such as `pods` or `jobs.batch`. Grants nothing: synth fails if ' +
      'its permissions allow it to create anything else there, besides events and its own kinds. Ignored with ' +
      '`namespaces`.',
    '- everything that the declaration allows',
  ),
  removalGuard: option(
    boolean,
    'Lets an operator with finalizers record the custom resources that need it, for a `RemovalGuard`, in an annotation of ' +
      'a LimitRange without limits.',
    'false',
  ),
  networkPolicy: option(
    orFalse(operatorNetwork),
    'Which clients may reach the Pods, and which servers the Pods may reach; `false`: no NetworkPolicy.',
    '- see `OperatorNetwork`',
  ),
  podDisruptionBudget: option(
    orFalse(operatorDisruptions),
    'How many Pods may be evicted at once; `false`: no PodDisruptionBudget.',
    '- `{ maxUnavailable: 1 }`',
  ),
  rollingUpdate: option(
    operatorRollingUpdate,
    'How Pods are replaced.',
    '- `{ maxSurge: 1, maxUnavailable: 0 }`: a new Pod is ready before an old one is deleted',
  ),
  ipFamily: option(
    oneOf('any', 'IPv4'),
    'The addresses on which Pods listen. Use `IPv4` if the kernel of the nodes has no IPv6.',
    "'any'",
  ),
  patches: option(
    list(objectPatch),
    'Patches of fields that have no option, applied in the order of the list. They change the objects of `Operator`; ' +
      'those of an environment change its whole `OperatorChart`. Objects of `CrdsChart` and `NamespacesChart` cannot be changed.',
    '- none',
  ),
});

/** Adds the namespace and the name of the installation. */
export const operatorEnvironment = extendGroup(
  operatorOptions,
  group('OperatorEnvironment', 'The options of one environment in which the operator runs.', {
    namespace: needed(namespaceName, 'Namespace of the operator itself.'),
    installation: option(
      installationName,
      'Name of the installation: of its Deployment, ServiceAccount, roles and Lease. A second one in a cluster ' +
        'needs another name. The prop `name` of constructs and charts wins.',
      "- the operator's name",
    ),
  }),
);
