import { Pet } from '../../../operator/src/apis/index.ts';
import { isAsWanted, wantedPet } from '../../../operator/src/controllers/pet/desired.ts';
import { connectPetStore } from '../../../operator/src/pet-store/index.ts';
import type { Scope } from '../../support/scope.ts';

/** What of the store at `address` is not as the Pets of the scope have it. */
export async function faultsInStore({ client, namespace }: Scope, address: string): Promise<readonly string[]> {
  await using store = connectPetStore({ address });
  const [held, { items }] = await Promise.all([store.search(), client.resource(Pet).list({ namespace })]);
  const byId = new Map(held.map((pet) => [pet.id, pet]));
  const wrong = items
    .filter((pet) => !isAsWanted(byId.get(pet.status?.id ?? ''), wantedPet(pet)))
    .map(({ metadata }) => `the store does not have Pet ${metadata.name} as it is`);
  const claimed = new Set(items.map(({ status }) => status?.id));
  const strays = held
    .filter(({ id }) => !claimed.has(id))
    .map(({ id }) => `the store has ${id}, which belongs to nobody`);
  const doubled = items.length - claimed.size;
  return [...wrong, ...strays, ...(doubled === 0 ? [] : [`${String(doubled)} Pets share one in the store`])];
}
