import { expect, test } from 'vitest';

import { Egress } from './egress.ts';

const pod = { host: '127.3.4.2', port: 8443 };
const service = { host: '10.96.0.7', port: 443 };
const network = { route: ({ host }: { host: string }) => (host === service.host ? pod : undefined) };

test('without a network a Service is unreachable, and every other address is direct', () => {
  const egress = new Egress('10.96.0.0/12');
  const rejection = 'Services need a node that runs Pods as processes';
  expect(egress.route(service)).toEqual({ rejection });
  expect(egress.route({ ...service, host: '10.111.255.255' })).toEqual({ rejection });
  for (const host of ['10.95.0.1', '10.112.0.1', '127.0.0.1', '::1', 'localhost']) {
    expect(egress.route({ host, port: 10_250 })).toEqual({ host, port: 10_250 });
  }
});

test('a network routes its own addresses until it is disposed', () => {
  const egress = new Egress('10.96.0.0/12');
  const connection = egress.connect(network);
  expect(egress.route(service)).toBe(pod);
  expect(egress.route({ ...service, host: '10.96.0.8' })).toEqual({
    rejection: '10.96.0.8:443 is not the address of a Service',
  });
  expect(egress.route({ ...service, host: 'localhost' })).toEqual({ host: 'localhost', port: 443 });
  connection[Symbol.dispose]();
  expect(egress.route(service)).toHaveProperty('rejection');
});

test('the first of two networks with the address routes it', () => {
  const egress = new Egress('10.96.0.0/12');
  egress.connect({ route: () => undefined });
  egress.connect(network);
  expect(egress.route(service)).toBe(pod);
});
