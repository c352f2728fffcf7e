import { isIP } from 'node:net';

import { kubernetes, kubernetesPatch } from './kubernetes.ts';
import {
  withCheck,
  either,
  group,
  integer,
  list,
  object,
  oneOf,
  option,
  string,
  text,
  withType,
  value,
} from './schema.ts';
import { addedLabels, annotations, environmentVariable, labelKey, labels, objectName, port } from './values.ts';

const spread = kubernetes('TopologySpreadConstraint', {
  maxSkew: integer(1),
  topologyKey: labelKey,
  matchLabelKeys: list(labelKey),
  minDomains: integer(1),
});

const volumeName = text('a DNS label (lower-case letters, digits and "-")', /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
const absolute = text('an absolute path', /^\/[^:]*$/);

/** Returns a check that a value has exactly one field in addition to the named ones. */
const hasOne =
  (...beside: readonly string[]) =>
  (given: Readonly<Record<string, unknown>>): boolean =>
    Object.keys(given).filter((key) => given[key] !== undefined && !beside.includes(key)).length === 1;

const volume = withCheck(
  kubernetes('Volume', { name: volumeName }),
  'a volume: its name, and one source such as emptyDir',
  hasOne('name'),
);

const valueSource = withCheck(kubernetes('EnvVarSource'), 'one source of a value, such as secretKeyRef', hasOne());

const environmentVariables = withType(
  list(object({ name: environmentVariable, value: string.optional(), valueFrom: valueSource.optional() })),
  'readonly EnvVar[]',
  'kubernetes-types/core/v1',
);

export const operatorPod = group(
  'OperatorPod',
  `Where the operator's Pods run, and additions to them. The fields are those of a Kubernetes Pod.

@see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/`,
  {
    labels: option(addedLabels, '', '- only `labels`, which every object gets'),
    annotations: option(annotations, '', '- none'),
    nodeSelector: option(labels, 'Labels that a node must have.', '- none'),
    tolerations: option(
      list(kubernetes('Toleration', { key: labelKey })),
      'Taints of nodes that the Pods tolerate.',
      '- none',
    ),
    affinity: option(kubernetes('Affinity'), '', '- none'),
    priorityClassName: option(objectName, '', "- the cluster's default class"),
    topologySpreadConstraints: option(
      list(spread),
      '',
      '- prefers nodes and zones without other Pods of the operator; `[]`: no constraints',
    ),
    env: option(environmentVariables, 'Environment variables, except those of settings and of `Operator`.', '- none'),
    args: option(list(string), 'Arguments of the command, after those of the image.', '- none'),
    volumes: option(
      withType(list(volume), 'readonly Volume[]', 'kubernetes-types/core/v1'),
      'Volumes, except `tmp` and those of certificates.',
      '- none',
    ),
    volumeMounts: option(
      list(kubernetes('VolumeMount', { name: volumeName, mountPath: absolute, subPath: text() })),
      '',
      '- none',
    ),
    securityContext: option(
      kubernetesPatch('PodSecurityContext'),
      "Changes the Pod's security context. On OpenShift, which assigns users, set `{ runAsUser: null, runAsGroup: " +
        'null }` here and for the container.',
      '- no changes: the default context passes Pod Security "restricted"',
    ),
    containerSecurityContext: option(
      kubernetesPatch('SecurityContext'),
      "Changes the container's security context.",
      '- no changes: the default context passes Pod Security "restricted"',
    ),
  },
);

const cidr = withType(
  value('addresses such as 10.0.0.0/8 or fd00::/8', { json: { type: 'string' } }, isCidr),
  'string',
);

function isCidr(given: unknown): boolean {
  const [, address = '', bits] = /^([^/%]+)\/(\d{1,3})$/.exec(typeof given === 'string' ? given : '') ?? [];
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return Number(bits) <= most;
}

const peer = kubernetes('NetworkPolicyPeer', { ipBlock: object({ cidr, except: list(cidr).optional() }) });

const networkPort = object({
  port: either('a port, or its name', port, text()).optional(),
  endPort: port.optional(),
  protocol: oneOf('TCP', 'UDP', 'SCTP').optional(),
});

const egressRules = withType(
  list(object({ to: list(peer).optional(), ports: list(networkPort).optional() })),
  'readonly NetworkPolicyEgressRule[]',
  'kubernetes-types/networking/v1',
);

export const operatorEgress = group('OperatorEgress', 'What the Pods may reach: DNS, the API servers, and `others`.', {
  apiServers: option(list(cidr, { minimum: 1 }), 'The addresses of the API servers, as CIDRs.', '- every address'),
  apiServerPorts: option(
    list(port, { minimum: 1 }),
    'Ports of the Service `kubernetes` and of the servers behind it: network plugins check one or the other.',
    '[443, 6443]',
  ),
  others: option(egressRules, 'Other servers that the operator calls, such as a store.', '- nothing'),
});

export const operatorNetwork = group(
  'OperatorNetwork',
  `Which clients may reach the Pods of the operator, and which servers the Pods may reach.

@see https://kubernetes.io/docs/concepts/services-networking/network-policies/`,
  {
    metricsFrom: option(
      list(peer),
      'The clients that may read the metrics, if they are served.',
      '- every Pod of the cluster',
    ),
    webhooksFrom: option(
      list(peer),
      'The clients that may call the webhooks: the API servers, which are not Pods.',
      '- all clients, because the addresses of the API servers are unknown',
    ),
    egress: option(operatorEgress, 'Limits which servers the Pods may reach. `{}` is enough.', '- no limit'),
  },
);
