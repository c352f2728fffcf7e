import { expect, test } from 'vitest';

import { Addresses } from './addresses.ts';

test('each Pod has its own loopback addresses, and a status address that is not loopback', () => {
  const addresses = new Addresses('127.8.9');
  expect(addresses.host).toEqual({ loopback: '127.8.9.1', inside: '127.136.9.1', shown: '10.8.9.1' });
  expect(addresses.take()).toEqual({ loopback: '127.8.9.2', inside: '127.136.9.2', shown: '10.8.9.2' });
  expect(addresses.take()).toEqual({ loopback: '127.8.9.3', inside: '127.136.9.3', shown: '10.8.9.3' });
});

test('released addresses are reused after all others, in release order', () => {
  const addresses = new Addresses('127.8.9');
  const one = addresses.take()!;
  addresses.release(one);
  const all = Array.from({ length: 253 }, () => addresses.take()?.shown);
  expect(new Set(all).size).toBe(253);
  expect(all.at(-1)).toBe(one.shown);
  expect(addresses.take()).toBeUndefined();
});

test("a Pod's port resolves to the port on which its program listens", () => {
  const addresses = new Addresses('127.8.9');
  const address = addresses.take()!;
  addresses.mapPorts(address, { 80: 34567 });
  expect(addresses.resolve(address.shown, 80)).toEqual({ host: address.loopback, port: 34567 });
  expect(addresses.resolve(address.shown, 81)).toEqual({ host: address.loopback, port: 81 });
  addresses.release(address);
  expect(addresses.resolve(address.shown, 80)).toBeUndefined();
  expect(addresses.resolve('10.244.0.1', 80)).toBeUndefined();
});
