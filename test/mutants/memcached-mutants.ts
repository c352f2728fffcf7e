import type { Mutant } from './mutant.ts';

const api = 'operator/src/apis/cache.example.com/v1alpha1/memcached';
const controller = 'operator/src/controllers/memcached';
const rules = 'infra/src/constructs/monitoring/memcached-rules';

const apiTest = { file: `${api}.test.ts` };
const desiredTest = { file: `${controller}/desired.test.ts` };
const statusTest = { file: `${controller}/status.test.ts` };
const reconcileTest = { file: `${controller}/reconcile.test.ts` };
const alertsTest = { file: 'infra/src/constructs/monitoring/monitoring.test.ts' };

/** Of Memcached, in the order of what is promised of it. */
export const memcachedMutants: readonly Mutant[] = [
  {
    name: 'memcached-asks-for-a-size',
    promise: 'Manifests without a size apply unchanged, and mean 3.',
    file: `${api}.ts`,
    find: 'default: 3,',
    replace: '',
    test: { ...apiTest, title: 'asks for nothing: size and port have defaults' },
  },
  {
    name: 'memcached-refuses-size-0',
    promise: 'Every size from 0 on is taken.',
    file: `${api}.ts`,
    find: 'minimum: 0,',
    replace: 'minimum: 1,',
    test: { ...apiTest, title: 'asks for nothing: size and port have defaults' },
  },
  {
    name: 'memcached-merges-nodes-with-older-ones',
    promise: 'The nodes are one list: nothing stays of what an original wrote.',
    file: `${api}.ts`,
    find: "t.array(t.string({ description: 'Name of a Pod.' }), {",
    replace: "t.array(t.string({ description: 'Name of a Pod.' }), { listType: 'set',",
    test: { ...apiTest, title: 'BUG-MC-1 writes the nodes as one list, so that nothing of an older list stays' },
  },
  {
    name: 'memcached-keeps-its-port-to-itself',
    promise: 'The port of the spec is the one that memcached listens on.',
    file: `${controller}/desired.ts`,
    find: ", '-p', String(containerPort)",
    replace: '',
    test: { ...desiredTest, title: 'BUG-MC-7 tells memcached the port that the Pod is said to have' },
  },
  {
    name: 'memcached-has-the-limit-of-the-originals',
    promise: 'memcached is told its limit in a way that it reads: the words of the originals keep it from starting.',
    file: `${controller}/desired.ts`,
    find: "'-m', '64'",
    replace: "'-m=64'",
    test: { ...desiredTest, title: 'gives memcached each number as a word of its own: it takes "-m=64" for no number' },
  },
  {
    name: 'memcached-shares-its-selector',
    promise: 'Each Memcached has a selector of its own.',
    file: `${controller}/desired.ts`,
    find: 'memcached_cr: memcached.metadata.name',
    replace: "memcached_cr: 'memcached'",
    test: { ...desiredTest, title: 'BUG-MC-3 has labels of its own for each Memcached' },
  },
  {
    name: 'memcached-may-be-root',
    promise: 'The Pods pass Pod Security restricted.',
    file: `${controller}/desired.ts`,
    find: 'runAsNonRoot: true, ',
    replace: '',
    test: { ...desiredTest, title: 'has the name of the Memcached, its size, and nothing else' },
  },
  {
    name: 'memcached-finds-its-port-by-number',
    promise: 'The Service finds the port by its name, whatever its number is.',
    file: `${controller}/desired.ts`,
    find: 'targetPort: port',
    replace: 'targetPort: 11_211',
    test: { ...desiredTest, title: 'reaches the Pods at 11211, by the name of their port' },
  },
  {
    name: 'memcached-takes-nodes-as-they-come',
    promise: 'The same Pods are always the same list of nodes.',
    file: `${controller}/status.ts`,
    find: '.sort();',
    replace: ';',
    test: { ...statusTest, title: 'BUG-MC-1 are the same whatever order the Pods come in' },
  },
  {
    name: 'memcached-lists-pods-that-end',
    promise: 'A Pod that is ending is no node.',
    file: `${controller}/status.ts`,
    find: '.filter(({ metadata }) => metadata.deletionTimestamp === undefined)',
    replace: '',
    test: { ...statusTest, title: 'BUG-MC-8 are none that end or have ended' },
  },
  {
    name: 'memcached-lists-pods-of-others',
    promise: 'Only Pods with both labels are nodes.',
    file: `${controller}/status.ts`,
    find: '.filter(({ metadata }) => labels.every(([name, value]) => metadata.labels?.[name] === value))',
    replace: '',
    test: { ...statusTest, title: 'are none of another Memcached, and none without both labels' },
  },
  {
    name: 'memcached-is-degraded-while-it-grows',
    promise: 'A resize is nothing that a person has to look at.',
    file: `${controller}/status.ts`,
    find: '&& stated.observedGeneration === metadata.generation',
    replace: '',
    test: {
      ...statusTest,
      title: 'is not True because the size was changed, or because Pods are being replaced',
    },
  },
  {
    name: 'memcached-forgets-lost-pods',
    promise: 'Lost Pods are told of until there are enough again.',
    file: `${controller}/status.ts`,
    find: "['Available', 'Degraded']",
    replace: "['Available']",
    test: { ...statusTest, title: 'stays True until enough are available again' },
  },
  {
    name: 'memcached-keeps-a-selector-of-others',
    promise: 'A Deployment whose selector is another one is made again.',
    file: `${controller}/found.ts`,
    find: 'return !same || ',
    replace: 'return ',
    test: {
      ...reconcileTest,
      title: 'makes a Deployment with another selector again, in the same run if it goes at once',
    },
  },
  {
    name: 'memcached-makes-again-what-is-still-there',
    promise: 'A Deployment that is made again is gone first.',
    file: `${controller}/reconcile.ts`,
    find: '!(await deployments.delete(name))',
    replace: 'await deployments.delete(name)',
    test: { ...reconcileTest, title: 'looks again while a Deployment with another selector goes, and says so' },
  },
  {
    name: 'memcached-trusts-its-memory-alone',
    promise: 'What an original left is found, though memory does not hold it.',
    file: `${controller}/reconcile.ts`,
    find: ' ?? (await deployments.getLive(name))',
    replace: '',
    test: {
      ...reconcileTest,
      title: 'makes a Deployment with another selector again, in the same run if it goes at once',
    },
  },
  {
    name: 'memcached-counts-every-resize',
    promise: 'Only sizes that somebody else has set are counted.',
    file: `${controller}/found.ts`,
    find: ' || putRightFor !== metadata.generation',
    replace: '',
    test: { ...reconcileTest, title: 'BUG-MC-15 counts no size that the spec asks for' },
  },
  {
    name: 'memcached-counts-what-is-refused',
    promise: 'A size that the spec asks for is not counted, however often the cluster refuses it.',
    file: `${controller}/found.ts`,
    find: "findCondition(status?.conditions, 'Available')?.observedGeneration",
    replace: 'status?.observedGeneration',
    test: {
      file: `${controller}/found.test.ts`,
      title: 'is the size from before as long as the cluster has refused the new one',
    },
  },
  {
    name: 'memcached-counts-before-it-puts-right',
    promise: 'A size that somebody else has set is counted once, however often putting it right is refused.',
    file: `${controller}/reconcile.ts`,
    find: `const deployment = await deployments.apply(desired);
  if (wasResizedByOthers(memcached, found)) metrics.undesiredSizes.inc();`,
    replace: `if (wasResizedByOthers(memcached, found)) metrics.undesiredSizes.inc();
  const deployment = await deployments.apply(desired);`,
    test: {
      ...reconcileTest,
      title: 'BUG-MC-15 counts a size of somebody else once it has been put right, not as often as that is refused',
    },
  },
  {
    name: 'memcached-counts-nothing',
    promise: 'A size that somebody else has set is counted.',
    file: `${controller}/reconcile.ts`,
    find: 'if (wasResizedByOthers(memcached, found)) metrics.undesiredSizes.inc();',
    replace: '',
    test: { ...reconcileTest, title: 'BUG-MC-15 counts a size that somebody else has set, once' },
  },
  {
    name: 'alerts-take-an-absent-operator-for-well',
    promise: 'The alert fires also where nothing is scraped.',
    file: `${rules}.ts`,
    find: ' or vector(0)',
    replace: '',
    test: { ...alertsTest, title: 'are two alerts and what one of them needs, recorded before' },
  },
];
