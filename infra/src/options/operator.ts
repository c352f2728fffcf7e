import { quantity } from './kubernetes.ts';
import { objectPatch } from './patches.ts';
import { operatorNetwork, operatorPod } from './pod.ts';
import {
  boolean,
  either,
  extended,
  group,
  integer,
  list,
  map,
  needed,
  oneOf,
  option,
  orFalse,
  text,
  typed,
} from './schema.ts';
import { addedLabels, annotations, installationName, namespaceName, objectName, settingValue } from './values.ts';
import { operatorWebhooks } from './webhooks.ts';

export const operatorImage = group('OperatorImage', 'The image of the operator.', {
  repository: option(
    text('a registry and a path, without tag or digest', /^[a-z0-9.-]+(:\d+)?(\/[a-z0-9._-]+)*$/),
    'Registry and path, without tag or digest.',
    "'ghcr.io/kubewright/operator' (for Kubewright's own operators only)",
  ),
  tag: option(
    text('a tag (letters, digits, "_", "-" and ".", at most 128)', /^[A-Za-z0-9_][\w.-]{0,127}$/),
    '',
    "- the declaration's version: an exact version, never a tag that moves",
  ),
  digest: option(
    typed(text('sha256: and 64 hexadecimal digits', /^sha256:[0-9a-f]{64}$/), '`sha256:${string}`'),
    'Digest of the image; the kubelet then ignores the tag. Take it from the registry.',
    '- none: the tag decides',
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
    cpuLimit: option(quantity('1'), '', '- none: a throttled leader can lose its Lease'),
    memoryRequest: option(quantity('128Mi'), '', "'128Mi'"),
    memoryLimit: option(quantity('1Gi'), '', "'256Mi'"),
  },
);

export const operatorMetrics = group(
  'OperatorMetrics',
  `Who may read the metrics of the operator.

Unless \`secure\` or \`plain\` is true, the metrics are served on the loopback address of each Pod only, which \`kubectl port-forward\` reaches. Then nothing is deployed for them: no port, no Service, no ingress rule.`,
  {
    secure: option(
      boolean,
      'Serves the metrics over TLS, to clients whose token may `get` the nonResourceURL `/metrics`. Bind them to the ' +
        'ClusterRole `<name>-metrics-reader`, which is deployed, too. The operator gets the permissions to check tokens: ' +
        '`create` on `tokenreviews` and `subjectaccessreviews`. They are cluster-wide, even if `namespaces` is set.',
      'false',
    ),
    plain: option(
      boolean,
      "Serves the metrics over plain HTTP, without authentication. The operator's NetworkPolicy allows ingress from every " +
        'Pod of the cluster. If the network plugin does not enforce NetworkPolicies, everybody who can reach the Pods can ' +
        'read the metrics.',
      'false',
    ),
    certificateSecret: option(
      objectName,
      "Name of a Secret in the operator's namespace with the certificate for secure metrics: `tls.crt` and `tls.key` for " +
        '`<name>-metrics.<namespace>.svc`, and the `ca.crt` by which clients verify it, as cert-manager writes them. The ' +
        'operator reloads a changed certificate. The Pods do not start before the Secret exists.',
      '- each Pod creates a self-signed certificate, which clients cannot verify',
    ),
  },
);

/** Which settings there are, and what they may be, the declaration says. */
const settings = map(settingValue, text('the name of a setting, in camelCase', /^[a-z][A-Za-z0-9]*$/));

export const operatorServiceAccount = group(
  'OperatorServiceAccount',
  'The ServiceAccount as which the operator runs.',
  {
    name: option(objectName, '', '- the name of the installation'),
    create: option(boolean, 'Whether it is created here. `false`: it exists; `name` is needed then.', 'true'),
    annotations: option(annotations, 'Such as the role that a cloud gives it.', '- none beside those of all objects'),
  },
);

const podCount = typed(
  either(
    'a whole number, or a share such as 50%',
    integer(0),
    text('a whole number, or a share such as 50%', /^(100|\d{1,2})%$/),
  ),
  'PodCount',
  './given-types.ts',
);

export const operatorDisruptions = group(
  'OperatorDisruptions',
  'How many Pods may be evicted at the same time: the one or the other.',
  {
    maxUnavailable: option(podCount, '', '1'),
    minAvailable: option(podCount, '', '- `maxUnavailable` decides'),
  },
);

export const operatorRollingUpdate = group('OperatorRollingUpdate', 'How Pods are replaced; not both may be 0.', {
  maxSurge: option(podCount, 'How many may run beside those that are wanted.', '1'),
  maxUnavailable: option(podCount, 'How many of those that are wanted may be missing.', '0'),
});

export const operatorOptions = group('OperatorOptions', 'The options that differ between environments.', {
  image: option(operatorImage, '', '- the published image of the declared version'),
  replicas: option(integer(0), 'Number of Pods. One is the leader; the others are standbys with synced caches.', '2'),
  namespaces: option(
    list(namespaceName, { minimum: 1 }),
    'The namespaces to serve; the permissions are limited to them. They must exist.',
    '- the whole cluster',
  ),
  controllers: option(
    list(text(), { minimum: 1 }),
    'The controllers to run; the permissions are limited to what they and the webhooks need. All webhooks are served, ' +
      'whichever controllers run.',
    '- all that are declared',
  ),
  settings: option(typed(settings, 'OperatorSettings', './given-types.ts'), '', "- the operator's own defaults"),
  resources: option(operatorResources, '', '- 100m CPU and 128Mi, at most 256Mi'),
  metrics: option(operatorMetrics, 'Who may read the metrics.', '- nobody outside of the Pod: they stay on loopback'),
  webhooks: option(
    orFalse(operatorWebhooks),
    'How API servers ask the operator about writes, if it declares webhooks; `false`: they do not.',
    '- `{}`; `false` where `namespaces` are given, because the operator could not set `caBundle` without a ClusterRole',
  ),
  labels: option(addedLabels, 'Labels of every object, Pods included, beside the recommended ones.', '- none'),
  annotations: option(annotations, 'Annotations of every object. Those of Pods are in `pod`.', '- none'),
  pod: option(operatorPod, 'Where the Pods run, and what they have besides.', '- nothing'),
  serviceAccount: option(
    operatorServiceAccount,
    'The ServiceAccount as which the operator runs.',
    '- one of its own, named as the installation',
  ),
  rbac: option(
    boolean,
    'Whether the permissions are created. `false`: somebody else binds them to the ServiceAccount, as `OperatorRbac` ' +
      'does, all of them.',
    'true',
  ),
  createsEverywhere: option(
    list(text('a resource, such as pods or jobs.batch', /^[a-z]+(\.[-a-z0-9.]+)?$/)),
    'What the operator may create in every namespace, such as `pods` or `jobs.batch`, accepted by name: the synth fails ' +
      'if its permissions let it create anything else there, beside events. With `namespaces` there is nothing to accept.',
    '- whatever the declaration says',
  ),
  removalGuard: option(
    boolean,
    'Lets the operator say which resources need it, if it has finalizers, so that a `RemovalGuard` can read it: in an ' +
      'annotation of a LimitRange without limits.',
    'false',
  ),
  networkPolicy: option(
    orFalse(operatorNetwork),
    'Who may reach the Pods, and whom they may reach; `false`: no NetworkPolicy at all.',
    '- see `OperatorNetwork`',
  ),
  podDisruptionBudget: option(
    orFalse(operatorDisruptions),
    'How many Pods may be evicted at the same time; `false`: no PodDisruptionBudget.',
    '- `{ maxUnavailable: 1 }`',
  ),
  rollingUpdate: option(
    operatorRollingUpdate,
    'How Pods are replaced.',
    '- `{ maxSurge: 1, maxUnavailable: 0 }`: a new Pod is ready before an old one ends',
  ),
  ipFamily: option(
    oneOf('any', 'IPv4'),
    'The addresses on which Pods listen: `any`, or only those of IPv4, where the kernel of the nodes has no IPv6.',
    "'any'",
  ),
  patches: option(
    list(objectPatch),
    'Changes of the objects, for fields that no option sets, in this order: of those that `Operator` creates, and in an ' +
      'environment of all those of its `OperatorChart`. Those of `CrdsChart` and `NamespacesChart` stay as they are.',
    '- none',
  ),
});

/** By what an installation is known, for every environment. */
export const operatorEnvironment = extended(
  operatorOptions,
  group('OperatorEnvironment', 'The options of one environment in which the operator runs.', {
    namespace: needed(namespaceName, 'Namespace of the operator itself.'),
    installation: option(
      installationName,
      'Name of the installation: of its Deployment, ServiceAccount, roles and Lease. Give a second installation in the ' +
        'same cluster another one. The prop `name` of constructs and charts wins.',
      "- the operator's name",
    ),
  }),
);
