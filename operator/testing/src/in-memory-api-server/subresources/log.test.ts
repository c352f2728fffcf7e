import { describe, expect, it } from 'vitest';

import { Pod, PodDisruptionBudget } from '@kubewright/runtime/kinds';
import { createInMemoryApiServer, type InMemoryApiServer } from '../in-memory-api-server.ts';

const pod = { namespace: 'default', name: 'a' };
const path = '/api/v1/namespaces/default/pods/a';

async function createPod({ client }: InMemoryApiServer, ...names: readonly string[]): Promise<void> {
  const containers = names.map((name) => ({ name, image: 'a:1' }));
  await client.resource(Pod).create({ metadata: pod, spec: { containers } });
}

describe('the log of a Pod', () => {
  it('is what the test sets, for a container or for all', async () => {
    const server = createInMemoryApiServer();
    await createPod(server, 'a', 'b');
    server.setLog(pod, 'of all');
    server.setLog({ ...pod, container: 'b' }, 'one\ntwo\nthree\n');
    const read = async (query: Record<string, string | number>): Promise<unknown> =>
      (await server.transport.call({ method: 'GET', path: `${path}/log`, query })).body;
    expect(await read({ container: 'a' })).toBe('of all');
    expect(await read({ container: 'b', tailLines: 2 })).toBe('two\nthree\n');
    expect(await read({ container: 'b', tailLines: 0 })).toBe('');
    expect(await read({ container: 'b', limitBytes: 3 })).toBe('one');
    expect(await read({ container: 'b', follow: 'true' })).toMatchObject({
      message: 'the in-memory API server does not support the option follow of logs',
    });
  });
});

describe('the eviction of a Pod', () => {
  it('is rejected as unsupported in a namespace with a budget', async () => {
    const server = createInMemoryApiServer();
    await createPod(server, 'a');
    const metadata = { namespace: 'default', name: 'b' };
    await server.client.resource(PodDisruptionBudget).create({ metadata, spec: { maxUnavailable: 0 } });
    const body = { metadata: { name: 'a' } };
    const { body: answer } = await server.transport.call({ method: 'POST', path: `${path}/eviction`, body });
    expect(answer).toMatchObject({
      message: expect.stringContaining('does not evaluate PodDisruptionBudgets') as string,
    });
  });
});
