import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';

import { claimSubnet, type Subnet } from './subnet.ts';

const candidates = ['127.101.201', '127.101.202', '127.101.203'];

async function claim(from?: string[]): Promise<Subnet> {
  const subnet = await claimSubnet(from);
  if (subnet === undefined) throw new Error('this system gives loopback one address only');
  return subnet;
}

// eslint-disable-next-line no-restricted-syntax -- macOS gives loopback one address only
describe.skipIf(process.platform === 'darwin')('a loopback subnet (macOS does not support it)', () => {
  test('belongs to one owner at a time: the second one gets the next subnet', async () => {
    await using first = await claim(candidates);
    await using second = await claim(candidates);
    expect([first.prefix, second.prefix]).toEqual(candidates.slice(0, 2));
  });

  test('is free again once it is disposed', async () => {
    const first = await claim(candidates);
    await first[Symbol.asyncDispose]();
    await using second = await claim(candidates);
    expect(second.prefix).toBe(first.prefix);
  });

  test('has addresses on which other processes can listen', async () => {
    await using subnet = await claim();
    expect(subnet.prefix).toMatch(/^127\.\d+\.\d+$/);
    const [, x = '', y = ''] = subnet.prefix.split('.');
    expect(Number(x)).toBeGreaterThan(0);
    expect(Number(x)).toBeLessThan(128);
    for (const address of [`127.${x}.${y}.2`, `127.${String(Number(x) + 128)}.${y}.2`]) {
      const server = createServer();
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve));
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('throws if every candidate is taken', async () => {
    await using _taken = await claim(candidates.slice(0, 1));
    await expect(claimSubnet(candidates.slice(0, 1))).rejects.toThrow('failed to claim a loopback subnet');
  });
});
