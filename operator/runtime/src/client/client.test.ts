import { describe, expect, it } from 'vitest';

import { streamLines, createScriptedTransport, type TransportScript } from '../../fixtures/scripted-transport.ts';
import type { Kind, KubeObject } from '../base/index.ts';
import { createClient } from './client.ts';
import type { CallOptions, Resource } from './resource.ts';
import type { ApiRequest } from './transport.ts';

const service: Kind = { group: '', version: 'v1', kind: 'Service', plural: 'services', namespaced: true };
const key = { namespace: 'default', name: 'web' };
const sent = { apiVersion: 'v1', kind: 'Service', metadata: key, spec: { a: 1 } };

function createScripted(script: TransportScript = {}, kind: Kind = service) {
  const transport = createScriptedTransport(script);
  return { transport, services: createClient(transport).resource(kind) };
}

const answerWith = (status: number, body: unknown) => ({ call: () => ({ status, body }) });
const a = { name: 'a', resourceVersion: '3' };
const bookmark = { type: 'BOOKMARK', object: { metadata: { resourceVersion: '3' } } };
const ok = answerWith(200, { metadata: { name: 'web' } });

describe('one call is one request', () => {
  const at = '/api/v1/namespaces/default/services';
  const apply = 'fieldManager=me&force=false&fieldValidation=Strict';
  type Call = (services: Resource<KubeObject>, options: CallOptions) => Promise<unknown>;
  interface Row {
    readonly verb: string;
    readonly call: Call;
    readonly asks: string;
    readonly request?: Partial<ApiRequest>;
  }
  const rows: readonly Row[] = [
    { verb: 'get', call: (s, o) => s.get(key, o), asks: `GET ${at}/web` },
    { verb: 'tryGet', call: (s, o) => s.tryGet(key, o), asks: `GET ${at}/web` },
    { verb: 'create', call: (s, o) => s.create(sent, o), asks: `POST ${at}`, request: { body: sent } },
    { verb: 'update', call: (s, o) => s.update(sent, o), asks: `PUT ${at}/web`, request: { body: sent } },
    {
      verb: 'apply',
      call: (s, o) => s.apply(sent, { ...o, fieldManager: 'me' }),
      asks: `PATCH ${at}/web?${apply}`,
      request: { body: sent, contentType: 'application/apply-patch+yaml' },
    },
    {
      verb: 'apply with force',
      call: (s, o) => s.apply(sent, { ...o, fieldManager: 'me', force: true }),
      asks: `PATCH ${at}/web?${apply.replace('false', 'true')}`,
    },
    {
      verb: 'apply of the status',
      call: (s, o) => s.apply(sent, { ...o, fieldManager: 'me', subresource: 'status' }),
      asks: `PATCH ${at}/web/status?${apply}`,
    },
    {
      verb: 'jsonPatch',
      call: (s, o) => s.jsonPatch(key, [{ op: 'remove', path: '/a' }], { ...o, fieldManager: 'me' }),
      asks: `PATCH ${at}/web?fieldManager=me`,
      request: { body: [{ op: 'remove', path: '/a' }], contentType: 'application/json-patch+json' },
    },
    {
      verb: 'mergePatch of the status',
      call: (s, o) => s.mergePatch(key, { a: null }, { ...o, subresource: 'status' }),
      asks: `PATCH ${at}/web/status`,
      request: { body: { a: null }, contentType: 'application/merge-patch+json' },
    },
    {
      verb: 'delete',
      call: (s, o) => s.delete(key, { ...o, propagation: 'Orphan' }),
      asks: `DELETE ${at}/web`,
      request: { body: { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Orphan' } },
    },
    {
      verb: 'delete of one version',
      call: (s, o) => s.delete(key, { ...o, uid: 'u1', resourceVersion: '7', propagation: 'Background' }),
      asks: `DELETE ${at}/web`,
      request: {
        body: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          propagationPolicy: 'Background',
          preconditions: { uid: 'u1', resourceVersion: '7' },
        },
      },
    },
    {
      verb: 'delete of one incarnation',
      call: (s, o) => s.delete(key, { ...o, uid: 'u1', propagation: 'Background' }),
      asks: `DELETE ${at}/web`,
      request: {
        body: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          propagationPolicy: 'Background',
          preconditions: { uid: 'u1' },
        },
      },
    },
  ];

  it.each(rows)('$verb', async ({ call, asks, request = {} }) => {
    const { transport, services } = createScripted(ok);
    await call(services, {});
    expect(transport.takeRequests()).toEqual([asks]);
    expect(transport.requests[0]).toMatchObject(request);
    expect(transport.requests[0]).not.toHaveProperty('signal');
  });

  it.each(rows)('$verb passes its signal on', async ({ call }) => {
    const { signal } = new AbortController();
    const { transport, services } = createScripted(ok);
    await call(services, { signal });
    expect(transport.requests[0]?.signal).toBe(signal);
  });
});

