import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { systemClock } from '../base/index.ts';
import { Secret } from '../kinds/index.ts';
import { ApiError, type ApiRequest, type Client, connect } from './index.ts';

const password = 'hunter2';
const text = 's3cret7';
const number = 7_000_333;

let client: Client;
const key = { namespace: 'default', name: `repeated-values-${randomUUID()}` };

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
  await client.resource(Secret).create({ metadata: key, stringData: { db: password }, immutable: true });
});

afterAll(async () => {
  await client.resource(Secret).delete(key, { propagation: 'Background' });
  await client.transport.close();
});

const path = `/api/v1/namespaces/${key.namespace}/secrets`;
const sent = (method: 'POST' | 'PUT', more: object): ApiRequest => ({
  ...{ method, path: method === 'POST' ? path : `${path}/${key.name}` },
  body: { apiVersion: 'v1', kind: 'Secret', metadata: key, ...more },
});
const applied = (more: object): ApiRequest => ({
  ...sent('PUT', more),
  ...{ method: 'PATCH', contentType: 'application/apply-patch+yaml' },
  query: { fieldManager: 'test', force: true, fieldValidation: 'Strict' },
});
const patched = (type: 'json' | 'merge' | 'strategic-merge', body: unknown): ApiRequest => ({
  ...{ method: 'PATCH', path: `${path}/${key.name}`, contentType: `application/${type}-patch+json`, body },
});
const added = (value: unknown): ApiRequest => patched('json', [{ op: 'add', path: '/stringData', value }]);

// The Secret contains `password`; calls send `text` and `number`.
it.each([
  ['an apply of a number', applied({ stringData: { db: number } })],
  ['an apply of a list', applied({ stringData: { db: [text] } })],
  ['an apply of an object', applied({ stringData: { db: { a: text } } })],
  ['an apply of a text instead of an object', applied({ data: `${text}\n${text}` })],
  ['an apply of no base64', applied({ data: { db: `${text}!` } })],
  ['a creation with a number', sent('POST', { stringData: { db: number } })],
  ['a creation with no base64', sent('POST', { data: { db: `${text}!` } })],
  [
    'a creation with no JSON for a registry',
    sent('POST', { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': text } }),
  ],
  ['an update of what is immutable', sent('PUT', { stringData: { db: text } })],
  ['a merge patch with a number', patched('merge', { stringData: { db: number } })],
  ['a merge patch with no base64', patched('merge', { data: { db: `${text}!` } })],
  ['a strategic merge patch with a list', patched('strategic-merge', { stringData: [text] })],
  ['a JSON patch with a number', added({ db: number })],
  ['a JSON patch with a text', added(text)],
  ['a JSON patch whose test fails', patched('json', [{ op: 'test', path: '/data/db', value: text }])],
])('the error of %s has no value of a Secret', async (_, request) => {
  const { status, body } = await client.transport.call(request);
  const { message, causes } = new ApiError('write', { status, body });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(`${message} ${JSON.stringify(causes)}`).not.toMatch(
    new RegExp([password, btoa(password), text, number].join('|')),
  );
});
