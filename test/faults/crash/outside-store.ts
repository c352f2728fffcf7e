import type { Pet } from '../../../operator/src/kubewright.ts';
import type { Pet as StoredPet } from '../../../operator/src/pet-store/client/index.ts';
import {
  startTestPetStore,
  type StoreCall,
  type TestPetStore,
} from '../../../operator/src/pet-store/testing/test-pet-store.ts';
import type { Call } from './call.ts';
import type { Gate, Gates } from './gates.ts';
import type { Outside } from './scenario.ts';

/** Calls of the store that are about all Pets. */
export const sharedCalls = ['SearchPets'];

const stores = new WeakMap<Outside, TestPetStore>();

/** Starts a store for each operator. The name of each pet is the namespace of its Pet. */
export async function outsideStore(left: readonly Outside[] = []): Promise<Outside> {
  const store = await startTestPetStore(left.flatMap((each) => stores.get(each)?.pets() ?? []));
  const calls = new Map<number, Call>();
  const never = new Promise<never>(() => undefined);

  function callOf(storeCall: StoreCall, gates: Gates): Call {
    const { index, method } = storeCall;
    const names = namesIn(storeCall, store.pets());
    const namespace = [...gates.keys()].find((each) => names.includes(each));
    const isShared = sharedCalls.includes(method);
    const call = calls.get(index) ?? { text: method, namespace, logged: method, repeats: false, isShared };
    calls.set(index, call);
    return call;
  }

  const outside: Outside = {
    settings: { PETSTORE_ADDRESS: store.address },
    guard(gates) {
      const passes = (storeCall: StoreCall, moment: 'arrived' | 'answered'): Promise<never> | undefined => {
        const call = callOf(storeCall, gates ?? new Map());
        const passed = gatesOf(call, gates).map((gate) => gate[moment](call));
        return passed.includes(false) ? never : undefined;
      };
      store.hooks(gates && { before: (call) => passes(call, 'arrived'), after: (call) => passes(call, 'answered') });
    },
    logged(namespace) {
      const owner = ({ index }: StoreCall): string => calls.get(index)?.namespace ?? namespace;
      return store.calls.filter((call) => owner(call) === namespace).map(({ method }) => method);
    },
    left: (namespace, own) => {
      const { id: ours } = (own as Pet | undefined)?.status ?? {};
      return store
        .pets()
        .filter(({ name: each }) => each.includes(namespace))
        .map(({ id, ...rest }) => ({
          ...rest,
          name: rest.name.replace(namespace, '<namespace>'),
          isOurs: id === ours,
        }));
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
  stores.set(outside, store);
  return outside;
}

/** Returns the gates that a call passes: all, if it is a search, which is about all Pets. */
function gatesOf({ namespace = '', isShared = false }: Call, gates: Gates = new Map()): readonly Gate[] {
  const own = gates.get(namespace);
  if (isShared) return [...gates.values()];
  return own === undefined ? [] : [own];
}

/** Returns the names of the pets in a call, as one text. */
function namesIn({ request }: StoreCall, held: readonly StoredPet[]): string {
  const { pets = [], ids = [] } = request as { pets?: readonly { name: string }[]; ids?: readonly string[] };
  return [...pets, ...held.filter(({ id }) => ids.includes(id))].map(({ name: each }) => each).join(' ');
}
