import { expect, it } from 'vitest';

import { findWebhookAddress, type Machine } from './webhook-address.ts';

const linux: Machine = {
  platform: 'linux',
  addresses: ['127.0.0.1', '172.18.0.1'],
  listGateways: () => Promise.resolve(['fc00::1', '172.18.0.1']),
};

const gateway = { host: '172.18.0.1', listen: '172.18.0.1' };
const withoutDocker: Machine = { ...linux, listGateways: () => Promise.reject(new Error('ENOENT')) };

it.each([
  { context: 'kind-kind', machine: linux, title: 'the gateway of its network', address: gateway },
  { context: 'k3d-shops', machine: linux, title: 'the gateway of its network', address: gateway },
  { context: 'minikube', machine: linux, title: 'the gateway of its network', address: gateway },
  {
    context: 'kind-kind',
    machine: { ...linux, addresses: ['127.0.0.1'] },
    title: 'unknown if the gateway is in a virtual machine',
    address: undefined,
  },
  { context: 'kind-kind', machine: withoutDocker, title: 'unknown if Docker does not answer', address: undefined },
  {
    context: 'kind-kind',
    machine: { ...withoutDocker, platform: 'darwin' as const },
    title: 'the name of Docker Desktop',
    address: { host: 'host.docker.internal', listen: '127.0.0.1' },
  },
  { context: 'production', machine: linux, title: 'unknown', address: undefined },
])('the address for $context is $title', async ({ context, machine, address }) => {
  expect(await findWebhookAddress(context, undefined, machine)).toEqual(address);
});

it.each([
  ['192.0.2.7', { host: '192.0.2.7', listen: '192.0.2.7' }],
  ['laptop.example.com', { host: 'laptop.example.com', listen: '127.0.0.1' }],
])('the given host %s wins, and only an address is listened on', async (host, expected) => {
  expect(await findWebhookAddress('production', host, linux)).toEqual(expected);
});
