/** What the runtime promises, the one file where the promise is kept, and the lines that are broken to prove it. */
export interface RuntimePromise {
  readonly name: string;
  /** From the repository's root. */
  readonly file: string;
  /** Names of at least two mutants. */
  readonly mutants: readonly string[];
}

const runtime = 'operator/src/runtime';

/** In the order of `CONTRIBUTING.md`, which says what they mean. */
export const promises: readonly RuntimePromise[] = [
  {
    name: 'Level-based',
    file: `${runtime}/queue/keyed-work-queue.ts`,
    mutants: [
      'queue-hands-a-key-out-twice',
      'queue-loses-an-event-during-work',
      'reconcile-misses-an-edit-behind-its-status',
      'stuck-reconcile-gives-its-key-away',
    ],
  },
  {
    name: 'Reads its own writes',
    file: `${runtime}/cache/watched-cache.ts`,
    mutants: [
      'cache-lets-the-watch-undo-a-write',
      'cache-wakes-for-its-own-echo',
      'run-forgets-what-it-wrote-itself',
      'cache-tells-in-another-order',
      'views-learn-of-a-write-from-their-watch',
    ],
  },
  {
    name: 'No idle writes',
    file: `${runtime}/reconcile/child.ts`,
    mutants: [
      'apply-sends-what-holds',
      'status-writes-what-is-stored',
      'status-undone-by-others-stays',
      'apply-leaves-the-traces-of-a-repair',
      'child-trusts-its-hash-alone',
      'child-stays-as-it-was-once-asked-for',
      'hash-depends-on-the-order-of-writing',
    ],
  },
  {
    name: 'Nothing lost',
    file: `${runtime}/watch/after-failure.ts`,
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
    file: `${runtime}/manager/election/leadership.ts`,
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
    name: 'Bounded',
    file: `${runtime}/reconcile/apply-child.ts`,
    mutants: [
      'apply-makes-again-what-has-gone',
      'apply-makes-children-of-the-dead',
      'apply-takes-from-a-stranger',
      'cache-remembers-every-deletion',
      'stuck-reconcile-holds-its-worker',
      'watch-waits-as-long-as-it-is-told',
      'events-flood-the-api-server',
      'queue-serves-a-namespace-until-it-is-empty',
      'queue-starves-what-yields',
      'worker-leaves-a-listener-per-key',
      'index-keeps-empty-rows',
      'standby-keeps-what-has-gone',
    ],
  },
  {
    name: 'Ordered stop',
    file: `${runtime}/manager/lead.ts`,
    mutants: [
      'workers-go-on-after-a-stop',
      'stop-aborts-at-once',
      'stop-waits-for-the-deaf',
      'term-waits-for-its-last-event',
      'term-gives-up-events-that-go-out',
      'events-outlive-a-term-without-election',
      'tools-are-left-open',
      'release-overtakes-a-renewal',
    ],
  },
  {
    name: 'Seen',
    file: `${runtime}/manager/metrics/metrics.ts`,
    mutants: [
      'gauge-keeps-what-has-gone',
      'refusal-of-a-controller-is-told-with-every-try',
      'log-forgets-the-reconcile',
      'event-is-not-in-the-log',
      'events-are-listed-in-any-order',
      'trace-falls-apart',
      'every-failure-is-a-panic',
      'readyz-trusts-empty-caches',
    ],
  },
];
