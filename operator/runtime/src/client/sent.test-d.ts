import { describe, expectTypeOf, it } from 'vitest';

import { defineApi, t } from '../api/index.ts';
import { type Kind, onlyMetadata } from '../base/index.ts';
import { ConfigMap, CustomResourceDefinition, Deployment, Namespace, Secret, Service } from '../kinds/index.ts';
import { type Client, unchecked } from './index.ts';

const Backup = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Backup',
  spec: t.object({ from: t.string(), keep: t.integer({ default: 3 }) }),
  status: t.object({ size: t.integer() }),
});

declare const client: Client;
const backups = client.resource(Backup);
const secrets = client.resource(Secret);
const deployments = client.resource(Deployment);
const metadata = { name: 'a', namespace: 'default' };
const key = metadata;

describe('creating', () => {
  it('accepts an object as users write it, without fields that have a default', () => {
    void backups.create({ metadata, spec: { from: 'shop' } });
    void backups.create({ apiVersion: 'example.com/v1', kind: 'Backup', metadata, spec: { from: 'shop', keep: 1 } });
    void secrets.create({ metadata: { generateName: 'a-' }, data: { key: 'dmFsdWU=' } });
    void client.resource(CustomResourceDefinition).create(Backup.crd);
  });

  it('requires no field that may be empty', () => {
    void client.resource(Namespace).create({ metadata: { name: 'a' } });
  });

  it('rejects an unknown field in a literal', () => {
    // @ts-expect-error -- unknown field
    void secrets.create({ metadata, date: { key: 'dmFsdWU=' } });
    // @ts-expect-error -- unknown field
    void backups.create({ metadata, spec: { from: 'shop', keeps: 1 } });
  });

  it('rejects a wrong or missing field in a variable', () => {
    const wrong = { metadata, spec: { from: 'shop', keep: 'seven' } };
    // @ts-expect-error -- a string is not a number
    void backups.create(wrong);
    const empty = { metadata };
    // @ts-expect-error -- the spec is missing
    void backups.create(empty);
    const nameless = { metadata: { namespace: 'default' }, spec: { from: 'shop' } };
    // @ts-expect-error -- the name is missing
    void backups.create(nameless);
  });

  it('accepts anything for an unchecked kind, or one with unknown fields', async () => {
    const wrong = { metadata, spec: { keep: 'seven' }, more: true };
    const answer = await client.resource(unchecked(Backup)).create(wrong);
    expectTypeOf(answer.spec.keep).toEqualTypeOf<number>();
    void client.resource(unchecked(Backup)).create({ metadata, spec: { keep: 'seven' } });
    const some: Kind = Backup;
    void client.resource(some).create({ metadata, spec: { keep: 'seven' } });
    void client.resource(onlyMetadata(Backup)).apply({ metadata, spec: 7 }, { fieldManager: 'me' });
  });
});

describe('updating', () => {
  it('accepts a changed copy of an object', async () => {
    const read = await backups.get(key);
    void backups.update({ ...read, spec: { ...read.spec, keep: 4 } });
    // @ts-expect-error -- a string is not a number
    void backups.update({ ...read, spec: { ...read.spec, keep: '4' } });
  });

  it('requires the name', () => {
    // @ts-expect-error -- the name is missing
    void secrets.update({ metadata: { generateName: 'a-' }, data: {} });
  });
});

describe('applying', () => {
  const options = { fieldManager: 'me' };

  it('accepts any part, but only whole list items', () => {
    void deployments.apply({ metadata, spec: { replicas: 3 } }, options);
    void backups.apply({ metadata, spec: { keep: 3 } }, options);
    void backups.apply({ metadata, status: { size: 3 } }, { ...options, subresource: 'status' });
    void client.resource(Service).apply({ metadata, spec: { ports: [{ port: 80 }] } }, options);
    // @ts-expect-error -- an item without its merge key
    void client.resource(Service).apply({ metadata, spec: { ports: [{ name: 'web' }] } }, options);
  });

  it('rejects an unknown field', () => {
    // @ts-expect-error -- unknown field
    void deployments.apply({ metadata, spec: { replica: 3 } }, options);
    // @ts-expect-error -- a string is not a number
    void backups.apply({ metadata, spec: { keep: '3' } }, options);
  });
});

describe('patching', () => {
  it('accepts any part, and null to remove a field', () => {
    void backups.mergePatch(key, { spec: { keep: null }, metadata: { labels: { a: 'b', c: null } } });
    void backups.mergePatch(key, { status: { size: 7 } }, { subresource: 'status' });
    void client.resource(ConfigMap).mergePatch(key, { data: { a: 'b', c: null } });
    void client.resource(ConfigMap).mergePatch(key, { metadata: { annotations: null, finalizers: ['a/b'] } });
  });

  it('rejects an unknown field', () => {
    // @ts-expect-error -- unknown field
    void backups.mergePatch(key, { spec: { keeps: 1 } });
    // @ts-expect-error -- a string is not a number
    void deployments.mergePatch(key, { spec: { replicas: '3' } });
  });
});
