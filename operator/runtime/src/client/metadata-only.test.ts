import { describe, expect, it } from 'vitest';

import { streamLines, createScriptedTransport, type TransportScript } from '../../fixtures/scripted-transport.ts';
import { type Kind, onlyMetadata } from '../base/index.ts';
import { createClient } from './client.ts';

const pod: Kind = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const key = { namespace: 'default', name: 'web' };
const metadata = { ...key, uid: 'u', resourceVersion: '7', labels: { a: 'b' } };
const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata };
const whole = { apiVersion: 'v1', kind: 'Pod', metadata, spec: { nodeName: 'n' }, status: {} };
const expected = { apiVersion: 'v1', kind: 'Pod', metadata };

const one = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
const many = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

function createScripted(script: TransportScript, kind = onlyMetadata(pod)) {
  const transport = createScriptedTransport(script);
  return { transport, pods: createClient(transport).resource(kind) };
}

const answerWith = (body: unknown) => ({ call: () => ({ status: 200, body }) });

describe('a kind with metadata only', () => {
  it.each([
    ['the server sends that', partial],
    ['the server knows whole objects only', whole],
  ])('returns objects of its own kind with only metadata, where %s', async (_, body) => {
    const { transport, pods } = createScripted(answerWith(body));

    await expect(pods.get(key)).resolves.toStrictEqual(expected);
    await expect(pods.tryGet(key)).resolves.toStrictEqual(expected);
    expect(transport.requests.map(({ accept }) => accept)).toEqual([one, one]);
    expect(transport.takeRequests()).toEqual([
      'GET /api/v1/namespaces/default/pods/web',
      'GET /api/v1/namespaces/default/pods/web',
    ]);
  });

  it('lists in pages', async () => {
    const list = { kind: 'PartialObjectMetadataList', metadata: { resourceVersion: '9', continue: 'next' } };
    const { transport, pods } = createScripted(answerWith({ ...list, items: [partial, whole] }));

    await expect(pods.list({ limit: 2 })).resolves.toStrictEqual({
      items: [expected, expected],
      resourceVersion: '9',
      continueToken: 'next',
    });
    expect(transport.requests[0]).toMatchObject({ accept: many, query: { limit: 2 } });
  });

  it('can be watched: errors are passed on, and the end of the initial objects is recognized', async () => {
    const end = { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } };
    const status = { kind: 'Status', code: 410 };
    const lines = [
      { type: 'ADDED', object: partial },
      { type: 'DELETED', object: whole },
      { type: 'BOOKMARK', object: { ...partial, metadata: end } },
      { type: 'ERROR', object: status },
    ].map((line) => JSON.stringify(line));
    const { transport, pods } = createScripted({ stream: () => ({ status: 200, lines: streamLines(...lines) }) });
    const events: unknown[] = [];
    for await (const event of await pods.watch({ sendInitialEvents: true })) events.push(event);

    expect(events).toStrictEqual([
      { type: 'ADDED', object: expected },
      { type: 'DELETED', object: expected },
      { type: 'BOOKMARK', object: { ...expected, metadata: end } },
      { type: 'ERROR', object: status },
    ]);
    expect(transport.requests[0]).toMatchObject({ accept: one });
  });

  it('closes the stream when the caller stops reading', async () => {
    let closed = false;
    async function* streamEndless(): AsyncGenerator<string> {
      try {
        for (;;) yield JSON.stringify({ type: 'ADDED', object: partial });
      } finally {
        closed = true;
      }
    }
    const { pods } = createScripted({ stream: () => ({ status: 200, lines: streamEndless() }) });
    for await (const event of await pods.watch()) {
      expect(event.type).toBe('ADDED');
      break;
    }

    expect(closed).toBe(true);
  });

  it('differs from the whole kind, which is still requested completely', async () => {
    const list = { metadata: { resourceVersion: '7' }, items: [] };
    const { transport, pods } = createScripted(
      { call: ({ path }) => ({ status: 200, body: path.endsWith('/web') ? whole : list }) },
      pod,
    );

    await expect(pods.get(key)).resolves.toStrictEqual(whole);
    await pods.list();
    expect(transport.requests.filter((request) => 'accept' in request)).toEqual([]);
    expect(onlyMetadata(pod)).toStrictEqual({ ...pod, metadataOnly: true });
  });
});
