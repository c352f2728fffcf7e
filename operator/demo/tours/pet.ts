import { Pet } from '../../src/kubewright.ts';
import { connectPetStore, formatDate, type Pet as StoredPet } from '../../src/pet-store/client/index.ts';
import { Deployment, Service } from '../../runtime/src/kinds/index.ts';
import { until } from '../../../test/support/until.ts';
import { toDefaultKey, waitForResource } from '../resources.ts';
import type { ReportText, StepContext, Step } from '../step.ts';
import type { Tour } from './tours.ts';

const thor = toDefaultKey('pet-sample1');
const tron = toDefaultKey('pet-sample2');
const store = { namespace: 'petstore', name: 'petstore-service' };
const manifests = 'infra/manifests/embedded/pet-store';

/** Lists the pets in the store with the store's own client. */
async function listStoredPets(context: StepContext): Promise<readonly StoredPet[]> {
  await using connection = connectPetStore({ address: await openStorePort(context) });
  return await connection.search();
}

/** Opens a port of this machine that leads to the store. */
async function openStorePort({ client, cluster }: StepContext): Promise<string> {
  const { spec } = await client.resource(Service).get(store);
  const { host, port } = await cluster.node.serviceAddress(store, spec.ports?.[0]?.port ?? 0);
  return `${host}:${String(port)}`;
}

function formatStoredPet({ id, name, type, birthday }: StoredPet): string {
  return `${name}, ${type}, born ${formatDate(birthday)}, id ${id.slice(0, 8)}…`;
}

async function waitForPet(
  context: StepContext,
  { key, holds }: { readonly key: typeof thor; readonly holds: (stored: StoredPet) => boolean },
  say: ReportText,
): Promise<StoredPet> {
  return until(
    `the store matches the spec of ${key.name}`,
    async () => {
      const { status } = await waitForResource(
        context,
        { kind: Pet, key },
        { what: 'in sync', say, holds: () => true },
      );
      return (await listStoredPets(context)).find((each) => each.id === status?.id && holds(each));
    },
    { signal: context.signal },
  );
}

const storeRuns: Step = {
  title: `kubectl apply -k ${manifests}: start the store`,
  async run({ client, cluster, signal }) {
    await cluster.controlPlane.kubectl(['apply', '--server-side', '-k', manifests]);
    await until(
      'the store is available',
      async () => (await client.resource(Deployment).get(store)).status?.availableReplicas === 1,
      { signal },
    );
    return `${store.name}.${store.namespace} runs`;
  },
};

const areReady: Step = {
  title: 'Both Pets become Ready and are in the store',
  ids: ['PS-A1'],
  async run(context, say) {
    for (const key of [thor, tron]) await waitForPet(context, { key, holds: () => true }, say);
    return (await listStoredPets(context)).map(formatStoredPet).join('; ');
  },
};

const renamed: Step = {
  title: 'Rename Thor to Thorbert',
  ids: ['PS-A2'],
  async run(context, say) {
    await context.client.resource(Pet).mergePatch(thor, { spec: { name: 'Thorbert' } });
    return formatStoredPet(await waitForPet(context, { key: thor, holds: ({ name }) => name === 'Thorbert' }, say));
  },
};

const bornLater: Step = {
  title: 'Change the birthday to 2021-04-02',
  ids: ['PS-A4'],
  async run(context, say) {
    await context.client.resource(Pet).mergePatch(thor, { spec: { birthday: '2021-04-02' } });
    return formatStoredPet(await waitForPet(context, { key: thor, holds: ({ birthday }) => birthday.day === 2 }, say));
  },
};

/** The second of these steps is one of the last: the operator compares all Pets with the store only every ten seconds. */
function buildRestart(): Readonly<Record<'storeRestarted' | 'addedAgain', Step>> {
  let lost: readonly string[] = [];
  const listIds = async (context: StepContext): Promise<readonly string[]> =>
    (await listStoredPets(context)).map(({ id }) => id);
  return {
    storeRestarted: {
      title: 'kubectl delete pod (the store): it loses its pets',
      async run(context) {
        lost = await listIds(context);
        await context.cluster.controlPlane.kubectl(['delete', 'pod', '-n', store.namespace, '--all', '--wait=false']);
        return 'the operator compares all Pets with the store every 10 s';
      },
    },
    addedAgain: {
      title: 'The operator has added the pets to the store again',
      ids: ['PS-A5'],
      async run(context) {
        await until(
          'both pets are in the store again',
          async () => {
            const ids = await listIds(context);
            return ids.length === 2 && !ids.some((id) => lost.includes(id));
          },
          { signal: context.signal, timeoutMs: 45_000 },
        );
        return (await listStoredPets(context)).map(formatStoredPet).join('; ');
      },
    },
  };
}

const { storeRestarted, addedAgain } = buildRestart();

const deletedWhileDown: Step = {
  title: 'kubectl delete pets while the store is down',
  ids: ['PS-A6'],
  async run({ client, cluster, signal }, say) {
    const scale = (replicas: number): Promise<string> =>
      cluster.controlPlane.kubectl([
        'scale',
        'deployment',
        store.name,
        '-n',
        store.namespace,
        `--replicas=${String(replicas)}`,
      ]);
    await scale(0);
    await cluster.controlPlane.kubectl(['delete', 'pets', '--all', '--wait=false']);
    const pets = client.resource(Pet);
    const waiting = await until(
      'the status of a Pet shows what it waits for',
      async () => {
        const { metadata, status } = await pets.get(thor);
        const found = status?.conditions?.find(({ type, status: holds }) => type === 'Synced' && holds === 'False');
        return metadata.deletionTimestamp !== undefined && found;
      },
      { signal },
    );
    say(`Terminating: ${waiting.message}`);
    await scale(1);
    await until(
      'both Pets are deleted',
      async () => (await pets.list({ namespace: thor.namespace })).items.length === 0,
      {
        signal,
        timeoutMs: 60_000,
      },
    );
    return `the Pets waited (${waiting.reason}), and were deleted once the store was up`;
  },
};

const storeEmpty: Step = {
  title: 'List the store',
  ids: ['PS-A3'],
  async run(context) {
    const pets = await until('the store answers', () => listStoredPets(context), context);
    if (pets.length > 0) throw new Error(`the store still has ${pets.map(formatStoredPet).join('; ')}`);
    await context.cluster.controlPlane.kubectl(['delete', '-k', manifests, '--wait=false']);
    return 'the store was empty and is being deleted';
  },
};

/** The walk-through of the Pet operator. */
export const tour: Tour = {
  name: 'pet',
  title: 'Pet: an object outside the cluster, in a gRPC store',
  kinds: ['Pet'],
  before: [storeRuns],
  readySteps: [areReady],
  steps: [renamed, bornLater, storeRestarted],
  lastSteps: [addedAgain, deletedWhileDown, storeEmpty],
  commands: async (context) => {
    const search = `npm run petstore -- search --address ${await openStorePort(context)}`;
    return ['kubectl get pets', search, 'kubectl describe pet pet-sample1'];
  },
};
