import type { Mutant } from './mutant.ts';

const watch = 'operator/runtime/src/watch';
const cache = 'operator/runtime/src/cache';
const client = 'operator/runtime/src/client';

/** What is told of the objects of a kind, and what is kept of them. */
export const watchMutants: readonly Mutant[] = [
  {
    name: 'watch-lists-anew-after-429',
    promise: 'A watch that is answered with 429 goes on where it was, without a list.',
    file: `${watch}/after-failure.ts`,
    find: 'return error.status === 410 || tooLarge',
    replace: 'return error.status === 429 || error.status === 410 || tooLarge',
    test: {
      file: `${watch}/watch-objects.test.ts`,
      title: 'lists once and watches five times when four watches are answered with 429',
    },
  },
  {
    name: 'watch-forgets-where-it-was-after-an-error',
    promise: 'A watch that fails goes on from the last resource version.',
    file: `${watch}/after-failure.ts`,
    find: "const resume = 'resourceVersion' in state && !expired;",
    replace: 'const resume = false;',
    test: {
      file: `${watch}/watch-recovers.test.ts`,
      title: 'is watched on from where it was, as often as it says so, and never listed again',
    },
  },
  {
    name: 'watch-resumes-what-has-expired',
    promise: 'A resource version that the server has forgotten is never asked for again.',
    file: `${watch}/after-failure.ts`,
    find: "const resume = 'resourceVersion' in state && !expired;",
    replace: "const resume = 'resourceVersion' in state;",
    test: {
      file: `${watch}/step.test.ts`,
      title: 'the error 410 leads to a list of the newest after a wait, and closes the stream',
    },
  },
  {
    name: 'watch-believes-any-bookmark',
    promise: 'The initial objects are complete with the bookmark that says so, and not before.',
    file: `${watch}/stream-steps.ts`,
    find: "if (annotations?.[initialEventsEnd] !== 'true') return [state];",
    replace: 'if (annotations?.[initialEventsEnd] === undefined && objects.size === 0) return [state];',
    test: {
      file: `${watch}/step.test.ts`,
      title: 'objects are collected, the newest of each, and told at the bookmark that ends them',
    },
  },
  {
    name: 'watch-keeps-what-goes-while-it-fills',
    promise: 'An object that is deleted while the initial objects arrive is not among them.',
    file: `${watch}/stream-steps.ts`,
    find: 'objects.delete(keyText(keyOf(read.object)));',
    replace: '',
    test: {
      file: `${watch}/step.test.ts`,
      title: 'objects are collected, the newest of each, and told at the bookmark that ends them',
    },
  },
  {
    name: 'watch-asks-for-everything-at-once',
    promise: 'A list that is too large for one answer is asked for in pages.',
    file: `${watch}/list-steps.ts`,
    find: '...(limit > 1 && { atMostBytes }),',
    replace: '',
    test: {
      file: `${watch}/list-steps.test.ts`,
      title: 'everything at once that is too large is asked for in pages of the newest, now and ever after',
    },
  },
  {
    name: 'watch-forgets-that-a-list-is-large',
    promise: 'What was too large for one answer is not asked for in one again.',
    file: `${watch}/list-steps.ts`,
    find: 'return beginList({ ...state.memory, large: true });',
    replace: 'return { ...beginList({ ...state.memory, large: true }), memory: state.memory };',
    test: {
      file: `${watch}/list-steps.test.ts`,
      title: 'everything at once that is too large is asked for in pages of the newest, now and ever after',
    },
  },
  {
    name: 'watch-asks-for-the-same-page-again',
    promise: 'A page that is too large is asked for in smaller ones.',
    file: `${watch}/list-steps.ts`,
    find: 'limit: Math.ceil(list.limit / smaller), steady: 0',
    replace: 'limit: list.limit - 1, steady: 0',
    test: {
      file: `${watch}/list-steps.test.ts`,
      title: 'a page that is too large is asked for in smaller ones, from where it began, which grow again',
    },
  },
  {
    name: 'answer-is-read-whatever-its-size',
    promise: 'Of an answer that is too large no more is read.',
    file: `${client}/http-transport.ts`,
    find: 'if (bytes > atMostBytes) {',
    replace: 'if (bytes > 50 * atMostBytes) {',
    test: {
      file: `${client}/http-transport.test.ts`,
      title: 'is not read to its end, and leaves its connection to nobody',
    },
  },
  {
    name: 'watch-waits-as-long-as-it-is-told',
    promise: 'Every wait has a bound, also one that a server asks for.',
    file: `${watch}/after-failure.ts`,
    find: 'Math.min(error.retryAfterMs ?? 0, longestAskedMs)',
    replace: '(error.retryAfterMs ?? 0)',
    test: {
      file: `${watch}/step.test.ts`,
      title: 'the server is asked again after a minute, however long it asks to be left alone',
    },
  },
  {
    name: 'cache-keeps-ghosts',
    promise: 'What was deleted while the watch was expired is purged by the next list, and told.',
    file: `${cache}/take-event.ts`,
    find: 'yield held !== undefined && isGone(held) ? drop(taking, held) : undefined;',
    replace: 'yield undefined;',
    test: {
      file: `${cache}/caches.test.ts`,
      title: 'tell the net change after the watch expired, and purge what was deleted meanwhile',
    },
  },
  {
    name: 'cache-tells-in-another-order',
    promise: 'A picture that is made from the changes alone equals the cache.',
    file: `${cache}/watched-cache.ts`,
    find: 'this.#tell(progress, { change: { key, before: held, after, initial: false }, except: by });',
    replace: 'this.#listeners.tell({ key, before: held, after, initial: false }, by);',
    test: {
      file: `${cache}/regression/changes-in-order.test.ts`,
      title: 'what others changed before our write notifies before it, though it was deferred',
    },
  },
  {
    name: 'cache-remembers-every-deletion',
    promise: 'Beside the objects that there are, memory holds nothing for long.',
    file: `${cache}/watch-progress.ts`,
    find: 'this.#removeOldTombstones(now);',
    replace: '',
    test: {
      file: `${cache}/what-is-kept.test.ts`,
      title: 'forgets a deletion of ours with the event that tells it, with a list without it, or after ten minutes',
    },
  },
  {
    name: 'cache-watches-nodes-in-a-namespace',
    promise: 'A cluster-scoped kind is watched whole, also where only some namespaces are.',
    file: `${cache}/caches.ts`,
    find: 'kind.namespaced ? options.namespaces : undefined',
    replace: 'options.namespaces',
    test: { file: `${cache}/caches.test.ts`, title: 'watch each namespace by itself, and cluster-scoped kinds whole' },
  },
  {
    name: 'cache-mixes-up-what-is-trimmed',
    promise: 'Who asks for whole objects never gets those that somebody else has trimmed.',
    file: `${cache}/caches.ts`,
    find: 'this.#idOf(trim),',
    replace: '',
    test: {
      file: `${cache}/shared-watches.test.ts`,
      title: 'makes a cache of its own, shared by those who give the very same one',
    },
  },
  {
    name: 'trim-loses-metadata',
    promise: 'A trim cannot lose what an object is.',
    file: `${cache}/caches.ts`,
    find: 'return { ...trim(object), apiVersion, kind, metadata };',
    replace: 'return { apiVersion, kind, metadata, ...trim(object) };',
    test: { file: `${cache}/shared-watches.test.ts`, title: 'never loses what an object is, whatever it returns' },
  },
  {
    name: 'index-does-not-follow-a-change',
    promise: 'An index finds exactly what a look at every object finds.',
    file: `${cache}/object-store.ts`,
    find: 'for (const index of this.#indexes) index.follow(before, object);',
    replace: 'for (const index of this.#indexes) index.follow(undefined, object);',
    test: {
      file: `${cache}/indexer.test.ts`,
      title: 'finds exactly what a look at every object finds, whatever comes, changes and goes',
    },
  },
  {
    name: 'index-holds-the-cache-up',
    promise: 'An index whose function throws hurts nobody.',
    file: `${cache}/indexer.ts`,
    find: 'failed?.(object, error);\n      return [];',
    replace: 'throw error;',
    test: {
      file: `${cache}/indexer.test.ts`,
      title: 'hurts neither the other objects nor the other indexes nor the listeners',
    },
  },
  {
    name: 'metadata-comes-with-the-rest',
    promise: 'Of a kind of which only metadata is asked for nothing else is kept, whatever the server sends.',
    file: `${client}/client.ts`,
    find: '(onlyMetadata(object, named) as T)',
    replace: 'Object.assign(object as T, named)',
    test: { file: `${client}/metadata-only.test.ts`, title: 'lists in pages' },
  },
  {
    name: 'client-takes-what-was-last-seen-for-what-is-left',
    promise: 'A deletion that somebody else was faster with is over.',
    file: `${client}/client.ts`,
    find: '(metadata.resourceVersion as string | undefined) === undefined',
    replace: 'false',
    test: {
      file: `${client}/client.test.ts`,
      title:
        'is undefined where the server answers with what was last seen of an object that somebody else ended first',
    },
  },
  {
    name: 'watch-trusts-a-server-that-was-away',
    promise: 'After a gap a watch looks whether the server was set back to a backup before it goes on.',
    file: `${watch}/after-failure.ts`,
    find: "{ phase: 'resuming', memory, resourceVersion",
    replace: "{ phase: 'listed', memory, resourceVersion",
    test: {
      file: `${watch}/regression/restored-from-a-backup.test.ts`,
      title: 'is listed again, of the newest, as soon as it answers',
    },
  },
  {
    name: 'watch-trusts-a-server-that-hangs-up',
    promise: 'A stream that ends before its time counts as a gap.',
    file: `${watch}/stream-steps.ts`,
    find: "asAgreed ? 'listed' : 'resuming'",
    replace: "'listed'",
    test: {
      file: `${watch}/step.test.ts`,
      title: 'five seconds more than the time asked for lead to the same watch at once, whatever was heard',
    },
  },
  {
    name: 'watch-looks-after-every-stream',
    promise: 'A watch whose streams serve their time costs one request for each.',
    file: `${watch}/stream-steps.ts`,
    find: "asAgreed ? 'listed' : 'resuming'",
    replace: "'resuming'",
    test: {
      file: `${watch}/regression/restored-from-a-backup.test.ts`,
      title: 'is asked once, however often a stream that has served its time ends',
    },
  },
  {
    name: 'watch-waits-for-a-server-that-was-set-back',
    promise: 'A server that is not as far as what it has told is listed again.',
    file: `${watch}/resume-step.ts`,
    find: "newest !== '' && compareResourceVersions(newest, resourceVersion) < 0",
    replace: 'false',
    test: {
      file: `${watch}/regression/restored-from-a-backup.test.ts`,
      title: 'is listed again, of the newest, as soon as it answers',
    },
  },
  {
    name: 'watch-looks-through-all-that-is-not-selected',
    promise: 'To look how far the server is costs it one object, however few are selected.',
    file: `${watch}/resume-step.ts`,
    find: 'resource.list({ ...where, limit: 1, signal })',
    replace: 'resource.list({ ...selection, limit: 1, signal })',
    test: {
      file: `${watch}/regression/restored-from-a-backup.test.ts`,
      title: 'asks first how far the server is: for one object of the newest, whichever are selected by their labels',
    },
  },
  {
    name: 'cache-takes-a-version-that-is-used-again-for-the-same',
    promise: 'What a server that was set back has at a version that was used before takes the place of what is held.',
    file: `${cache}/take-event.ts`,
    find: '(wasSetBack || held.uid !== uid)',
    replace: 'held.uid !== uid',
    test: {
      file: `${cache}/regression/restored-from-a-backup.test.ts`,
      title: 'may have used a version of an object again for the same object',
    },
  },
  {
    name: 'cache-drops-what-took-the-place-of-another',
    promise: 'An object with the version of an earlier one of its name, but another uid, is kept.',
    file: `${cache}/take-event.ts`,
    find: '(wasSetBack || held.uid !== uid)',
    replace: 'wasSetBack',
    test: {
      file: `${cache}/regression/restored-from-a-backup.test.ts`,
      title: 'and is past its old versions again has no object of another uid at the version of one that is held',
    },
  },
];
