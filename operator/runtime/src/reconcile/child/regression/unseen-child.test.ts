import { beforeEach, describe, expect, it } from 'vitest';

import {
  createInMemoryApiServer,
  type InMemoryApiServer,
} from '../../../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../../../testing/src/run-controller/run-controller.ts';
import { defineApi, t } from '../../../api/index.ts';
import { Secret } from '../../../kinds/index.ts';
import { awaitChange } from '../../declare/action.ts';
import { defineController } from '../../declare/define-controller.ts';
import { owns } from '../../declare/dependencies.ts';
import { buildOwnerReference } from '../../write/ownership.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const key = { namespace: 'default', name: 'home' };

let server: InMemoryApiServer;
let generated = 0;

const cafe = defineController(Cafe, {
  owns: { secrets: owns(Secret) },
  async reconcile({ metadata: { name } }, { secrets }) {
    const password = secrets.get(name)?.data?.['password'] ?? encode(`generated ${String((generated += 1))}`);
    await secrets.apply({ metadata: { name, labels: { app: 'cafe' } }, type: 'Opaque', data: { password } });
    return awaitChange;
  },
});

const encode = (text: string): string => Buffer.from(text).toString('base64');
const start = (options: { readonly dryRun?: boolean } = {}): Promise<ControllerRun> =>
  runController(cafe, { server, ...options });
const readSecret = () => server.client.resource(Secret).get(key);
const countWrites = (): number =>
  server.requests().filter(({ verb, kind }) => verb === 'apply' && kind === 'Secret').length;

beforeEach(async () => {
  generated = 0;
  server = createInMemoryApiServer({ kinds: [Cafe] });
  await server.client.resource(Cafe).create({ apiVersion: 'example.com/v1', kind: 'Cafe', metadata: key, spec: {} });
});

// A bug: the reconcile took a Secret without the operator's label for missing, generated another password, and stored
// it.
describe('a child that is generated once', () => {
  it('keeps its content when somebody removes its labels, and gets them again', async () => {
    await using run = await start();
    await run.awaitIdle();
    const { data, metadata } = await readSecret();
    await server.client.resource(Secret).mergePatch(key, { metadata: { labels: null } });
    await run.advance(1_000);
    const after = await readSecret();
    expect([after.data, after.metadata.labels]).toEqual([data, metadata.labels]);
    expect(after.metadata.annotations).toEqual(metadata.annotations);
    const writes = countWrites();
    await run.advance(60_000);
    expect(countWrites()).toBe(writes);
  });

  it('keeps the content of an object that another operator has created for the owner', async () => {
    const owner = await server.client.resource(Cafe).get(key);
    const metadata = { ...key, ownerReferences: [buildOwnerReference(owner, Cafe)] };
    const data = { password: encode('known'), host: encode('db') };
    await server.client.resource(Secret).create({ apiVersion: 'v1', kind: 'Secret', metadata, data });
    await using run = await start();
    await run.advance(1_000);
    expect((await readSecret()).data).toEqual(data);
    expect((await readSecret()).metadata.labels).toMatchObject({ app: 'cafe' });
  });

  it('gets new content after it was deleted', async () => {
    await using run = await start();
    await run.awaitIdle();
    await server.client.resource(Secret).delete(key, { propagation: 'Background' });
    await run.awaitIdle();
    expect((await readSecret()).data).toEqual({ password: encode('generated 2') });
  });
});