describe('responses', () => {
  it('contain apiVersion and kind, which the API server omits in lists', async () => {
    const { services } = createScripted(
      answerWith(200, { items: [{ metadata: a }], metadata: { resourceVersion: '7' } }),
    );
    await expect(services.list()).resolves.toEqual({
      items: [{ apiVersion: 'v1', kind: 'Service', metadata: a }],
      resourceVersion: '7',
    });
  });

  it('to an empty list contain no items', async () => {
    const { services } = createScripted(answerWith(200, { items: null, metadata: { resourceVersion: '7' } }));
    await expect(services.list()).resolves.toEqual({ items: [], resourceVersion: '7' });
  });

  it('to an apply state whether the object was created', async () => {
    for (const [status, created] of [
      [200, false],
      [201, true],
    ] as const) {
      const { services } = createScripted(answerWith(status, { metadata: key }));
      await expect(services.apply(sent, { fieldManager: 'me' })).resolves.toMatchObject({ created });
    }
  });

  it('of tryGet are undefined for a missing object, and errors otherwise', async () => {
    await expect(createScripted().services.tryGet(key)).resolves.toBeUndefined();
    await expect(createScripted().services.get(key)).rejects.toMatchObject({ code: 'API_NOT_FOUND', object: key });
    await expect(createScripted(answerWith(403, 'no')).services.tryGet(key)).rejects.toMatchObject({
      code: 'API_FORBIDDEN',
    });
  });
});

describe('list', () => {
  it('sends only the given options', async () => {
    const { transport, services } = createScripted(
      answerWith(200, { items: [], metadata: { resourceVersion: '7', continue: '' } }),
    );
    await services.list();
    await services.list({
      namespace: 'default',
      labelSelector: 'a=b',
      fieldSelector: 'c=d',
      limit: 500,
      continueToken: 'next',
      resourceVersion: '0',
    });
    expect(transport.takeRequests()).toEqual([
      'GET /api/v1/services',
      'GET /api/v1/namespaces/default/services?labelSelector=a=b&fieldSelector=c=d&limit=500&continue=next&resourceVersion=0',
    ]);
  });

  it('passes its signal on', async () => {
    const { signal } = new AbortController();
    const { transport, services } = createScripted(answerWith(200, { items: [], metadata: { resourceVersion: '7' } }));
    await services.list({ signal });
    expect(transport.requests[0]?.signal).toBe(signal);
  });

  it('has a token only while there are more pages', async () => {
    const last = createScripted(answerWith(200, { items: [], metadata: { resourceVersion: '7', continue: '' } }));
    await expect(last.services.list()).resolves.not.toHaveProperty('continueToken');
    const { services } = createScripted(
      answerWith(200, { items: [], metadata: { resourceVersion: '7', continue: 'next' } }),
    );
    await expect(services.list()).resolves.toHaveProperty('continueToken', 'next');
  });
});

