/** A promise of the runtime, the files that keep it, and the mutants that break it. */
export interface RuntimePromise {
  readonly name: string;
  /** Paths from the repository's root. */
  readonly files: readonly string[];
  /** The names of at least two mutants. */
  readonly mutants: readonly string[];
}

const runtime = 'operator/runtime/src';

/** All promises, in the order of `CONTRIBUTING.md`, which explains them. */
export const promises: readonly RuntimePromise[] = [
  {
    name: 'Level-based',
    files: [`${runtime}/queue/work-queue.ts`],
    mutants: [
      'queue-hands-a-key-out-twice',
      'queue-loses-an-event-during-work',
      'reconcile-misses-an-edit-behind-its-status',
      'stuck-reconcile-gives-its-key-away',
    ],
  },
  {
    name: 'Reads its own writes',
    files: [`${runtime}/cache/watched-cache.ts`, `${runtime}/reconcile/write/gateway.ts`],
    mutants: [
      'cache-lets-the-watch-undo-a-write',
      'cache-wakes-for-its-own-write',
      'run-forgets-what-it-wrote-itself',
      'write-leaves-its-events-to-chance',
      'write-wakes-its-own-controller',
      'write-takes-nothing-in-after-a-patch',
      'cache-notifies-in-another-order',
      'views-learn-of-a-write-from-their-watch',
    ],
  },
  {
    name: 'No idle writes',
    files: [`${runtime}/reconcile/child/child.ts`, `${runtime}/reconcile/status/status.ts`],
    mutants: [
      'apply-sends-what-holds',
      'status-writes-what-is-stored',
      'status-undone-by-others-stays',
      'apply-leaves-the-traces-of-a-repair',
      'change-leaves-the-traces-of-a-repair',
      'child-trusts-its-hash-alone',
      'child-stays-as-it-was-once-asked-for',
      'hash-depends-on-the-order-of-writing',
    ],
  },
  {
    name: 'Nothing lost',
    files: [`${runtime}/watch/after-failure.ts`],
    mutants: [
      'watch-swallows-410',
      'watch-forgets-where-it-was',
      'watch-trusts-a-dead-connection',
      'watch-lists-anew-after-429',
      'token-is-read-once-a-minute',
    ],
  },
  {
    name: 'One writer',
    files: [`${runtime}/manager/election/term.ts`, `${runtime}/reconcile/write/gateway.ts`],
    mutants: [
      'election-trusts-its-timer',
      'election-counts-from-the-answer',
      'event-trusts-the-timer',
      'apply-writes-without-leading',
      'workers-outlive-their-leadership',
      'fence-trusts-the-timer',
      'call-waits-past-the-fence',
    ],
  },
  {
    name: 'Deleted and created again',
    files: [`${runtime}/reconcile/child/apply-child.ts`],
    mutants: [
      'apply-creates-a-deleted-child-again',
      'apply-creates-children-of-a-deleted-owner',
      'child-is-created-from-an-old-owner',
      'apply-takes-an-unowned-object',
      'apply-changes-a-child-that-the-run-has-not-seen',
      'conflict-sends-for-a-person-where-the-garbage-collector-comes',
      'cache-drops-what-took-the-place-of-another',
    ],
  },
  {
    name: 'Finalizers',
    files: [`${runtime}/reconcile/run/finalizers.ts`, `${runtime}/reconcile/run/reconcile-object.ts`],
    mutants: [
      'finalizer-comes-after-the-work',
      'finalizer-is-added-to-what-has-changed',
      'finalizer-of-others-is-dropped',
      'finalizer-is-removed-without-clean-up',
      'finalizer-forgets-its-older-names',
      'clean-up-creates-nothing',
      'clean-up-waits-for-a-change',
    ],
  },
  {
    name: 'Least privilege',
    files: [`${runtime}/reconcile/declare/rules.ts`],
    mutants: ['rules-miss-a-verb', 'rules-grant-deletion-unasked'],
  },
  {
    name: 'Bounded',
    files: [`${runtime}/cache/watch-progress.ts`, `${runtime}/queue/lanes.ts`, `${runtime}/controller/workers.ts`],
    mutants: [
      'cache-remembers-every-deletion',
      'stuck-reconcile-holds-its-worker',
      'watch-waits-as-long-as-the-server-says',
      'events-flood-the-api-server',
      'queue-serves-a-namespace-until-it-is-empty',
      'queue-starves-what-yields',
      'worker-leaves-a-listener-per-key',
      'index-keeps-empty-rows',
      'standby-keeps-deleted-keys',
    ],
  },
  {
    name: 'Ordered stop',
    files: [
      `${runtime}/manager/operate.ts`,
      `${runtime}/manager/lead.ts`,
      `${runtime}/manager/election/run-election.ts`,
    ],
    mutants: [
      'workers-go-on-after-a-stop',
      'stop-aborts-at-once',
      'stop-waits-for-the-deaf',
      'term-waits-for-its-last-event',
      'term-gives-up-events-that-go-out',
      'events-outlive-a-term-without-election',
      'injected-values-are-left-open',
      'release-overtakes-a-renewal',
    ],
  },
  {
    name: 'Seen',
    files: [`${runtime}/manager/metrics/metrics.ts`],
    mutants: [
      'gauge-keeps-deleted-objects',
      'refusal-of-a-controller-is-emitted-with-every-try',
      'log-forgets-the-reconcile',
      'event-is-not-in-the-log',
      'events-are-listed-in-any-order',
      'trace-falls-apart',
      'every-failure-is-a-panic',
      'readyz-trusts-empty-caches',
    ],
  },
];
