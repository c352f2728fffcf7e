import type { Mutant } from './mutant.ts';

const runtime = 'operator/runtime/src';
const reconcile = `${runtime}/reconcile`;
const cleanUp = 'operator/testing/src/run-controller/clean-up.test.ts';

/** Mutants of clean-ups, and of what a reconcile that ends early reports. */
export const cleanUpMutants: readonly Mutant[] = [
  {
    name: 'clean-up-creates-nothing',
    promise: 'A clean-up can create children as long as its owner exists.',
    file: `${reconcile}/child/apply-child.ts`,
    find: '(isTerminating(live) && !isTerminating(run.owner))',
    replace: 'isTerminating(live)',
    test: cleanUp,
  },
  {
    name: 'clean-up-loses-its-child',
    promise: 'The child of a clean-up stays until its owner is gone, even if that is deleted in the foreground.',
    file: `${reconcile}/write/ownership.ts`,
    find: 'blockOwnerDeletion: !isTerminating(owner)',
    replace: 'blockOwnerDeletion: true',
    test: cleanUp,
  },
  {
    name: 'clean-up-waits-for-a-change',
    promise: 'A clean-up that fails is tried again, whatever the error, because a deletion waits for it.',
    file: `${reconcile}/run/reconcile-object.ts`,
    find: "return isTerminating(owner) && error.code !== 'NOT_READY';",
    replace: 'return false;',
    test: cleanUp,
  },
  {
    name: 'deletion-is-filtered',
    promise: 'The beginning of a deletion starts a reconcile, whatever the predicate of the controller says.',
    file: `${runtime}/controller/sources.ts`,
    find: ' && !beginsToEnd(before, after)',
    replace: '',
    test: cleanUp,
  },
  {
    name: 'refusal-hides-its-child',
    promise: 'The report of a rejected child names its kind, its namespace and its name.',
    file: `${reconcile}/status/refusal.ts`,
    find: 'kind === undefined || object === undefined',
    replace: 'kind !== undefined || object === undefined',
    test: cleanUp,
  },
  {
    name: 'unserved-status-is-a-deleted-owner',
    promise: 'A 404 to the write of a status is not taken for the deletion of its object.',
    file: `${reconcile}/status/report.ts`,
    find: 'if (await isOwnerGone(run))',
    replace: 'if ((await isOwnerGone(run)) || true)',
    test: `${runtime}/controller/regression/status-not-served.test.ts`,
  },
  {
    name: 'json-fault-is-no-answer',
    promise: 'What cannot be written as JSON is reported, and not taken for an API server that does not answer.',
    file: `${runtime}/client/client.ts`,
    find: 'jsonError(cause, what, body) ?? unanswered(what, cause, signal)',
    replace: 'unanswered(what, cause, signal)',
    test: `${runtime}/controller/regression/not-json.test.ts`,
  },
  {
    name: 'update-hides-its-paths',
    promise: 'The log line of an update names the paths that it changes.',
    file: `${reconcile}/write/gateway.ts`,
    find: "(dryRun || level === 'info')",
    replace: 'dryRun',
    test: `${reconcile}/child/apply-child.test.ts`,
  },
  {
    name: 'event-is-lost-for-its-reason',
    promise: 'An event whose reason is too long is sent with the beginning of the reason.',
    file: `${reconcile}/events/event-object.ts`,
    find: 'reason: cut(reason, longest.reasonBytes)',
    replace: 'reason',
    test: `${reconcile}/events/event-recorder.test.ts`,
  },
  {
    name: 'event-ends-with-its-namespace',
    promise: 'A Warning about a clean-up in a namespace that is being deleted is in the namespace default.',
    file: `${reconcile}/events/event-sender.ts`,
    find: "return type === 'Warning' && ",
    replace: "return type !== 'Warning' && ",
    test: `${reconcile}/events/event-recorder.test.ts`,
  },
];
