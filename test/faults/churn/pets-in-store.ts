import { Pet } from '../../../operator/src/kubewright.ts';
import { isAsWanted, toNewPet } from '../../../operator/src/controllers/pet/desired.ts';
import { connectPetStore } from '../../../operator/src/pet-store/index.ts';
import type { Scope } from '../../support/scope.ts';

/** Lists differences between the store at `address` and the Pets of the scope. */
export async function findDeviationsInStore({ client, namespace }: Scope, address: string): Promise<readonly string[]> {
  await using store = connectPetStore({ address });
  const [held, { items }] = await Promise.all([store.search(), client.resource(Pet).list({ namespace })]);
  const byId = new Map(held.map((pet) => [pet.id, pet]));
  const wrong = items
    .filter((pet) => !isAsWanted(byId.get(pet.status?.id ?? ''), toNewPet(pet)))
    .map(({ metadata }) => `Pet ${metadata.name} differs in the store`);
  const claimed = new Set(items.map(({ status }) => status?.id));
  const orphans = held.filter(({ id }) => !claimed.has(id)).map(({ id }) => `${id} in the store is an orphan`);
  const doubled = items.length - claimed.size;
  return [...wrong, ...orphans, ...(doubled === 0 ? [] : [`${String(doubled)} Pets share a pet in the store`])];
}
