/**
 * A module of an operator author that exports a value for each export of the packages, without type annotations.
 * It never runs: `exported-types.test.ts` compiles it with `declaration: true`, as a project with the packages does.
 *
 * @module
 */
import {
  annotationsChanged,
  anyOf,
  atLeastOneOf,
  atMostOneOf,
  awaitChange,
  cel,
  requeueAfter,
  column,
  condition,
  ConfigMap,
  counter,
  CronJob,
  defineApi,
  defineController,
  defineDependencies,
  definePolicy,
  defineSettings,
  Deployment,
  edits,
  parseDurationMs,
  Event,
  exactlyOneOf,
  allOf,
  tryFindCondition,
  gaugePerObject,
  gets,
  formatObject,
  generationChanged,
  hashContent,
  immutable,
  Ingress,
  runInOrder,
  runInReverse,
  Job,
  labelsChanged,
  named as namedBy,
  onlyMetadata,
  notReady,
  onCreation,
  OperatorError,
  owns,
  parsePeriodMs,
  parseQuantity,
  PersistentVolumeClaim,
  Pod,
  reads,
  rolloutConditions,
  getRollout,
  runOperator,
  Secret,
  Service,
  ServiceAccount,
  stage,
  StatefulSet,
  t,
  formatTimestamp,
  usedBy,
  watches,
  type Clock,
  type ContextOf,
  type InputOf,
  type Owns,
  type OwnsAndDeletes,
  type OwnsInAnyNamespace,
  type RateLimit,
  type PolicyDeclaration,
  type ProcessView,
  type Quantity,
  type ResourceOf,
  type ValuesOf,
} from '@kubewright/runtime';
import {
  renderCrds,
  getCrdPath,
  buildDashboard,
  buildDeclaration,
  renderFields,
  renderPages,
  getPagePath,
  compareFiles,
  type ProjectFiles,
  renderProject,
  renderProjectFiles,
  replaceFields,
  writeFiles,
  writeProject,
  formatWritten,
  type DeclarationInput,
  renderForeignKind,
} from '@kubewright/generate';
import { NetworkPolicy } from '@kubewright/runtime/kinds';

// Schemas
export const text = t.string({ minLength: 1 });
export const textWithDefault = t.string({ default: 'a' });
export const choice = t.enum(['small', 'large'], { default: 'small' });
export const integer = t.integer();
export const integerWithDefault = t.integer({ default: 1 });
export const number = t.number();
export const flag = t.boolean({ default: true });
export const port = t.intOrString();
export const memory = t.quantity({ default: '64Mi' });
export const kubernetesTypes = [t.podTemplateSpec(), t.duration(), t.envVar(), t.resourceRequirements({ default: {} })];
export const list = t.array(text);
export const listByKeys = t.array(t.object({ name: t.string() }), { keys: ['name'] });
export const table = t.record(t.integer(), { default: {} });
export const part = t.object({ text, choice, flag, list }, { default: { text: 'a', list: [] } });
export const openPart = t.object({ text }, { preserveUnknownFields: true });
export const anything = t.unknown({ default: {} });
export const template = t.embeddedResource();
export const perhaps = t.optional(part);
export const orNull = t.nullable(t.string({ default: 'none' }));
export const conditions = t.conditions();
export const describeText = (description: string) => t.string({ description });

// Rules and columns
export const shortName = cel('self.metadata.name.size() <= 40', 'metadata.name must be at most 40 characters');
export const shortAtFirst = onCreation(shortName);
export const groups = [exactlyOneOf('a', 'b'), atMostOneOf('a', 'b'), atLeastOneOf('a', 'b'), immutable()];
export const fixed = immutable('text');
export const textColumn = column('Text', '.spec.text');

// APIs
export const Shop = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Shop',
  spec: t.object({ text, textWithDefault, choice, integer, number, flag, port, memory, list, table, part, orNull }),
  status: t.object({ size: t.integer(), conditions: t.conditions() }),
  rules: [shortName],
  creationRules: [shortAtFirst],
  columns: [textColumn],
  scale: { spec: '.spec.integer', status: '.status.size' },
  otherVersions: [{ version: 'v1beta1', deprecated: true, spec: t.object({ text }), prunedFields: ['spec', 'status'] }],
});
export type Shop = ResourceOf<typeof Shop>;
export const Street = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Street',
  spec: t.object({ template, anything, openPart, perhaps, listByKeys, integerWithDefault }),
  scope: 'Cluster',
});
export const apis = { Shop, Street };
export const definition = Shop.crd;
export const { names, versions } = Shop.crd.spec;
export const scales = Shop.crd.spec.versions.map(({ subresources }) => subresources.scale);
export const schemas = Shop.crd.spec.versions.map(({ schema }) => schema.openAPIV3Schema);
export const schemaDocs = schemas.map(({ externalDocs }) => externalDocs);
export const declareShop = (version: string) =>
  defineApi({ group: 'example.com', version, kind: 'Shop', spec: t.object({ text }), columns: [textColumn] });

