import type { Mutant } from './mutant.ts';

const api = 'operator/src/apis/immortalcontainer.flugel.it/v1alpha1/immortal-container';
const controller = 'operator/src/controllers/immortal-container';

const apiTest = { file: `${api}.test.ts` };
const desiredTest = { file: `${controller}/desired.test.ts` };
const reconcileTest = { file: `${controller}/reconcile.test.ts` };
const statusTest = { file: `${controller}/status.test.ts` };

const replaced = 'BUG-IC-2 writes the count, deletes the Pod and makes the next one, when the image is another';

/** Of ImmortalContainer, in the order of what is promised of it. */
export const immortalContainerMutants: readonly Mutant[] = [
  {
    name: 'immortal-counts-to-32-bits',
    promise: 'startTimes is an int64.',
    file: `${api}.ts`,
    find: "format: 'int64',",
    replace: '',
    test: { ...apiTest, title: 'counts further than 32 bits, and not further than every client can count' },
  },
  {
    name: 'immortal-takes-names-that-are-no-label',
    promise: 'A name of more than 63 characters is refused on creation: its Pod could not be labelled.',
    file: `${api}.ts`,
    find: 'self.metadata.name.size() <= 63',
    replace: 'self.metadata.name.size() <= 253',
    test: {
      ...apiTest,
      title: 'BUG-IC-8 BUG-IC-9 guards a missing spec and names that are no label, on creation only',
    },
  },
  {
    name: 'immortal-sets-a-restart-policy',
    promise: 'The Pod of a user’s image gets nothing that may break that image.',
    file: `${controller}/desired.ts`,
    find: 'spec: { containers: [{',
    replace: "spec: { restartPolicy: 'Never', containers: [{",
    test: { ...desiredTest, title: 'IC-T8 has its own name, the image and nothing that could get in its way' },
  },
  {
    name: 'immortal-names-its-pods-by-number',
    promise: 'There is one Pod at a time, because all have the same name.',
    file: `${controller}/desired.ts`,
    find: 'name: podNameOf(container),',
    replace: 'name: `${podNameOf(container)}-${String(ordinal)}`,',
    test: { ...desiredTest, title: 'has the same name whatever its number: there is one at a time' },
  },
  {
    name: 'immortal-names-a-pod-that-is-gone',
    promise: 'currentPod is empty while there is no Pod.',
    file: `${controller}/status.ts`,
    find: "currentPod: pod?.metadata.name ?? ''",
    replace: "currentPod: pod?.metadata.name ?? container.status?.currentPod ?? 'none'",
    test: { ...statusTest, title: 'IC-T9 BUG-IC-6 names no Pod where there is none, and still counts' },
  },
  {
    name: 'immortal-is-ready-as-it-goes',
    promise: 'A Pod that is being deleted is not Ready, though it still runs.',
    file: `${controller}/desired.ts`,
    find: "if (pod.metadata.deletionTimestamp !== undefined) return 'going';",
    replace: '',
    test: {
      ...statusTest,
      title: 'BUG-IC-6 is not Ready with a Pod that is being deleted, though it still runs and is named',
    },
  },
  {
    name: 'immortal-is-ready-once-it-is-made',
    promise: 'Ready means that the Pod is, never only that it was made.',
    file: `${controller}/status.ts`,
    find: "if (findCondition(pod.status?.conditions, 'Ready')?.status !== 'True')",
    replace: "if (pod.status?.phase !== 'Running')",
    test: { ...statusTest, title: 'is Ready with the condition of the Pod alone, whatever its phase' },
  },
  {
    name: 'immortal-says-what-changes-by-itself',
    promise: 'The status is silent while nothing happens: no count and no time is in its words.',
    file: `${controller}/status.ts`,
    find: 'return waiting?.reason ??',
    replace: 'return waiting?.message ??',
    test: { ...statusTest, title: 'says nothing that changes by itself' },
  },
  {
    name: 'immortal-believes-any-ordinal',
    promise: 'An ordinal that somebody edited is put back.',
    file: `${controller}/status.ts`,
    find: 'recorded === 0 || ordinal === recorded + 1 ? ordinal : recorded',
    replace: 'Math.max(ordinal, recorded)',
    test: { ...statusTest, title: 'never falls behind what is recorded, and never gets ahead of it by more than one' },
  },
  {
    name: 'immortal-believes-the-status-alone',
    promise: 'A Pod whose making nobody could write down still counts, whatever call the process ended at.',
    file: `${controller}/status.ts`,
    find: 'recorded === 0 || ordinal === recorded + 1 ? ordinal : recorded',
    replace: 'Math.max(recorded, 1)',
    test: {
      ...reconcileTest,
      title: 'is exact also if the process that made the Pod has ended, and the next one saw it only',
    },
  },
  {
    name: 'immortal-forgets-an-emptied-status',
    promise: 'A status that was emptied is restored from the Pod.',
    file: `${controller}/status.ts`,
    find: 'recorded === 0 || ordinal',
    replace: 'ordinal',
    test: { ...reconcileTest, title: 'IC-T9 restores a status that somebody emptied from the Pod' },
  },
  {
    name: 'immortal-counts-too-far',
    promise: 'The count ends where clients cannot count any further.',
    file: `${controller}/status.ts`,
    find: 'Math.min(count + 1, Number.MAX_SAFE_INTEGER)',
    replace: 'count + 1',
    test: { ...statusTest, title: 'ends where clients cannot count any further' },
  },
  {
    name: 'immortal-deletes-before-it-has-counted',
    promise: 'The count is in the status before the Pod that carries it is deleted.',
    file: `${controller}/reconcile.ts`,
    find: 'await status.save(statusFor(container, pod, count));',
    replace: '',
    test: { ...reconcileTest, title: replaced },
  },
  {
    name: 'immortal-forgets-what-it-could-not-write',
    promise: 'A Pod counts also if the status could not be written, and the Pod is gone before the next run.',
    file: `${controller}/reconcile.ts`,
    find: 'uncounted.set(uid, ordinal);',
    replace: '',
    test: {
      ...reconcileTest,
      title: 'is exact when the status was changed by others, and the Pod is gone before the next run',
    },
  },
  {
    name: 'immortal-lets-an-ordinal-run-ahead',
    promise: 'What is only remembered is written before the next Pod is made.',
    file: `${controller}/reconcile.ts`,
    find: 'if (uncounted.has(uid)) await status.save(statusFor(container, undefined, count));',
    replace: '',
    test: {
      ...reconcileTest,
      title: 'is written after that before the next Pod is made, so that a crash finds no ordinal too far ahead',
    },
  },
  {
    name: 'immortal-keeps-a-pod-that-failed',
    promise: 'A Pod that has Failed or Succeeded is replaced.',
    file: `${controller}/desired.ts`,
    find: "pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded' ? 'ended' : 'keep'",
    replace: "'keep'",
    test: {
      ...reconcileTest,
      title: 'lets a Pod that ended as soon as it was made rest, so that it does not keep the cluster busy',
    },
  },
  {
    name: 'immortal-replaces-in-a-tight-loop',
    promise: 'Pods that end as soon as they are made do not keep the cluster busy.',
    file: `${controller}/reconcile.ts`,
    find: "if (fate === 'ended' && restMs(pod, clock) > 0) return checkAgain(restMs(pod, clock));",
    replace: '',
    test: {
      ...reconcileTest,
      title: 'lets a Pod that ended as soon as it was made rest, so that it does not keep the cluster busy',
    },
  },
  {
    name: 'immortal-waits-for-two-clocks',
    promise: 'A Pod that has ended is replaced also if the clocks of two machines differ.',
    file: `${controller}/desired.ts`,
    find: 'return ageMs < 0 ? 0 :',
    replace: 'return',
    test: { ...desiredTest, title: 'does not last until two clocks agree' },
  },
  {
    name: 'immortal-ignores-another-image',
    promise: 'Another image makes another Pod.',
    file: `${controller}/desired.ts`,
    find: "if (!isFor(container.spec.image, pod)) return 'outdated';",
    replace: '',
    test: { ...reconcileTest, title: replaced },
  },
  {
    name: 'immortal-replaces-what-was-edited',
    promise: 'An image that somebody edits in the Pod is put back in place.',
    file: `${controller}/desired.ts`,
    find: 'runs !== undefined && (runs === image ||',
    replace: 'runs !== undefined && (runs === image &&',
    test: {
      ...desiredTest,
      title: 'whose image or annotation somebody edited is kept: one of the two still says what it is',
    },
  },
  {
    name: 'immortal-makes-a-second-pod-beside-an-older-one',
    promise: 'A Pod that an older operator left is looked for before another one is made.',
    file: `${controller}/reconcile.ts`,
    find: 'watched ?? (await pods.getLive(name))',
    replace: 'watched',
    test: { ...reconcileTest, title: 'keeps the Pod, and counts on from what was written' },
  },
  {
    name: 'immortal-waits-for-an-end-that-nobody-tells',
    promise: 'The end of a Pod that no watch tells of is looked for.',
    file: `${controller}/reconcile.ts`,
    find: 'return watched === undefined ? checkAgain(1_000) : awaitChange;',
    replace: 'return awaitChange;',
    test: { ...reconcileTest, title: 'looks again for the end of a Pod that is being deleted' },
  },
  {
    name: 'delete-remembers-what-no-watch-tells-of',
    promise: 'A child without our label that was deleted does not stay in memory as it goes.',
    file: 'operator/src/runtime/reconcile/handles.ts',
    find: 'else if (isWatched(left, environment.operator)) cache.wrote(left, by);',
    replace: 'else cache.wrote(left, by);',
    test: {
      file: 'operator/src/runtime/reconcile/handles.test.ts',
      title: 'remembers nothing of a child without our label, of whose end no watch will tell',
    },
  },
];
