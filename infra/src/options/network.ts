import { isIP } from 'node:net';

import { kubernetes } from './kubernetes.ts';
import { port } from './names.ts';
import { either, group, list, object, oneOf, option, text, typed, value } from './schema.ts';

const cidr = typed(value('addresses such as 10.0.0.0/8 or fd00::/8', { json: { type: 'string' } }, isCidr), 'string');

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

const egressRules = typed(
  list(object({ to: list(peer).optional(), ports: list(networkPort).optional() })),
  'readonly NetworkPolicyEgressRule[]',
  'kubernetes-types/networking/v1',
);

export const operatorEgress = group(
  'OperatorEgress',
  'Whom the Pods may reach: DNS, the API servers, and nobody else but whom `others` names.',
  {
    apiServers: option(list(cidr, { minimum: 1 }), 'The addresses of the API servers, as CIDRs.', '- every address'),
    apiServerPorts: option(
      list(port, { minimum: 1 }),
      'Their ports: that of the Service `kubernetes` and those of the servers behind it, as network plugins look at the ' +
        'one or the other.',
      '[443, 6443]',
    ),
    others: option(egressRules, 'What else the operator calls, such as a store.', '- nothing'),
  },
);

export const operatorNetwork = group(
  'OperatorNetwork',
  `Who may reach the Pods of the operator, and whom they may reach.

@see https://kubernetes.io/docs/concepts/services-networking/network-policies/`,
  {
    metricsFrom: option(list(peer), 'Who may ask for the metrics, if they are served.', '- every Pod of the cluster'),
    webhooksFrom: option(
      list(peer),
      'Who may ask the webhooks, if there are some: the API servers, which are no Pods.',
      '- everybody, because nobody knows here which addresses they have',
    ),
    egress: option(operatorEgress, 'Limits whom the Pods may reach. `{}` is enough.', '- it is not limited'),
  },
);