// Objects
export const getShopSpec = (shop: Shop) => shop.spec;
export const hashShop = (shop: Shop) => hashContent(shop.spec);
export const formatShop = (shop: Shop) => formatObject(shop);
export const getShopMetadata = (shop: Shop) => shop.metadata;
export const getOwners = (shop: Shop) => shop.metadata.ownerReferences;
export const findReady = (shop: Shop) => tryFindCondition(shop, 'Ready');
export const getInputSpec = (input: InputOf<typeof Shop>) => input.spec;
export const getTemplate = (street: ResourceOf<typeof Street>) => street.spec.template;
export const getOpenPart = (street: ResourceOf<typeof Street>) => [street.spec.openPart, street.spec.anything];
export const getPodSpec = (deployment: Deployment) => deployment.spec.template.spec;
export const secretLabels = onlyMetadata(Secret);
export const kinds = [ConfigMap, CronJob, Event, Ingress, Job, PersistentVolumeClaim, Pod, Service, ServiceAccount];
export const policies = NetworkPolicy;

// Dependencies
export const ownedDeployments = owns(Deployment);
export const rateLimit: RateLimit = { baseMs: 1000, qps: 10 };
export const ownedCopies = owns(Secret, { anyNamespace: true, delete: true });
export const ownedJobs = owns(Job, { delete: true, predicate: generationChanged });
export const readSecrets = reads(Secret, { labelSelector: 'shop' });
export const readPods = reads(Pod, { indexes: { byNode: (pod) => pod.spec.nodeName } });
export const optionalClaims = owns(PersistentVolumeClaim, { optional: true });
export const optionalPods = reads(Pod, { optional: true });
export const optionalMenus = watches(ConfigMap, allOf(Shop), { optional: true });
export const liveTokens = gets(Secret, { names: ['token'] });
export const usedMenus = usedBy(Shop, (shop) => [shop.spec.text]);
export const watchedMenus = watches(ConfigMap, usedMenus);
export const namedSecrets = reads(Secret, namedBy(Shop, ['token']));
export const watchedNames = watches(
  ConfigMap,
  namedBy(Shop, (shop) => [shop.spec.text]),
);
export const watchedPolicies = watches(ConfigMap, allOf(Shop));
export const watchedLabels = watches(secretLabels, ({ metadata }) => [{ name: metadata.name, namespace: 'shops' }]);
export const changes = anyOf(generationChanged, labelsChanged, annotationsChanged);
export const dependencies = { owns: { sets: owns(StatefulSet) }, reads: { readPods }, watches: { watchedMenus } };

// Settings, metrics and injected values
export const settings = defineSettings({
  bookingsUrl: { type: 'string', default: 'http://127.0.0.1:8000', description: 'Where tables are booked.' },
  seats: { type: 'integer', default: 4, minimum: 1, maximum: 9, description: 'How many seats a table has.' },
  names: { type: 'list', default: [], description: 'Names.' },
  open: { type: 'boolean', default: true, description: 'Whether it is open.' },
});
export const getSettingValues = (values: ValuesOf<typeof settings>) => values;
export const visits = counter({ name: 'shop_visits_total', help: 'Visits.' });
export const sales = counter({ name: 'shop_sales_total', help: 'Sales.', labels: ['good', 'till'] });
export const size = gaugePerObject<Shop>({
  name: 'shop_size',
  help: 'Size.',
  labels: { name: ({ metadata }) => metadata.name },
  value: ({ spec }) => spec.integer,
});
export const metrics = { visits, sales, size };
export const createPodReader = ({ client }: Pick<ProcessView<unknown>, 'client'>) => ({
  client,
  pods: client.resource(Pod),
});

export const createTill = ({ settings: values, clock, log }: ProcessView<ValuesOf<typeof settings>>) => ({
  url: values.bookingsUrl,
  ...{ clock, log },
});
export const uses = { till: createTill };

