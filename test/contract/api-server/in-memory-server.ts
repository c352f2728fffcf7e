import { systemClock } from '@kubewright/runtime/internal/base';
import { unchecked } from '@kubewright/runtime/internal/client';
import { createInMemoryApiServer } from '@kubewright/testing';
import { bars } from './bars.ts';
import { type ContractServer, Gadget, buildGadget } from './contract.ts';

/** Starts an in-memory API server with the kind Gadget and a compacted history. */
export async function startInMemoryServer(watchList: boolean): Promise<ContractServer> {
  const server = createInMemoryApiServer({ kinds: [Gadget], conversions: [bars], watchList, clock: systemClock });
  const gadgets = server.client.resource(unchecked(Gadget));
  const { metadata } = await gadgets.create(buildGadget({ namespace: 'default' }, 'forgotten'));
  await gadgets.delete({ namespace: 'default', name: 'forgotten' }, { propagation: 'Background' });
  server.compact();
  return {
    client: server.client,
    namespace: 'in-memory',
    watchList,
    forgottenVersion: async () => metadata.resourceVersion,
  };
}
