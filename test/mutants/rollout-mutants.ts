import type { Mutant } from './mutant.ts';

const reconcile = 'operator/runtime/src/reconcile';

/** Mutants of the conditions about a rollout. */
export const rolloutMutants: readonly Mutant[] = [
  {
    name: 'rollout-is-done-with-pods-left-over',
    promise: 'Ready is True only when no Pod of an older template is left.',
    row: 'all kinds: status',
    file: `${reconcile}/progress/rollout.ts`,
    find: '[updated, available, replicas]',
    replace: '[updated, available]',
    test: `${reconcile}/progress/rollout.test.ts`,
  },
  {
    name: 'rollout-believes-what-was-said-before',
    promise: 'Ready is about the newest template: a Deployment status of an older generation does not count.',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'return speaksOfNewest(deployment) ? (deployment.status?.updatedReplicas ?? 0) : 0;',
    replace: 'return deployment.status?.updatedReplicas ?? 0;',
    test: `${reconcile}/progress/rollout.test.ts`,
  },
  {
    name: 'rollout-takes-a-terminating-deployment-for-done',
    promise: 'A terminating Deployment makes Ready False.',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'done: complete && !isTerminating(deployment),',
    replace: 'done: complete,',
    test: `${reconcile}/progress/rollout.test.ts`,
  },
  {
    name: 'rollout-does-not-see-pods-that-cannot-be-created',
    promise: 'If Pods cannot be created, the message of the cluster is reported.',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'problem: notMade(deployment) ?? notGoingOn(deployment, wanted),',
    replace: 'problem: notGoingOn(deployment, wanted),',
    test: `${reconcile}/progress/rollout.test.ts`,
  },
  {
    name: 'rollout-hides-why-it-is-not-ready',
    promise: 'Ready and a Warning event say why Pods cannot be created.',
    row: 'all kinds: status',
    file: `${reconcile}/progress/rollout.ts`,
    find: "return { ...condition('Ready', false, problem), warns: true };",
    replace: "return condition('Ready', false, problem);",
    test: `${reconcile}/progress/rollout-problems.test.ts`,
  },
  {
    name: 'rollout-names-pods-that-were-never-created',
    promise: 'Refused Pods are reported once, although each attempt has another Pod name in its message.',
    file: `${reconcile}/progress/rollout.ts`,
    find: "reason === 'FailedCreate' ? withoutPodNames(deployment, message) : message",
    replace: 'message',
    test: `${reconcile}/progress/rollout-problems.test.ts`,
  },
  {
    name: 'rollout-does-not-see-a-pause',
    promise: 'A Deployment that somebody has paused is reported.',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'if (isHeldUp(deployment, wanted)) {',
    replace: 'if (isHeldUp(deployment, 0)) {',
    test: `${reconcile}/progress/rollout-problems.test.ts`,
  },
  {
    name: 'rollout-takes-a-terminating-child-for-a-standing-one',
    promise: 'A terminating child other than the Deployment makes Ready False, too.',
    row: 'all kinds: status',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'const terminating = beside.find(isTerminating);',
    replace: 'const terminating = [].find(isTerminating);',
    test: `${reconcile}/progress/rollout.test.ts`,
  },
  {
    name: 'rollout-denies-what-its-deployment-says',
    promise:
      'The message of Available has the number of available replicas, and does not contradict the Deployment’s own message about minimum availability.',
    row: 'all kinds: status',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'has ${ofWanted(available, wanted)} replicas available.',
    replace: 'does not have minimum availability: ${ofWanted(available, wanted)} available.',
    test: `${reconcile}/progress/rollout.test.ts`,
  },
  {
    name: 'rollout-takes-the-surge-for-what-is-left-over',
    promise: 'Old Pods count as pending termination only once all new Pods exist.',
    file: `${reconcile}/progress/rollout.ts`,
    find: 'updated < wanted ? 0 : ',
    replace: '',
    test: `${reconcile}/progress/rollout.test.ts`,
  },
];