describe('watch', () => {
  it('requests bookmarks, and the initial objects only on demand', async () => {
    const { transport, services } = createScripted({ stream: () => ({ status: 200, lines: streamLines() }) });
    await services.watch({ resourceVersion: '7', timeoutSeconds: 45 });
    await services.watch({ namespace: 'default', labelSelector: 'a=b', sendInitialEvents: true });
    expect(transport.takeRequests()).toEqual([
      'GET /api/v1/services?watch=true&allowWatchBookmarks=true&resourceVersion=7&timeoutSeconds=45',
      'GET /api/v1/namespaces/default/services?labelSelector=a=b&watch=true&allowWatchBookmarks=true' +
        '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
    ]);
  });

  it('passes its signal on', async () => {
    const { signal } = new AbortController();
    const { transport, services } = createScripted({ stream: () => ({ status: 200, lines: streamLines() }) });
    await services.watch({ signal });
    expect(transport.requests[0]?.signal).toBe(signal);
  });

  async function collectEvents(lines: AsyncIterable<string>, signal?: AbortSignal): Promise<unknown[]> {
    const { services } = createScripted({ stream: () => ({ status: 200, lines }) });
    const events: unknown[] = [];
    for await (const event of await services.watch(signal ? { signal } : {})) events.push(event);
    return events;
  }

  it('yields each line unchanged, including errors', async () => {
    const added = { type: 'ADDED', object: { metadata: a } };
    const error = { type: 'ERROR', object: { kind: 'Status', code: 410 } };
    await expect(collectEvents(streamLines(JSON.stringify(added), JSON.stringify(error)))).resolves.toEqual([
      added,
      error,
    ]);
  });

  it('fails like a call when the API server rejects it', async () => {
    const refusal = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version: 1 (9)' };
    const { services } = createScripted({ stream: () => ({ status: 410, rejection: refusal, lines: streamLines() }) });
    await expect(services.watch()).rejects.toMatchObject({
      code: 'API_EXPIRED',
      message: 'failed to watch services: too old resource version: 1 (9)',
    });
  });

  it('passes on the requested retry delay', async () => {
    const { services } = createScripted({
      call: () => ({ status: 429, body: 'busy', retryAfterMs: 2000 }),
      stream: () => ({ status: 429, rejection: 'busy', retryAfterMs: 2000, lines: streamLines() }),
    });
    await expect(services.watch()).rejects.toHaveProperty('retryAfterMs', 2000);
    await expect(services.list()).rejects.toHaveProperty('retryAfterMs', 2000);
    await expect(services.tryGet(key)).rejects.toHaveProperty('retryAfterMs', 2000);
  });

  it('fails with status 0 when the connection breaks in the middle', async () => {
    async function* streamBroken(): AsyncGenerator<string> {
      yield JSON.stringify(bookmark);
      throw Object.assign(new Error('read'), { code: 'ECONNRESET' });
    }
    await expect(collectEvents(streamBroken())).rejects.toMatchObject({ status: 0, code: 'API_UNAVAILABLE' });
  });

  it('fails with status 0 on a line that is not JSON', async () => {
    await expect(collectEvents(streamLines('<html>'))).rejects.toMatchObject({
      status: 0,
      code: 'API_UNAVAILABLE',
      serverMessage: 'a line of the watch is a HTML page',
    });
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    async function* streamAborted(): AsyncGenerator<string> {
      controller.abort(reason);
      throw new Error('socket closed');
      yield '';
    }
    await expect(collectEvents(streamAborted(), controller.signal)).rejects.toBe(reason);
  });

  it('closes the stream when the caller stops reading', async () => {
    let closed = false;
    async function* streamEndless(): AsyncGenerator<string> {
      try {
        for (;;) yield JSON.stringify(bookmark);
      } finally {
        closed = true;
      }
    }
    const { services } = createScripted({ stream: () => ({ status: 200, lines: streamEndless() }) });
    for await (const event of await services.watch()) {
      expect(event.type).toBe('BOOKMARK');
      break;
    }
    expect(closed).toBe(true);
  });
});

describe('a call without a response', () => {
  const broken = (code: string, message: string) => ({
    call: () => {
      throw Object.assign(new Error(message), { code });
    },
  });

  it('rejects with an ApiError of status 0 and the reason', async () => {
    const { services } = createScripted(broken('ECONNREFUSED', 'connect 127.0.0.1:1'));
    await expect(services.get(key)).rejects.toMatchObject({
      status: 0,
      code: 'API_UNAVAILABLE',
      retry: true,
      message: 'failed to get Service default/web: no answer (ECONNREFUSED: connect 127.0.0.1:1)',
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it('sends nothing once its signal has aborted, even if the transport does not check signals', async () => {
    const reason = new Error('too late');
    const { services, transport } = createScripted(ok);
    await expect(services.get(key, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(transport.requests).toEqual([]);
  });

  it('rejects after an abort with the reason of the abort, not with an API error', async () => {
    const reason = new Error('not leading');
    const signal = AbortSignal.abort(reason);
    const { services } = createScripted(broken('UND_ERR_ABORTED', 'aborted'));
    await expect(services.get(key, { signal })).rejects.toBe(reason);
    await expect(services.tryGet(key, { signal })).rejects.toBe(reason);
    await expect(services.delete(key, { propagation: 'Background', signal })).rejects.toBe(reason);
  });
});

describe('delete', () => {
  const remove = (body: unknown): Promise<KubeObject | undefined> =>
    createScripted(answerWith(200, body)).services.delete(key, { propagation: 'Background' });

  it('resolves with undefined once the object is deleted', async () => {
    await expect(remove({ kind: 'Status', status: 'Success' })).resolves.toBeUndefined();
  });

  it('resolves with undefined even if the API server returns the deleted object, as for a Service', async () => {
    await expect(remove({ kind: 'Service', metadata: { ...key, resourceVersion: '7' } })).resolves.toBeUndefined();
  });

  it('resolves with undefined if another client deleted the object first', async () => {
    const lastSeen = { ...key, deletionTimestamp: '2026-01-01T00:00:00Z' };
    await expect(remove({ kind: 'Pod', metadata: lastSeen })).resolves.toBeUndefined();
  });

  it('resolves with the object while finalizers or a grace period delay its deletion', async () => {
    const metadata = { ...key, resourceVersion: '7', deletionTimestamp: '2026-01-01T00:00:00Z' };
    const going = { kind: 'Service', metadata };
    await expect(remove(going)).resolves.toMatchObject({ apiVersion: 'v1', metadata: going.metadata });
  });
});
