import { describe, expect, it } from 'vitest';

import { defineApi, t } from '../../../runtime/src/api/index.ts';
import { awaitChange, type ControllerDefinition, defineController } from '../../../runtime/src/reconcile/index.ts';
import { runController } from './run-controller.ts';

const Lease = defineApi({ group: 'example.com', version: 'v1', kind: 'Lease', spec: t.object({}) });

const added: string[] = [];
const openRegistry = () => ({ add: async (name: string): Promise<number> => added.push(`real ${name}`) });
const lease = defineController(Lease, {
  uses: { registry: openRegistry, count: () => (name: string) => added.push(`counted ${name}`) },
  async reconcile({ metadata: { name } }, { registry, count }) {
    await registry.add(name);
    count(name);
    return awaitChange;
  },
});

const object = { metadata: { namespace: 'default', name: 'desk' }, spec: {} };

describe('clients from the test', () => {
  it('replace those of the factories, also functions', async () => {
    added.length = 0;
    const registry = { add: async (name: string) => added.push(`fake ${name}`) };
    const count = (name: string) => added.push(`fake count of ${name}`);
    await using run = await runController(lease, { uses: { registry, count } });
    await run.server.client.resource(Lease).create(object);
    await run.awaitIdle();
    expect(added).toEqual(['fake desk', 'fake count of desk']);
  });

  it('cannot be factories, which the error explains', async () => {
    const untyped: ControllerDefinition = lease;
    await using run = await runController(untyped, { uses: { registry: openRegistry } });
    await run.server.client.resource(Lease).create(object);
    await expect(run.awaitIdle()).rejects.toThrow(
      'use registry: the value is a function without `add`: pass the client itself, not the factory that the controller declares',
    );
  });
});
