import type { Mutant } from './mutant.ts';

const manager = 'operator/runtime/src/manager';
const reconcile = 'operator/runtime/src/reconcile';
const secure = `${manager}/secure-metrics`;
const guard = `${secure}/scrape-guard.test.ts`;

/** Of a process: who may read its metrics, whether it is ready, how it begins and ends. */
export const managerMutants: readonly Mutant[] = [
  {
    name: 'metrics-for-every-token',
    promise: 'Secure metrics are told to those alone who may get them.',
    file: `${secure}/scrape-guard.ts`,
    find: "allowed ? 'allowed' :",
    replace: "user !== undefined ? 'allowed' :",
    test: { file: guard, title: 'is told which right is missing' },
  },
  {
    name: 'metrics-fail-open',
    promise: 'Where nobody can be asked who may read, nobody may.',
    file: `${secure}/scrape-guard.ts`,
    find: 'return notAsked;',
    replace: 'return undefined;',
    test: { file: guard, title: 'that fail let nobody through, are logged, and are asked for again at once' },
  },
  {
    name: 'metrics-flood-the-api-server',
    promise: 'Whoever tries many tokens at once keeps the API server busy with few.',
    file: `${secure}/questions.ts`,
    find: ' && this.#underWayOf(lane) < perPeer.underWay',
    replace: '',
    test: { file: guard, title: 'are asked for by few of one address at a time; more are told to come again' },
  },
  {
    name: 'metrics-give-all-slots-to-suspects',
    promise: 'Whoever tries tokens keeps no scraper of another address waiting.',
    file: `${secure}/questions.ts`,
    find: 'suspect: 3 };',
    replace: 'suspect: 8 };',
    test: {
      file: guard,
      title: 'keeps no new scraper waiting, though the API server does not answer about what is tried',
    },
  },
  {
    name: 'metrics-forget-the-good-for-the-bad',
    promise: 'Refusals never take the place of a good answer.',
    file: `${secure}/verdicts.ts`,
    find: "(verdict === 'allowed' ? this.#allowed : this.#refused)",
    replace: 'this.#allowed',
    test: { file: guard, title: 'does not make a good token forgotten, whatever comes from its own address' },
  },
  {
    name: 'metrics-ask-for-every-guess',
    promise: 'Whoever is refused often is soon not asked for any more.',
    file: `${secure}/scrape-guard.ts`,
    find: "peers.standing(peer) === 'exhausted' && ",
    replace: "peers.standing(peer) === 'refused' && id === '' && ",
    test: { file: guard, title: 'is soon not asked for any more, until ten seconds have gone by' },
  },
  {
    name: 'metrics-remember-for-ever',
    promise: 'A right that was taken away is felt within a minute.',
    file: `${secure}/answer-memory.ts`,
    find: 'this.#options.clock.monotonic() < kept.until',
    replace: 'kept.until > 0',
    test: { file: `${secure}/answer-memory.test.ts`, title: 'is good for as long as it says, and no longer' },
  },
  {
    name: 'http-server-forgets-its-guard',
    promise: 'A guard is asked before each endpoint.',
    file: `${manager}/http/http-server.ts`,
    find: 'await found.guard?.({ path, authorization, peer: peerOf(request.socket) })',
    replace: 'undefined',
    test: {
      file: `${secure}/secure-listener.test.ts`,
      title: 'are told to who shows the right token, and to nobody else',
    },
  },
  {
    name: 'http-server-looks-twice-a-minute',
    promise: 'A half-open request ends with its limit.',
    file: `${manager}/http/limited-server.ts`,
    find: 'connectionsCheckingInterval: headersTimeout / 5',
    replace: 'connectionsCheckingInterval: 30_000',
    test: {
      file: `${manager}/http/limited-server.test.ts`,
      title: 'that says nothing, or half a request, is ended by its limit, not by the next round of a slow check',
    },
  },
  {
    name: 'http-server-takes-any-number',
    promise: 'The connections of a server are bounded, those of one address, too.',
    file: `${manager}/http/connections.ts`,
    find: '    this.#makeRoom(open.peer);\n',
    replace: '',
    test: {
      file: `${manager}/http/limited-server.test.ts`,
      title: 'of one address are few, and keep no probe of this address out',
    },
  },
  {
    name: 'http-server-makes-room-at-the-cost-of-an-answer',
    promise: 'What is being answered is not ended by connections that ask for nothing.',
    file: `${manager}/http/connections.ts`,
    find: 'open.answering += 1;',
    replace: '',
    test: { file: `${manager}/http/limited-server.test.ts`, title: 'do not end a request that is being answered' },
  },
  {
    name: 'http-server-stops-when-its-clients-do',
    promise: 'A stop waits for no client, be it before TLS.',
    file: `${manager}/http/connections.ts`,
    find: 'for (const { socket } of this.#open.values()) socket.destroy();',
    replace: '',
    test: { file: `${manager}/http/limited-server.test.ts`, title: 'hold up no stop, be it before TLS' },
  },
  {
    name: 'certificate-is-never-replaced',
    promise: 'A certificate is followed in its files.',
    file: 'operator/runtime/src/certificates/key-pair-files.ts',
    find: 'options.replaced(next);',
    replace: '',
    test: {
      file: 'operator/runtime/src/certificates/key-pair-files.test.ts',
      title: 'tells a pair that takes the place of the last, once',
    },
  },
  {
    name: 'readyz-trusts-empty-caches',
    promise: 'A process is not ready before its caches are filled, and names those that are not.',
    file: `${manager}/health/cache-health.ts`,
    find: 'state.kind === kind && !state.synced',
    replace: 'false',
    test: {
      file: `${manager}/health/cache-health.test.ts`,
      title: 'names each kind that is not filled, and why it had to be tried again',
    },
  },
  {
    name: 'late-caches-go-uncounted',
    promise: 'A cache that is not filled in time is counted.',
    file: `${manager}/health/cache-health.ts`,
    find: 'metrics.late(kind);',
    replace: '',
    test: {
      file: `${manager}/health/cache-health.test.ts`,
      title: 'is logged and counted once per kind that is not filled in time, and holds again when it is',
    },
  },
  {
    name: 'election-health-begins-anew-with-each-failure',
    promise: 'A process that has lost sight of its Lease says so at readyz.',
    file: `${manager}/health/election-health.ts`,
    find: 'failing?.since ?? clock.monotonic()',
    replace: 'clock.monotonic()',
    test: {
      file: `${manager}/health/election-health.test.ts`,
      title: 'says for how long it was out of reach, counted from the first failure, and why the last one failed',
    },
  },
  {
    name: 'tools-are-disposed-in-the-order-of-their-making',
    promise: 'What a controller uses is disposed in reverse order.',
    file: `${manager}/tools.ts`,
    find: 'this.#made.toReversed()',
    replace: 'this.#made',
    test: {
      file: `${manager}/tools.test.ts`,
      title: 'is made once, waited for, found by its name, and disposed in reverse order at the end',
    },
  },
  {
    name: 'every-failure-is-a-panic',
    promise: 'Only what shows a defect of the code counts as a panic.',
    file: 'operator/runtime/src/controller/requeue.ts',
    find: 'if (isDefect(error)) observer?.panic();',
    replace: 'observer?.panic();',
    test: {
      file: 'operator/runtime/src/controller/requeue.test.ts',
      title: 'counts as no panic where it throws an error of its own',
    },
  },
  {
    name: 'secure-metrics-share-a-port-with-health',
    promise: 'Secure metrics are never served beside what everybody may read.',
    file: `${manager}/settings/complete-settings.ts`,
    find: 'if (metricsSecure) {',
    replace: 'if (metricsSecure && metricsBindAddress !== bindAddress) {',
    test: {
      file: `${manager}/settings/parse-settings.test.ts`,
      title: 'are one port for health and for secure metrics, but not for metrics that everybody may read',
    },
  },
  {
    name: 'token-reviews-for-every-operator',
    promise: 'The rights of secure metrics are granted only where these are switched on.',
    file: 'infra/src/constructs/rbac/operator-rbac.ts',
    find: 'if (props.secureMetrics === true) {',
    replace: 'if (declaration.secureMetrics !== undefined) {',
    test: {
      file: 'infra/src/constructs/rbac/operator-rbac.test.ts',
      title: 'is a ClusterRole for the controllers and a Role for the election, each bound',
    },
  },
  {
    name: 'operator-runs-under-any-name',
    promise: 'An operator whose declaration is wrong says so before it connects.',
    file: `${manager}/operate.ts`,
    find: '    checkOperator(operated);\n',
    replace: '',
    test: {
      file: 'operator/runtime/src/run-operator.test.ts',
      title: 'ends with 1 before it connects where the declaration is wrong, and says why',
    },
  },
  {
    name: 'settings-checked-by-one-way-only',
    promise: 'A setting that could not be given is refused where it is declared, however its table was made.',
    file: `${reconcile}/declare/define-controller.ts`,
    find: '  checkSettingsTable(declared.settings);\n',
    replace: '',
    test: {
      file: `${reconcile}/declare/define-controller.test.ts`,
      title: 'refuses settings as defineSettings does, whoever made their table',
    },
  },
  {
    name: 'release-overtakes-a-renewal',
    promise: 'The Lease goes last: no renewal is under way any more.',
    file: `${manager}/election/serve-term.ts`,
    find: '    await renewing;\n',
    replace: '',
    test: {
      file: `${manager}/election/run-election.test.ts`,
      title: 'sends the release only after a renewal under way has ended, be it deaf to the stop',
    },
  },
];
