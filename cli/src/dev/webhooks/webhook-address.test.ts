import { expect, it } from 'vitest';

import { findWebhookAddress, type Machine } from './webhook-address.ts';

const linux: Machine = {
  platform: 'linux',
  addresses: ['127.0.0.1', '172.18.0.1'],
  listGateways: (network) =>
    network === 'missing' ? Promise.reject(new Error('no such network')) : Promise.resolve(['fc00::1', '172.18.0.1']),
};

it.each([
  ['kind-kind', 'the gateway of its network', linux, { host: '172.18.0.1', listen: '172.18.0.1' }],
  ['k3d-shops', 'the gateway of its network', linux, { host: '172.18.0.1', listen: '172.18.0.1' }],
  ['minikube', 'the gateway of its network', linux, { host: '172.18.0.1', listen: '172.18.0.1' }],
  ['kind-kind', 'nothing, if the gateway is in a virtual machine', { ...linux, addresses: ['127.0.0.1'] }, undefined],
  [
    'kind-kind',
    'nothing, if Docker does not answer',
    { ...linux, listGateways: () => Promise.reject(new Error('ENOENT')) },
    undefined,
  ],
  [
    'kind-kind',
    'the name of Docker Desktop',
    { ...linux, platform: 'darwin' as const },
    { host: 'host.docker.internal', listen: '127.0.0.1' },
  ],
  ['production', 'nothing', linux, undefined],
])('the address for %s is %s', async (context, _, machine, expected) => {
  expect(await findWebhookAddress(context, undefined, machine)).toEqual(expected);
});

it.each([
  ['192.0.2.7', { host: '192.0.2.7', listen: '192.0.2.7' }],
  ['laptop.example.com', { host: 'laptop.example.com', listen: '127.0.0.1' }],
])('the given host %s wins, and only an address is listened on', async (host, expected) => {
  expect(await findWebhookAddress('production', host, linux)).toEqual(expected);
});
