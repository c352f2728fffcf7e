import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';

/** Of what is told of a rollout. */
export const rolloutMutants: readonly Mutant[] = [
  {
    name: 'rollout-is-done-with-pods-left-over',
    promise: 'Ready is true only when no Pod of an older template is left.',
    row: 'all kinds: status',
    file: `${reconcile}/progress/rollout.ts`,
    find: '[updated, available, replicas]',
    replace: '[updated, available]',
    test: {
      file: `${reconcile}/progress/rollout.test.ts`,
      title: 'is not over while a Pod is left over that does not serve any more',
    },
  },
  {
    name: 'rollout-believes-what-was-said-before',
    promise: 'Ready speaks of the newest template.',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'return speaksOfNewest(deployment) ? (deployment.status?.updatedReplicas ?? 0) : 0;',
    replace: 'return deployment.status?.updatedReplicas ?? 0;',
    test: {
      file: `${reconcile}/progress/rollout.test.ts`,
      title:
        'is not over before the Deployment controller has seen the newest template: its numbers speak of the one before',
    },
  },
  {
    name: 'rollout-takes-what-goes-for-done',
    promise: 'A Deployment that is being deleted is not Ready.',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'done: complete && deployment.metadata.deletionTimestamp === undefined,',
    replace: 'done: complete,',
    test: { file: `${reconcile}/progress/rollout.test.ts`, title: 'is not done, however many Pods it still has' },
  },
  {
    name: 'rollout-does-not-see-pods-that-cannot-be-made',
    promise: 'Pods that cannot be made are told of in the words of the cluster.',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'problem: notMade(deployment) ?? notGoingOn(deployment, wanted),',
    replace: 'problem: notGoingOn(deployment, wanted),',
    test: {
      file: `${reconcile}/progress/rollout.test.ts`,
      title: 'is that Pods cannot be made, which is also why the roll-out does not go on',
    },
  },
  {
    name: 'rollout-hides-why-it-is-not-ready',
    promise: 'Ready says why Pods cannot be made, and a Warning event tells of it.',
    row: 'all kinds: status',
    file: `${reconcile}/progress/rollout.ts`,
    find: "return { ...condition('Ready', false, problem), warns: true };",
    replace: "return condition('Ready', false, problem);",
    test: {
      file: `${reconcile}/progress/rollout-problems.test.ts`,
      title: 'are why it is not Ready, which is to be warned of',
    },
  },
  {
    name: 'rollout-names-pods-that-were-never-made',
    promise: 'A Pod that is refused again and again, by another name each time, is told of once.',
    file: `${reconcile}/progress/rollout.ts`,
    find: "reason === 'FailedCreate' ? withoutPodNames(deployment, message) : message",
    replace: 'message',
    test: {
      file: `${reconcile}/progress/rollout-problems.test.ts`,
      title: 'are told in the same words with each try: a Pod that is never made has another name each time',
    },
  },
  {
    name: 'rollout-does-not-see-a-pause',
    promise: 'A roll-out that somebody has paused is told of.',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'if (isHeldUp(deployment, wanted)) {',
    replace: 'if (isHeldUp(deployment, 0)) {',
    test: {
      file: `${reconcile}/progress/rollout-problems.test.ts`,
      title: 'says so where it holds up what is not done, which is to be warned of',
    },
  },
  {
    name: 'rollout-takes-a-child-that-goes-for-one-that-stands',
    promise: 'What is not in force because a child is being deleted is not Ready.',
    row: 'all kinds: status',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'const going = beside.find(isGoing);',
    replace: 'const going = [].find(isGoing);',
    test: {
      file: `${reconcile}/progress/rollout.test.ts`,
      title: 'is told of, too, where it stands beside the Deployment',
    },
  },
  {
    name: 'rollout-denies-what-its-deployment-says',
    promise: 'Available counts replicas, and does not deny the minimum availability that the Deployment states.',
    row: 'all kinds: status',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'has ${ofWanted(available, wanted)} replicas available.',
    replace: 'does not have minimum availability: ${ofWanted(available, wanted)} available.',
    test: {
      file: `${reconcile}/progress/rollout.test.ts`,
      title: 'does not deny the minimum availability that the Deployment itself states',
    },
  },
  {
    name: 'rollout-takes-the-surge-for-what-is-left-over',
    promise: 'Pods are said to be pending termination once there are enough new ones.',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'updated < wanted ? 0 : ',
    replace: '',
    test: {
      file: `${reconcile}/progress/rollout.test.ts`,
      title: 'counts no Pod as pending termination before all new ones are there',
    },
  },
];
