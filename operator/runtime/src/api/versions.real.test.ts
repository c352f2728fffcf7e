import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { isOperatorError, systemClock } from '../base/index.ts';
import { type Client, connect } from '../client/index.ts';
import { CustomResourceDefinition } from '../kinds/index.ts';
import { defineApi, type OtherVersion, t } from './index.ts';

const group = `v${randomBytes(3).toString('hex')}.versions.example`;

const text = t.optional(t.string());
const least = t.object({ keep: text });

/** The spec of the stored version: the other version has only `keep`. */
const spec = t.object({
  keep: text,
  gone: text,
  inner: t.object({ keep: text, gone: text }),
  list: t.array(t.object({ keep: text, gone: text })),
  map: t.record(t.object({ keep: text, gone: text })),
  entries: t.record(t.string()),
  free: t.object({ keep: text }, { preserveUnknownFields: true }),
  maybe: t.object({ keep: t.nullable(t.string()) }),
  strict: t.string(),
});
const status = t.object({ keep: text, gone: text });
const other: OtherVersion = {
  version: 'v1beta1',
  spec: t.object({
    keep: text,
    inner: least,
    list: t.array(least),
    map: t.record(least),
    entries: least,
    free: least,
    maybe: least,
    strict: t.enum(['a', 'b']),
  }),
  status: least,
};
const lost = [
  ...['spec.gone', 'spec.inner.gone', 'spec.list[].gone', 'spec.map{}.gone', 'spec.entries{}', 'spec.free.*'],
  ...['spec.maybe.keep', 'status.gone'],
];
const declared = { group, version: 'v1', kind: 'Note', spec, status };
const Note = defineApi({ ...declared, otherVersions: [{ ...other, prunedFields: lost }] });
const old = { ...Note, version: 'v1beta1' };

const key = { namespace: 'default', name: 'note' };
const object = { apiVersion: `${group}/v1`, kind: 'Note', metadata: key };

let client: Client;

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
});

afterAll(async () => {
  const name = `notes.${group}`;
  await client.resource(CustomResourceDefinition).delete({ name }, { propagation: 'Background' });
  await client.transport.close();
});

function catchRejection(): string {
  try {
    defineApi({ ...declared, otherVersions: [other] });
    return '';
  } catch (error) {
    expect(isOperatorError(error, 'SCHEMA_INVALID')).toBe(true);
    return String(error);
  }
}

describe('a served version that lacks fields of the stored one', () => {
  it('is rejected, with each missing field by name', () => {
    const named = [...catchRejection().matchAll(/prunedFields: \["([^"]+)"\]/g)].map(([, path]) => path);
    expect(named).toEqual(lost);
  });

  it('erases only the named fields when an object is read in it and written back', async () => {
    await client.resource(CustomResourceDefinition).create(Note.crd);
    const both = { keep: 'k', gone: 'g' };
    const written = {
      ...{ keep: 'k', gone: 'g', inner: both, list: [both], map: { one: both }, entries: { keep: 'k', other: 'o' } },
      ...{ free: both, maybe: { keep: null }, strict: 'a' },
    };
    await expect
      .poll(() =>
        client
          .resource(Note)
          .create({ ...object, spec: written })
          .catch(String),
      )
      .toMatchObject({ spec: written });
    await client.resource(Note).mergePatch(key, { status: both }, { subresource: 'status' });

    await client.resource(old).update(await client.resource(old).get(key));

    const kept = { keep: 'k' };
    const after = await client.resource(Note).get(key);
    expect(after.spec).toEqual({
      ...{ keep: 'k', inner: kept, list: [kept], map: { one: kept }, entries: kept, free: kept, maybe: {} },
      strict: 'a',
    });
    expect(after.status).toEqual(kept);
  });

  it('erases the same fields when another field is patched, and when the status is updated', async () => {
    const write = (patch: object, options = {}) => client.resource(old).mergePatch(key, patch, options);
    for (const patched of [
      () => write({ spec: { keep: 'new' } }),
      () => write({ status: { keep: 'l' } }, { subresource: 'status' }),
    ]) {
      await client.resource(Note).mergePatch(key, { spec: { gone: 'g' } });
      await patched();
      expect((await client.resource(Note).get(key)).spec).not.toHaveProperty('gone');
    }
  });

  it('keeps a stored value that its own bounds would reject', async () => {
    const strict = { namespace: 'default', name: 'strict' };
    const empty = { inner: {}, list: [], map: {}, entries: {}, free: {}, maybe: { keep: 'k' }, strict: 'c' };
    await client.resource(Note).create({ ...object, metadata: strict, spec: empty });
    await client.resource(old).update(await client.resource(old).get(strict));
    expect((await client.resource(Note).get(strict)).spec).toEqual(empty);
    const other = { ...object, apiVersion: `${group}/v1beta1`, metadata: { ...strict, name: 'other' }, spec: empty };
    await expect(client.resource(old).create(other)).rejects.toThrow(/spec\.strict: Unsupported value: "c"/);
  });
});
