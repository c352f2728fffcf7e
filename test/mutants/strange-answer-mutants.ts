import type { Mutant } from './mutant.ts';

const watch = 'operator/runtime/src/watch';
const client = 'operator/runtime/src/client';
const strange = `${watch}/strange-answers.test.ts`;

/** Mutants of the handling of responses that no real API server sends, and of the cleanup of watches. */
export const strangeAnswerMutants: readonly Mutant[] = [
  {
    name: 'watch-takes-what-it-does-not-know-for-a-change',
    promise: 'A watch event of an unknown type is skipped.',
    file: `${watch}/event-stream.ts`,
    find: "if (next.value.type !== 'UNKNOWN') return next.value;",
    replace: 'return next.value as KnownWatchEvent<T>;',
    test: strange,
  },
  {
    name: 'watch-logs-each-unknown-event',
    promise: 'An unknown event type is logged once per watch.',
    file: `${watch}/event-stream.ts`,
    find: 'this.#logged.has(type) || ',
    replace: '',
    test: strange,
  },
  {
    name: 'watch-goes-on-from-no-version',
    promise: 'A watch event without a usable object ends the stream, and does not change the resource version.',
    file: `${client}/answers.ts`,
    find: 'if (problem === undefined) return event',
    replace: "if (problem !== '') return event",
    test: strange,
  },
  {
    name: 'list-is-believed-unseen',
    promise: 'A response that is no list fails, with an error that says what it is.',
    file: `${client}/answers.ts`,
    find: 'if (problem !== undefined) throw noAnswer(what, response.status, problem);',
    replace: '',
    test: strange,
  },
  {
    name: 'status-is-believed-unseen',
    promise: 'A Status with fields of wrong types does not end a watch.',
    file: `${client}/status-error.ts`,
    find: '...(Array.isArray(causes) && { causes: causes.filter(isRecord).map(causeOf) }),',
    replace: '...(causes !== undefined && { causes: causes as readonly StatusCause[] }),',
    test: `${client}/status-error.test.ts`,
  },
  {
    name: 'page-is-shown-with-its-secrets',
    promise: 'An error that quotes a response shows no secret.',
    file: `${client}/text-in-words.ts`,
    find: ".replace(named, '$1…')",
    replace: '',
    test: `${client}/text-in-words.test.ts`,
  },
  {
    name: 'line-fills-the-memory',
    promise: 'A line of a stream that exceeds the maximum length fails the stream.',
    file: `${client}/lines-of.ts`,
    find: 'if (rest.length > longestLine)',
    replace: 'if (rest.length > 2 * longestLine)',
    test: `${client}/lines-of.test.ts`,
  },
  {
    name: 'stream-listens-after-its-end',
    promise: 'Reconnects leave no listener, timer or request open.',
    file: `${watch}/event-stream.ts`,
    find: "this.#parent.removeEventListener('abort', this.#stop);",
    replace: '',
    test: `${watch}/what-is-open.test.ts`,
  },
  {
    name: 'line-is-copied-with-each-chunk',
    promise: 'Reading a line takes time in proportion to its length.',
    file: `${client}/lines-of.ts`,
    find: "text.includes('\\n') ? (rest + text).split('\\n') : [rest + text]",
    replace: "(rest + text).split('\\n')",
    test: `${client}/lines-of.test.ts`,
  },
];
