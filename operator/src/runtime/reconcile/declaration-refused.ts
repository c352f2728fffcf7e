import { declaring, reconciling, withDeployments, type RefusedUse } from './declaration-snippets.ts';
import { refusedContexts } from './declaration-refused-contexts.ts';
import { refusedDependencies } from './declaration-refused-dependencies.ts';

const noDelete =
  "Argument of type 'string' is not assignable to parameter of type '\"say owns(..., { delete: true })\"'.";

/** The end of what the compiler says of a reconcile that returns something else than it should. */
function returning(promise: string, value: string): readonly string[] {
  const wanted = 'Action | Please<"return awaitChange or checkAgain(ms)">';
  return [
    `  Type '${promise}' is not assignable to type 'Promise<${wanted}>'.`,
    `    Type '${value}' is not assignable to type '${wanted}'.`,
  ];
}

/** Wrong uses, with one error each. */
export const refused: readonly RefusedUse[] = [
  ...refusedDependencies,
  ...refusedContexts,
  {
    title: 'a handle that was not declared does not exist',
    code: reconciling(
      'owns: { deployments: owns(Deployment) }',
      'shop, { deployments, «services» }',
      `await deployments.apply({ metadata: { name: shop.metadata.name } }); await services.apply({ metadata: { name: shop.metadata.name } });`,
    ),
    says: "Property 'services' does not exist on type 'Context<\"declare it in owns, reads, watches or uses\", Declared<{ readonly deployments: OwnedKind<Deployment, false>; }, {}, {}, {}, {}, {}>, Flat<...>>'.",
  },
  {
    title: 'delete does not exist unless the declaration names it',
    code: withDeployments('await deployments.delete(«shop.metadata.name»);'),
    says: noDelete,
  },
  {
    title: 'delete does not exist where it was declined',
    code: reconciling(
      'owns: { deployments: owns(Deployment, { delete: false }) }',
      'shop, { deployments }',
      'await deployments.delete(«shop.metadata.name»);',
    ),
    says: noDelete,
  },
  {
    title: 'what is only read cannot be applied',
    code: reconciling(
      'reads: { secrets: reads(Secret) }',
      'shop, { secrets }',
      'await secrets.«apply»({ metadata: { name: shop.metadata.name } });',
    ),
    says: "Property 'apply' does not exist on type 'Reads<Secret>'.",
  },
  {
    title: 'what is only watched cannot be applied',
    code: reconciling(
      'watches: { secrets: watches(Secret, () => []) }',
      'shop, { secrets }',
      'await secrets.«apply»({ metadata: { name: shop.metadata.name } });',
    ),
    says: "Property 'apply' does not exist on type 'Reads<Secret>'.",
  },
  {
    title: 'a field that the kind does not have cannot be asked for',
    code: withDeployments(
      'await deployments.apply({ metadata: { name: shop.metadata.name }, spec: { «replica»: 3 } });',
    ),
    says: "Object literal may only specify known properties, but 'replica' does not exist in type '{ readonly minReadySeconds?: number | null; readonly paused?: boolean | null; readonly progressDeadlineSeconds?: number | null; readonly replicas?: number | null; readonly revisionHistoryLimit?: number | null; readonly selector?: { ...; }; readonly strategy?: { ...; }; readonly template?: { ...; }; }'. Did you mean to write 'replicas'?",
  },
  {
    title: 'a field of the wrong type cannot be asked for',
    code: withDeployments(
      "await deployments.apply({ metadata: { name: shop.metadata.name }, spec: { «replicas»: '3' } });",
    ),
    says: "Type 'string' is not assignable to type 'number'.",
  },
  {
    title: 'an item of a list needs what tells it apart',
    code: withDeployments(
      "await deployments.apply({ metadata: { name: shop.metadata.name }, spec: { template: { spec: { containers: [«{ image: 'shop:1' }»] } } } });",
    ),
    says: "Property 'name' is missing in type '{ image: string; }' but required in type '{ readonly args?: …'.",
  },
  {
    title: 'a status cannot be asked for',
    code: withDeployments(
      'await deployments.apply({ metadata: { name: shop.metadata.name }, «status»: { replicas: 3 } });',
    ),
    says: "Object literal may only specify known properties, and 'status' does not exist in type 'Desired<Deployment>'.",
  },
  {
    title: 'null cannot be asked for where others may own a part',
    code: withDeployments(
      'await deployments.apply({ metadata: { name: shop.metadata.name }, spec: { «strategy»: null } });',
    ),
    says: "Type 'null' is not assignable to type '{ readonly rollingUpdate?: …",
  },
  {
    title: 'an object needs a name',
    code: withDeployments('await deployments.apply({ «metadata»: { labels: { shop: shop.metadata.name } } });'),
    says: "Property 'name' is missing in type '{ labels: { shop: string; }; }' but required in type 'DesiredMeta'.",
  },
  {
    title: 'an owner reference cannot be asked for: the runtime sets it',
    code: withDeployments(
      'await deployments.apply({ metadata: { name: shop.metadata.name, «ownerReferences»: [] } });',
    ),
    says: "Object literal may only specify known properties, and 'ownerReferences' does not exist in type 'DesiredMeta'.",
  },
  {
    title: 'the resource cannot be changed in memory',
    code: reconciling('', 'shop, _handles', 'shop.spec.«replicas» = 3;'),
    says: "Cannot assign to 'replicas' because it is a read-only property.",
  },
  {
    title: 'the status of the resource cannot be assigned',
    code: reconciling('', 'shop, _handles', 'shop.«status» = { open: true };'),
    says: "Cannot assign to 'status' because it is a read-only property.",
  },
  {
    title: 'a child in memory cannot be changed',
    code: reconciling(
      'owns: { deployments: owns(Deployment) }',
      '_shop, { deployments }',
      'for (const deployment of deployments.list()) deployment.spec.«replicas» = 3;',
    ),
    says: "Cannot assign to 'replicas' because it is a read-only property.",
  },
  {
    title: 'an index has to be declared',
    code: `defineController(BookShop, {
  reads: { pods: reads(Pod, { indexes: { byNode: (pod) => pod.spec?.nodeName } }) },
  reconcile: async (_shop, { pods }) => checkAgain(pods.by(«'byShelf'», 'a').length),
});`,
    says: `Argument of type '"byShelf"' is not assignable to parameter of type '"byNode"'.`,
  },
  {
    title: 'what has no index has no look-up',
    code: `defineController(BookShop, {
  reads: { pods: reads(Pod) }, reconcile: async (_shop, { pods }) => checkAgain(pods.«by»('byNode', 'a').length),
});`,
    says: "Property 'by' does not exist on type 'Reads<Pod>'.",
  },
  {
    title: 'an option of owns that does not exist is not passed over',
    code: declaring('owns: { deployments: owns(Deployment, { «deletes»: true }) }'),
    says: "Object literal may only specify known properties, but 'deletes' does not exist in type 'OwnsOptions<Deployment>'. Did you mean to write 'delete'?",
  },
  {
    title: 'a reconcile says what happens next',
    code: `defineController(BookShop, {
  async «reconcile»(shop, { log }) {
    log.info('seen', { image: shop.spec.image });
  },
});`,
    says: [
      "Type '(shop: …, { log }: NoInfer<Context<...>>) => Promise<...>' is not assignable to type '(object: …'.",
      ...returning('Promise<void>', 'void'),
    ],
  },
  {
    title: 'a reconcile says what happens next in words of the runtime',
    code: `defineController(BookShop, {
  async «reconcile»() {
    return { requeue: true };
  },
});`,
    says: [
      "Type '() => Promise<{ requeue: boolean; }>' is not assignable to type '(object: …'.",
      ...returning('Promise<{ requeue: boolean; }>', '{ requeue: boolean; }'),
    ],
  },
  {
    title: 'a child that a helper function makes is what the helper says that it is',
    code: `function deploymentFor(shop: BookShop) {
  const { name } = shop.metadata;
  const container = { name: 'shop', image: shop.spec.image, imagePullPolicy: 'Always' };
  const template = { metadata: { labels: { shop: name } }, spec: { containers: [container] } };
  return { metadata: { name }, spec: { selector: { matchLabels: { shop: name } }, template } };
}

defineController(BookShop, {
  owns: { deployments: owns(Deployment) },
  async reconcile(shop, { deployments }) {
    await deployments.apply(«deploymentFor(shop)»);
    return awaitChange;
  },
});`,
    says: [
      "Argument of type '{ metadata: …' is not assignable to parameter of type 'Desired<Deployment>'.",
      "  Type '{ metadata: …' is not assignable to type '{ readonly spec?: …'.",
      "    The types of 'spec.template.spec.containers' are incompatible between these types.",
      "      Type '{ name: string; image: string; imagePullPolicy: string; }[]' is not assignable to type 'readonly {…'.",
      "        Type '{ name: string; image: string; imagePullPolicy: string; }' is not assignable to type '{…'.",
      "          Types of property 'imagePullPolicy' are incompatible.",
      `            Type 'string' is not assignable to type '…Please<"let the function return Desired<...>">…'.`,
    ],
  },
  {
    title: 'the status holds no field that the API does not have',
    code: reconciling('', '_shop, { status }', 'status.set({ «opened»: true });'),
    says: "Object literal may only specify known properties, but 'opened' does not exist in type 'StatusInput<Flat<{ readonly open: boolean; readonly conditions: readonly Condition[]; } & {}>>'. Did you mean to write 'open'?",
  },
  {
    title: 'a field of the status has the type of the API',
    code: reconciling('', '_shop, { status }', "status.set({ «open»: 'yes' });"),
    says: "Type 'string' is not assignable to type 'boolean'.",
  },
  {
    title: 'the runtime alone sets observedGeneration',
    code: reconciling('', '_shop, { status }', 'status.set({ «observedGeneration»: 1 });'),
    says: "Object literal may only specify known properties, and 'observedGeneration' does not exist in type 'StatusInput<Flat<{ readonly open: boolean; readonly conditions: readonly Condition[]; } & {}>>'.",
  },
  {
    title: 'a condition has a reason and a message',
    code: reconciling('', '_shop, { status }', "status.set({ conditions: [«{ type: 'Ready', status: 'True' }»] });"),
    says: `Type '{ type: string; status: "True"; }' is missing the following properties from type 'ConditionInput': reason, message`,
  },
  {
    title: 'the status of a condition is a word, not a boolean',
    code: reconciling(
      '',
      '_shop, { status }',
      "status.set({ conditions: [{ type: 'Ready', «status»: true, reason: 'Open', message: 'The shop is open.' }] });",
    ),
    says: `Type 'true' is not assignable to type '"True" | "False" | "Unknown"'.`,
  },
  {
    title: 'a reconcile in a file of its own cannot ask for a handle that was not declared',
    code: `interface Handles {
  readonly deployments: Owns<Deployment>;
  readonly services: Owns<Service>;
}

async function reconcile(shop: BookShop, { deployments, services }: Handles): Promise<Action> {
  await deployments.apply({ metadata: { name: shop.metadata.name } });
  await services.apply({ metadata: { name: shop.metadata.name } });
  return awaitChange;
}

defineController(BookShop, { owns: { deployments: owns(Deployment) }, «reconcile» });`,
    says: [
      "Type '(shop: …, { deployments, services }: Handles) => Promise<...>' is not assignable to type '(object: …'.",
      "  Types of parameters '__1' and 'context' are incompatible.",
      "    Property 'services' is missing in type 'Context<\"declare it in owns, reads, watches or uses\", Declared<{ readonly deployments: OwnedKind<Deployment, false>; }, {}, {}, {}, {}, {}>, Flat<...>>' but required in type 'Handles'.",
    ],
  },
  {
    title: 'a reconcile in a file of its own cannot delete what was declared without',
    code: `interface Handles {
  readonly deployments: OwnsAndDeletes<Deployment>;
}

async function reconcile(shop: BookShop, { deployments }: Handles): Promise<Action> {
  await deployments.delete(shop.metadata.name);
  return awaitChange;
}

defineController(BookShop, { owns: { deployments: owns(Deployment) }, «reconcile» });`,
    says: [
      "Type '(shop: …, { deployments }: Handles) => Promise<...>' is not assignable to type '(object: …'.",
      "  Types of parameters '__1' and 'context' are incompatible.",
      "    Type 'Context<\"declare it in owns, reads, watches or uses\", Declared<{ readonly deployments: OwnedKind<Deployment, false>; }, {}, {}, {}, {}, {}>, Flat<...>>' is not assignable to type 'Handles'.",
      "      The types of 'deployments.delete' are incompatible between these types.",
      "        Type '(say: …' is not assignable to type '(name: …'.",
      "          Types of parameters 'say' and 'name' are incompatible.",
      "            Type 'string' is not assignable to type '\"say owns(..., { delete: true })\"'.",
    ],
  },
  {
    title: 'a string has no minimum',
    code: `export const schema = t.string({ «minimum»: 1 });`,
    says: "Object literal may only specify known properties, and 'minimum' does not exist in type 'StringOptions & Default<never>'.",
  },
  {
    title: 'the default of an enum is one of its values',
    code: `export const schema = t.enum(['dog', 'cat'], { «default»: 'bird' });`,
    says: `Type '"bird"' is not assignable to type '"dog" | "cat" | undefined'.`,
  },
  {
    title: 'the default of an integer is a number',
    code: `export const schema = t.integer({ «default»: '1' });`,
    says: "Type 'string' is not assignable to type 'number'.",
  },
];
