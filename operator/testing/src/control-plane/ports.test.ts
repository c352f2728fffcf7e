import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import { freePorts } from './ports.ts';

test('the ports are different and can be listened on', async () => {
  const ports = await freePorts(5);
  expect(new Set(ports).size).toBe(5);
  for (const port of ports) {
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
    expect((server.address() as AddressInfo).port).toBe(port);
    await new Promise((resolve) => server.close(resolve));
  }
});

test('zero ports are an empty list', async () => {
  expect(await freePorts(0)).toEqual([]);
});
