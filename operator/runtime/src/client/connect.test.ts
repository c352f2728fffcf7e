import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { type Kind, systemClock } from '../base/index.ts';
import { connect } from './connect.ts';

const node: Kind = { group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false };

it('a client talks to the server of its kubeconfig, as its user', async () => {
  const server = createServer((request, response) => {
    response.end(JSON.stringify({ metadata: { name: `${request.headers.authorization ?? ''} ${request.url ?? ''}` } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = await mkdtemp(join(tmpdir(), 'connect-'));
  try {
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const kubeconfig = join(folder, 'config');
    const config = {
      clusters: [{ name: 'c', cluster: { server: url, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'u', user: { token: 'secret' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'team' } }],
      'current-context': 'x',
    };
    await writeFile(kubeconfig, JSON.stringify(config), { mode: 0o600 });
    const { client, credentials } = await connect({ kubeconfig, clock: systemClock });
    expect(credentials.namespace).toBe('team');
    const { metadata } = await client.resource(node).get({ name: 'n' });
    expect(metadata.name).toBe('Bearer secret /api/v1/nodes/n');
    await client.transport.close();
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
});
