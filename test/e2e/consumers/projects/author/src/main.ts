import { buildDeclaration } from '@kubewright/generate';
import { kubewright, WebServer } from '@kubewright/operator';
import { type PetStoreOptions, petTypes } from '@kubewright/operator/pet-store';
import { awaitChange, type ControllerDefinition, defineApi, defineController, owns, t } from '@kubewright/runtime';
import { ConfigMap } from '@kubewright/runtime/kinds';
import { runController } from '@kubewright/testing';

const Cafe = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Cafe',
  description: 'A place that serves coffee.',
  spec: t.object({ tables: t.integer({ minimum: 0 }) }),
  status: t.object({ tables: t.integer() }),
});

export const cafe: ControllerDefinition = defineController(Cafe, {
  owns: { menus: owns(ConfigMap) },
  async reconcile({ metadata: { name }, spec: { tables } }, { menus, status }) {
    await menus.apply({ metadata: { name }, data: { tables: String(tables) } });
    status.set({ tables });
    return awaitChange;
  },
});

await using run = await runController(cafe);
await run.server.client
  .resource(Cafe)
  .create({ metadata: { namespace: 'default', name: 'corner' }, spec: { tables: 4 } });
await run.awaitIdle();
console.log(`tables: ${run.server.objects(ConfigMap)[0]?.data?.['tables'] ?? ''}`);

const store: PetStoreOptions = {};
console.log(WebServer.kind, Object.keys(store).length, petTypes.length, typeof buildDeclaration);
console.log(kubewright.name);
