/** The API that every snippet is about: `./book-shop.ts`. */
export const bookShop = `
import { defineApi, t, type ResourceOf } from '../index.ts';

export const BookShop = defineApi({
  group: 'books.example',
  version: 'v1',
  kind: 'BookShop',
  spec: t.object({
    image: t.string({ minLength: 1 }),
    replicas: t.integer({ default: 1 }),
    window: t.optional(t.string()),
  }),
  status: t.object({ open: t.boolean(), conditions: t.conditions() }),
});

export type BookShop = ResourceOf<typeof BookShop>;
`;

/** Uses that compile, with kinds of all sorts: modules without their imports. */
export const accepted: Readonly<Record<string, string>> = {
  'a child that a function makes which says what it returns': `function deploymentFor(shop: BookShop): Desired<Deployment> {
  const { name } = shop.metadata;
  return {
    metadata: { name },
    spec: {
      selector: { matchLabels: { shop: name } },
      template: {
        metadata: { labels: { shop: name } },
        spec: { containers: [{ name: 'shop', image: shop.spec.image, imagePullPolicy: 'Always' }] },
      },
    },
  };
}

defineController(BookShop, {
  owns: { deployments: owns(Deployment) },
  async reconcile(shop, { deployments }) {
    await deployments.apply(deploymentFor(shop));
    return awaitChange;
  },
});`,
  'a controller that owns, reads and watches': `export const bookShop = defineController(BookShop, {
  name: 'shop',
  async reconcile(shop, { deployments, services, jobs, secrets, hours, pods, status, log, signal }) {
    signal.throwIfAborted();
    const { name } = shop.metadata;
    const labels = { shop: name };
    const deployment = await deployments.apply({
      metadata: { name, labels },
      spec: {
        replicas: shop.spec.replicas,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'shop', image: shop.spec.image, env: [{ name: 'WINDOW', value: shop.spec.window ?? '' }] }] },
        },
      },
    });
    const service = await services.apply({ metadata: { name }, spec: { selector: labels, ports: [{ port: 80, targetPort: 'http' }] } });
    if (jobs.get(name)?.status?.failed === 1) await jobs.delete(name);
    const password = secrets.get('password', 'vault')?.data?.['password'];
    log.info('looked around', { pods: pods.list().length, address: service.spec.clusterIP, known: password !== undefined });
    const available = tryFindCondition(deployment.status?.conditions, 'Available')?.status === 'True';
    status.set({
      open: available,
      conditions: [condition('Ready', available, { reason: 'Counted', message: 'Pods were counted.' })],
    });
    return hours.get('opening-hours') === undefined ? awaitChange : checkAgain(60_000);
  },
  owns: { deployments: owns(Deployment), services: owns(Service), jobs: owns(Job, { delete: true }) },
  reads: { secrets: reads(Secret, { labelSelector: 'shop' }), pods: reads(Pod) },
  watches: { hours: watches(ConfigMap, ({ metadata }) => [{ name: metadata.name, namespace: metadata.namespace ?? '' }]) },
});
`,
  'a controller of one API that owns objects of another': `const Street = defineApi({ group: 'books.example', version: 'v1', kind: 'Street', spec: t.object({ shops: t.integer() }) });

export const street = defineController(Street, {
  owns: { shops: owns(BookShop) },
  async reconcile({ metadata, spec }, { shops }) {
    const shop = await shops.apply({ metadata: { name: metadata.name }, spec: { image: 'shop:1', replicas: spec.shops } });
    return shop.status?.open === true ? awaitChange : awaitChange;
  },
});
`,
  'a reconcile in a file of its own': `const settings = defineSettings({ bell: { type: 'string', default: 'ding', description: 'The bell.' } });

const dependencies = defineDependencies({
  settings,
  owns: { deployments: owns(Deployment), jobs: owns(Job, { delete: true }) },
  reads: { pods: reads(Pod, { indexes: { byNode: (pod) => pod.spec?.nodeName } }) },
  watches: { hours: watches(ConfigMap, usedBy(BookShop, (shop) => [shop.spec.window ?? 'always'])) },
  uses: { seen: () => new Map<string, number>(), door: ({ settings: { bell } }) => bell.toUpperCase() },
  metrics: { sold: counter({ name: 'books_sold_total', help: 'Books.', labels: ['door'] }) },
});

type Context = ContextOf<typeof BookShop, typeof dependencies>;

async function reconcile(shop: BookShop, context: Context): Promise<Action> {
  const { deployments, jobs, pods, hours, seen, door, metrics, settings: { bell }, status, events } = context;
  const { name } = shop.metadata;
  await deployments.apply({ metadata: { name } });
  if (await jobs.delete(name)) events.normal(door, hours.get(bell)?.data?.['text'] ?? '');
  seen.set(name, pods.by('byNode', 'shelf').length);
  metrics.sold.inc({ door });
  status.set({ open: true });
  return awaitChange;
}

async function cleanUp({ metadata }: BookShop, { jobs }: Context): Promise<void> {
  await jobs.delete(metadata.name);
}

export const bookShop = defineController(BookShop, {
  ...dependencies,
  finalizer: { name: 'books.example/store', cleanUp },
  triggers: { bells: async function* ({ door }) { yield { name: door, namespace: 'shops' }; } },
  reconcile,
});
`,
  'a reconcile that names the handles it takes': `interface Handles {
  readonly deployments: Owns<Deployment>;
  readonly status: StatusWriter<NonNullable<BookShop['status']>>;
}

async function reconcile(shop: BookShop, { deployments, status }: Handles): Promise<Action> {
  status.set({ open: deployments.get(shop.metadata.name) !== undefined });
  return awaitChange;
}

export const bookShop = defineController(BookShop, { owns: { deployments: owns(Deployment), services: owns(Service) }, reconcile });
`,
  'a controller that looks up, filters, trims and listens': `const settings = defineSettings({ bell: { type: 'string', default: 'ding', description: 'The bell.' } });

export const bookShop = defineController(BookShop, {
  settings,
  when: anyOf(generationChanged, labelsChanged),
  owns: {
    deployments: owns(Deployment, { delete: true, when: (before, after) => before.status?.replicas !== after.status?.replicas }),
    jobs: owns(Job, { when: generationChanged }),
  },
  reads: {
    pods: reads(Pod, {
      indexes: { byNode: (pod) => pod.spec?.nodeName, byPort: (pod) => (pod.spec?.containers ?? []).map(({ name }) => name) },
      trim: ({ apiVersion, kind, metadata, spec }) => ({ apiVersion, kind, metadata, ...(spec && { spec }) }),
    }),
    secrets: reads(metadataOf(Secret), { labelSelector: 'shop' }),
  },
  watches: {
    hours: watches(ConfigMap, usedBy(BookShop, (shop) => [shop.spec.window ?? 'always']), { when: (before, after) => before.data !== after.data }),
  },
  uses: { door: () => ({ open: true }) },
  triggers: {
    bells: async function* ({ settings: { bell }, door, resources, signal }) {
      while (!signal.aborted && door.open) for (const { metadata } of resources()) yield { ...metadata, name: bell };
    },
  },
  finalizer: {
    name: 'books.example/store',
    async cleanUp(shop, { deployments }) {
      return (await deployments.delete(shop.metadata.name)) ? undefined : awaitChange;
    },
  },
  async reconcile(shop, { pods, secrets, hours }) {
    const count = pods.by('byNode', shop.metadata.name).length + secrets.listAll().length;
    return hours.get('always')?.data?.['open'] === String(count) ? awaitChange : checkAgain(1000);
  },
});
`,
  'a controller with settings, metrics, tools and a finalizer': `const settings = defineSettings({
  storeAddress: { type: 'string', default: 'store:1', description: 'Where the store is.' },
  tables: { type: 'integer', description: 'How many tables there are.' },
});

interface Store {
  add(name: string, signal: AbortSignal): Promise<string>;
}

const openStore = async ({ settings: { storeAddress }, log }: ProcessView<ValuesOf<typeof settings>>): Promise<Store> => {
  log.info('opens the store', { storeAddress });
  return { add: (name) => Promise.resolve(name) };
};

export const bookShop = defineController(BookShop, {
  settings,
  uses: { store: openStore, door: () => ({ open: true }) },
  health: { door: ({ door, settings: { storeAddress } }) => door.open || storeAddress.toUpperCase() },
  metrics: {
    sold: counter({ name: 'books_sold_total', help: 'Books.' }),
    guests: counter({ name: 'guests_total', help: 'Guests.', labels: ['door'] }),
    info: gaugePerObject<BookShop>({ name: 'shop_info', help: 'Shops.', labels: { image: ({ spec }) => spec.image }, value: () => 1 }),
  },
  reads: { shops: reads(BookShop) },
  finalizer: {
    name: 'books.example/store',
    replaces: ['store'],
    async cleanUp(shop, { store, signal, events }) {
      events.normal('Closed', await store.add(shop.metadata.name, signal));
    },
  },
  releases: ['others.example/left'],
  async reconcile(_shop, { store, door, settings: { storeAddress, tables }, metrics, shops, status, signal, clock }) {
    metrics.sold.inc(tables ?? 0);
    metrics.guests.inc({ door: 'back' });
    await status.save({ open: door.open });
    if (shops.listAll().length > 9) throw notReady('Crowded', 'There are too many shops.', { retry: false });
    await store.add(storeAddress.toUpperCase() + timestamp(clock), signal);
    return awaitChange;
  },
});
`,
};
