import { describe, expect, it } from 'vitest';

import { createScriptedTransport } from '../../fixtures/scripted-transport.ts';
import { ConfigMap } from '../kinds/index.ts';
import { createClient } from './client.ts';
import { createDryRunTransport } from './transport.ts';

const key = { namespace: 'default', name: 'map' };
const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: key };

describe('a client in dry run', () => {
  const transport = createScriptedTransport({
    call: () => ({ status: 200, body: { kind: 'ConfigMap', metadata: key } }),
  });
  const maps = createClient(createDryRunTransport(transport)).resource(ConfigMap);
  const asked = () => transport.requests.at(-1);

  it.each<[string, () => Promise<unknown>]>([
    ['create', () => maps.create(object)],
    ['update', () => maps.update(object)],
    ['apply', () => maps.apply(object, { fieldManager: 'x' })],
    ['delete', () => maps.delete(key, { propagation: 'Background' })],
  ])('marks each %s as a dry run', async (_, write) => {
    await write();
    expect(asked()?.query).toMatchObject({ dryRun: 'All' });
  });

  it('keeps the strictness of an apply', async () => {
    await maps.apply(object, { fieldManager: 'x', force: true });
    expect(asked()?.query).toEqual({ fieldManager: 'x', force: true, fieldValidation: 'Strict', dryRun: 'All' });
  });

  it('marks a delete in its body, because the API server ignores the query if there is a body', async () => {
    await maps.delete(key, { uid: 'u', propagation: 'Background' });
    expect(asked()?.body).toMatchObject({ dryRun: ['All'], preconditions: { uid: 'u' } });
  });

  it('does not change reads', async () => {
    await maps.get(key);
    expect(asked()?.query).toBeUndefined();
  });
});
