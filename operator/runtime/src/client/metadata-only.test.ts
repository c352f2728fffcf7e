import { describe, expect, it } from 'vitest';

import { linesOf, scriptTransport, type TransportScript } from '../../fixtures/scripted-transport.ts';
import { type Kind, metadataOf } from '../base/index.ts';
import { createClient } from './client.ts';

const pod: Kind = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const key = { namespace: 'default', name: 'web' };
const metadata = { ...key, uid: 'u', resourceVersion: '7', labels: { a: 'b' } };
const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata };
const whole = { apiVersion: 'v1', kind: 'Pod', metadata, spec: { nodeName: 'n' }, status: {} };
const expected = { apiVersion: 'v1', kind: 'Pod', metadata };

const one = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
const many = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

function scripted(script: TransportScript, kind = metadataOf(pod)) {
  const transport = scriptTransport(script);
  return { transport, pods: createClient(transport).resource(kind) };
}

const answers = (body: unknown) => ({ call: () => ({ status: 200, body }) });

describe('a kind with metadata only', () => {
  it.each([
    ['the server sends that', partial],
    ['the server knows whole objects only', whole],
  ])('returns objects of its own kind with metadata and nothing else, where %s', async (_, body) => {
    const { transport, pods } = scripted(answers(body));

    await expect(pods.get(key)).resolves.toStrictEqual(expected);
    await expect(pods.tryGet(key)).resolves.toStrictEqual(expected);
    expect(transport.requests.map(({ accept }) => accept)).toEqual([one, one]);
    expect(transport.taken()).toEqual([
      'GET /api/v1/namespaces/default/pods/web',
      'GET /api/v1/namespaces/default/pods/web',
    ]);
  });

  it('lists in pages', async () => {
    const list = { kind: 'PartialObjectMetadataList', metadata: { resourceVersion: '9', continue: 'next' } };
    const { transport, pods } = scripted(answers({ ...list, items: [partial, whole] }));

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
    const { transport, pods } = scripted({ stream: () => ({ status: 200, lines: linesOf(...lines) }) });
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
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield JSON.stringify({ type: 'ADDED', object: partial });
      } finally {
        closed = true;
      }
    }
    const { pods } = scripted({ stream: () => ({ status: 200, lines: endless() }) });
    for await (const event of await pods.watch()) {
      expect(event.type).toBe('ADDED');
      break;
    }

    expect(closed).toBe(true);
  });

  it('fails like any other kind', async () => {
    const refused = { status: 403, body: { kind: 'Status', message: 'no' } };
    const { pods } = scripted({
      call: () => refused,
      stream: () => ({ status: 410, refusal: { kind: 'Status', code: 410, message: 'gone' }, lines: linesOf() }),
    });

    await expect(pods.list()).rejects.toMatchObject({ code: 'API_FORBIDDEN' });
    await expect(pods.watch()).rejects.toMatchObject({ code: 'API_EXPIRED' });
  });

  it('is distinct from the whole kind, which is still requested whole', async () => {
    const list = { metadata: { resourceVersion: '7' }, items: [] };
    const { transport, pods } = scripted(
      { call: ({ path }) => ({ status: 200, body: path.endsWith('/web') ? whole : list }) },
      pod,
    );

    await expect(pods.get(key)).resolves.toStrictEqual(whole);
    await pods.list();
    expect(transport.requests.filter((request) => 'accept' in request)).toEqual([]);
    expect(metadataOf(pod)).toStrictEqual({ ...pod, metadataOnly: true });
  });
});
