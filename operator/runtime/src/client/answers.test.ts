import { describe, expect, it } from 'vitest';

import { streamLines, createScriptedTransport } from '../../fixtures/scripted-transport.ts';
import { type Kind, type KubeObject, onlyMetadata } from '../base/index.ts';
import { createClient } from './client.ts';
import type { Resource } from './resource.ts';

const pod: Kind = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const key = { namespace: 'default', name: 'web' };
const metadata = { ...key, resourceVersion: '7' };
const sent = { apiVersion: 'v1', kind: 'Pod', metadata: key };
const page = '<!doctype html><html><head><title>Sign in to continue</title></head></html>';
const question = 'check for a proxy between the operator and the API server';

const kinds = [
  ['whole objects', pod],
  ['metadata alone', onlyMetadata(pod)],
] as const;

function createAnsweredResource(kind: Kind, body: unknown): Resource<KubeObject> {
  return createClient(createScriptedTransport({ call: () => ({ status: 200, body }) })).resource(kind);
}

async function readEvent(kind: Kind, line: string): Promise<unknown> {
  const stream = () => ({ status: 200, lines: streamLines(line) });
  const events = await createClient(createScriptedTransport({ stream })).resource(kind).watch();
  for await (const event of events) return event;
  return 'nothing';
}

describe.each(kinds)('of %s, a response', (_, kind) => {
  it.each([
    [page, 'a HTML page (“Sign in to continue”)'],
    ['', 'nothing'],
    [null, 'nothing'],
    [undefined, 'nothing'],
    [42, 'a number'],
    [[], 'an array'],
    [{ items: [] }, 'an object without metadata'],
    [{ metadata: null, items: [] }, 'an object without metadata'],
    [{ metadata: { resourceVersion: '7' } }, 'an object without items'],
    [{ metadata: {}, items: [] }, 'a list without metadata.resourceVersion'],
    [{ metadata: { resourceVersion: '7' }, items: {} }, 'a list whose items are an object'],
    [{ metadata: { resourceVersion: '7' }, items: [{ metadata }, null] }, 'a list with an item that is nothing'],
    [{ metadata: { resourceVersion: '7' }, items: [{}] }, 'a list with an item that has no metadata'],
    [
      { metadata: { resourceVersion: '7' }, items: [{ metadata: key }] },
      'a list with an item that has no metadata.resourceVersion',
    ],
  ])('that is not a list is described in the error: %j', async (body, words) => {
    await expect(createAnsweredResource(kind, body).list()).rejects.toMatchObject({
      name: 'ApiError',
      status: 0,
      code: 'API_UNAVAILABLE',
      message: `failed to list pods: the server answered 200 with ${words}: ${question}`,
    });
  });

  it.each([
    ['get', (pods: Resource<KubeObject>) => pods.get(key)],
    ['get', (pods: Resource<KubeObject>) => pods.tryGet(key)],
    ['create', (pods: Resource<KubeObject>) => pods.create(sent)],
    ['update', (pods: Resource<KubeObject>) => pods.update(sent)],
    ['apply', (pods: Resource<KubeObject>) => pods.apply(sent, { fieldManager: 'me' })],
    ['patch', (pods: Resource<KubeObject>) => pods.jsonPatch(key, [])],
    ['patch', (pods: Resource<KubeObject>) => pods.mergePatch(key, {})],
    ['delete', (pods: Resource<KubeObject>) => pods.delete(key, { propagation: 'Background' })],
  ] as const)('that is not an object is described in the error: %s', async (verb, call) => {
    for (const [body, words] of [
      [page, 'a HTML page (“Sign in to continue”)'],
      [null, 'nothing'],
      [{}, 'an object without metadata'],
    ] as const)
      await expect(call(createAnsweredResource(kind, body))).rejects.toMatchObject({
        status: 0,
        serverMessage: `the server answered 200 with ${words}: ${question}`,
        message: expect.stringContaining(`failed to ${verb} `) as string,
      });
  });
});

describe.each(kinds)('of %s, a line of a watch', (_, kind) => {
  it.each([
    ['42', 'a line of the watch is not an event: it is a number'],
    ['"x"', 'a line of the watch is not an event: it is a text that is not JSON (“x”)'],
    ['[]', 'a line of the watch is not an event: it is an array'],
    ['null', 'a line of the watch is not an event: it is nothing'],
    ['{}', 'a line of the watch is not an event: it is an object'],
    ['{"type":7,"object":{}}', 'a line of the watch is not an event: it is an object'],
    [page, 'a line of the watch is a HTML page (“Sign in to continue”)'],
    ['{"type":"ADDED","object":null}', 'the object of an event of type ADDED is nothing'],
    ['{"type":"MODIFIED"}', 'the object of an event of type MODIFIED is nothing'],
    ['{"type":"DELETED","object":[]}', 'the object of an event of type DELETED is an array'],
    ['{"type":"ADDED","object":{}}', 'the object of an event of type ADDED has no metadata'],
    [
      '{"type":"ADDED","object":{"metadata":{"name":"a"}}}',
      'the object of an event of type ADDED has no metadata.resourceVersion',
    ],
    [
      '{"type":"ADDED","object":{"metadata":{"name":"a","resourceVersion":""}}}',
      'the object of an event of type ADDED has no metadata.resourceVersion',
    ],
    [
      '{"type":"ADDED","object":{"metadata":{"resourceVersion":"7"}}}',
      'the object of an event of type ADDED has no metadata.name',
    ],
    [
      '{"type":"ADDED","object":{"metadata":{"name":"a","namespace":7,"resourceVersion":"7"}}}',
      'the object of an event of type ADDED has a namespace that is not a string',
    ],
    [
      '{"type":"BOOKMARK","object":{"metadata":{}}}',
      'the object of an event of type BOOKMARK has no metadata.resourceVersion',
    ],
  ])('without a resource version is described in the error: %s', async (line, words) => {
    await expect(readEvent(kind, line)).rejects.toMatchObject({ status: 0, serverMessage: words });
  });

  it('is not quoted by a cause of the error', async () => {
    await expect(readEvent(kind, '{"data":{"db":"s3cret"}')).rejects.not.toHaveProperty('cause');
  });

  it('of an unknown event type is passed on unchanged', async () => {
    for (const object of [{ metadata }, null, 7])
      await expect(readEvent(kind, JSON.stringify({ type: 'HEARTBEAT', object }))).resolves.toEqual({
        type: 'UNKNOWN',
        name: 'HEARTBEAT',
      });
    const { name } = (await readEvent(kind, JSON.stringify({ type: 'x'.repeat(1000) }))) as { readonly name: string };
    expect(name).toHaveLength(64);
  });
});
