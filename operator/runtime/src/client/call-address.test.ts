import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, it } from 'vitest';

import { recordSpans } from '../../fixtures/record-spans.ts';
import { runInSpan, type Kind, systemClock } from '../base/index.ts';
import { createFixedCredentials } from './credentials/index.ts';
import { createClient } from './client.ts';
import { createHttpTransport } from './http-transport.ts';

const node: Kind = { group: '', version: 'v1', kind: 'Node', plural: 'nodes', namespaced: false };

it('the span of a call has the address of the server', async () => {
  await using spans = await recordSpans();
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ metadata: { resourceVersion: '1' }, items: [] })),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${String(port)}`;
  const credentials = createFixedCredentials(`${url.replace('://', '://me:secret@')}/behind`, {
    headers: { authorization: 'Bearer secret' },
  });
  const transport = createHttpTransport({ credentials, clock: systemClock });
  try {
    await runInSpan(
      () => ({ name: 'reconcile', attributes: {} }),
      () => createClient(transport).resource(node).list({ limit: 7 }),
    );
    const [span] = spans.exporter.getFinishedSpans();
    expect(span?.name).toBe('list nodes');
    expect(span?.attributes).toMatchObject({
      'server.address': '127.0.0.1',
      'server.port': port,
      'url.full': `${url}/behind/api/v1/nodes?limit=7`,
      'http.response.status_code': 200,
    });
    expect(JSON.stringify(span?.attributes)).not.toContain('secret');
  } finally {
    await transport.close();
    server.closeAllConnections();
    server.close();
  }
});