// Controllers
export const declared = defineDependencies({ ...dependencies, settings, metrics, uses, self: { delete: true } });
export const editedPods = edits(Pod);
export const ofOthers = defineDependencies({ ownsStatus: true, edits: { editedPods } });
export const pickStatus = ({ status, editedPods: pods }: ContextOf<typeof Ingress, typeof ofOthers>) => ({
  ...{ status, pods },
});
export const pickTools = ({ sets, till, self }: ContextOf<typeof Shop, typeof declared>) => ({ sets, till, self });
export const declaredShops = defineController(Shop, { ...declared, reconcile: async () => awaitChange });
export const shop = defineController(Shop, {
  ...{ settings, metrics, uses, predicate: changes, workers: 2, timeoutMs: 300_000 },
  owns: { ownedDeployments, ownedJobs },
  reads: { liveTokens, namedSecrets, readSecrets, readPods },
  watches: { watchedMenus, watchedNames, watchedLabels },
  health: { till: ({ till }) => till.url !== '' || 'the till has no URL' },
  triggers: { inventory: { everyMs: 60_000, work: async ({ till }) => [{ name: till.url }] } },
  async reconcile(object, { ownedDeployments: deployments, metrics: { visits: counted } }) {
    counted.inc();
    if (deployments.get(object.metadata.name) === undefined) throw notReady('Closed', 'It is closed.');
    return awaitChange;
  },
});
export const { rules, reconcile, finalizer, triggers, health, owns: owned, reads: read, watches: watched } = shop;
export const { settings: shopSettings, metrics: shopMetrics, uses: shopUses, predicate } = shop;
export const listCopies = (secrets: OwnsInAnyNamespace<Secret>) => secrets.listAll();
export const buildStages = (deployments: OwnsAndDeletes<Deployment>) => [
  stage('Web', { ready: async () => true, delete: () => deployments.delete('web') }),
];
export const listDeployments = (deployments: Owns<Deployment>) => deployments.list();
export const runStages = (deployments: OwnsAndDeletes<Deployment>) => runInOrder(buildStages(deployments));
export const deleteStages = (deployments: OwnsAndDeletes<Deployment>) => runInReverse(buildStages(deployments));
export const readRollout = (deployment: Deployment) => getRollout(deployment, 1);
export const buildRolloutConditions = (deployment: Deployment) => rolloutConditions(deployment, 1);
export const ready = condition('Ready', true, { reason: 'Open', message: 'It is open.' });
export const actions = [awaitChange, requeueAfter(60_000)];
export const errors = [notReady('Closed', 'It is closed.'), new OperatorError('SPEC_INVALID', 'open the shop')];
export const times = [parseDurationMs('1h'), parsePeriodMs('0s')];
export const isLarger = (size: Quantity) => (parseQuantity(size) ?? 0) > 1024;
export const getNow = (time: Clock) => formatTimestamp(time);
export const named = definePolicy(Shop, {
  when: [{ name: 'new', cel: 'oldObject == null' }],
  variables: [{ name: 'text', cel: 'object.spec.text' }],
  validate: [{ cel: "variables.text != ''", message: 'say something' }],
  mutate: [{ apply: 'Object{}' }],
});
export const { actions: policyActions, operations, variables, namespaceSelector } = named;
export const { validate: policyValidate, mutate: policyMutate } = named;
export const createPolicy = (declaration: PolicyDeclaration) => definePolicy(Pod, declaration);
export const operator = { name: 'shops', version: '1.0.0', controllers: [shop], policies: [named] };
export const run = runOperator(operator, { argv: [], env: {} });

// Generated files
export const generated = [getCrdPath(Shop), renderCrds([Shop]), getPagePath(Shop), renderFields(Shop)];
export const typed = renderForeignKind(Shop.crd, { version: 'v1', crdFile: './shop.crd.json' });
export const pages = [replaceFields('', Shop), renderPages('.', [Shop]), buildDashboard(operator)];
export const buildFromInput = (input: DeclarationInput) => buildDeclaration(input);
export const declaredApis = (input: DeclarationInput) => buildDeclaration(input).apis;
export const declaredControllers = (input: DeclarationInput) => buildDeclaration(input).controllers;
export const declaredWebhooks = (input: DeclarationInput) => buildDeclaration(input).webhooks;
export const declaredSettings = (input: DeclarationInput) => buildDeclaration(input).settings;
export const written = async () => formatWritten(await writeFiles('.', new Map()));
export const files = (input: DeclarationInput) => [renderProject(input), writeFiles('.', new Map())];
export const compared = compareFiles('.', new Map());
export const rendered: Promise<ProjectFiles> = renderProjectFiles(operator, '.', { description: 'Shops.' });
export const project = writeProject(operator, '.', { description: 'Shops.' });
