import type { Mutant } from './mutant.ts';

const server = 'operator/testing/src/in-memory-api-server';
const contract = 'operator/testing/src/contract/in-memory.test.ts';
const storeTest = `${server}/store.test.ts`;
const cases = 'operator/testing/src/contract';

/**
 * Mutants of the API server in memory. The contract that also runs on the real API server must notice each, but for what
 * only the one in memory can do.
 */
export const inMemoryMutants: readonly Mutant[] = [
  {
    name: 'in-memory-apply-stores-null',
    promise: 'An apply of null keeps a field unset, and stores nothing.',
    file: `${server}/writes/apply.ts`,
    find: '  return hasNull(config) ? { ...after, object: withoutNulls(after.object) as JsonObject } : after;\n',
    replace: '  return after;\n',
    test: contract,
    casesIn: `${cases}/builtin-apply-cases.ts`,
  },
  {
    name: 'in-memory-apply-takes-without-force',
    promise: 'An apply without force conflicts with another owner of a field.',
    file: `${server}/writes/apply.ts`,
    find: "if (conflicts.length > 0 && String(write.query['force']) !== 'true') throw applyConflict(conflicts);",
    replace: '',
    test: contract,
    casesIn: `${cases}/apply-cases.ts`,
  },
  {
    name: 'in-memory-apply-touches-what-exists',
    promise: 'An apply with a version that the object does not have is refused.',
    file: `${server}/writes/apply.ts`,
    find: 'const next = withMeta(object, { uid, resourceVersion });',
    replace: 'const next = withMeta(object, { uid, resourceVersion: live.metadata.resourceVersion });',
    test: contract,
    casesIn: `${cases}/apply-cases.ts`,
  },
  {
    name: 'in-memory-apply-removes-what-others-own',
    promise: 'A field that is no longer applied stays if another manager owns it.',
    file: `${server}/fields/ownership.ts`,
    find: 'now: [...others.map((each) => each.fields), named].reduce(union, noFields),',
    replace: 'now: named,',
    test: contract,
    casesIn: `${cases}/apply-cases.ts`,
  },
  {
    name: 'in-memory-unknown-merges',
    promise: 'A value of any type merges by key in an apply.',
    file: `${server}/fields/schema-type.ts`,
    find: "      return { scalar: 'untyped', list: listType(schema, isOpen), map: mapType(schema, isOpen) };\n",
    replace: '      return atomic;\n',
    test: contract,
    casesIn: `${cases}/free-form-cases.ts`,
  },
  {
    name: 'in-memory-free-fields',
    promise: 'A field below an object that preserves unknown fields can be applied.',
    file: `${server}/fields/schema-type.ts`,
    find: 'const isFree = others === true || (others === undefined && (isOpen || declared.length === 0));',
    replace: 'const isFree = others === true || (others === undefined && declared.length === 0);',
    test: contract,
    casesIn: `${cases}/free-form-cases.ts`,
  },
  {
    name: 'in-memory-validates-strictly',
    promise: 'Strict validation refuses a field that the schema does not declare.',
    file: `${server}/writes/decode.ts`,
    find: "if (query['fieldValidation'] === 'Strict' && unknown.length > 0) throw unknownFields(unknown);",
    replace: 'void unknownFields(unknown);',
    test: contract,
    casesIn: `${cases}/free-form-cases.ts`,
  },
  {
    name: 'in-memory-ignores-old-versions',
    promise: 'An update with an old resource version is refused.',
    file: `${server}/writes/change.ts`,
    find: 'throw modifiedMeanwhile(kind, live.metadata.name);',
    replace: 'void modifiedMeanwhile(kind, live.metadata.name);',
    test: contract,
    casesIn: `${cases}/write-cases.ts`,
  },
  {
    name: 'in-memory-watch-forgets-to-expire',
    promise: 'A watch from a compacted resource version gets an ERROR event with 410.',
    file: `${server}/store.ts`,
    find: 'if (version < this.#compacted) throw expired(',
    replace: 'if (version < 0) throw expired(',
    test: contract,
    casesIn: `${cases}/watch-cases.ts`,
  },
  {
    name: 'in-memory-continues-lists-of-the-future',
    promise: 'The next page of a list of a version that is yet to come is refused.',
    file: `${server}/reads/list.ts`,
    find: 'if (version > store.version) throw tooLarge(version, store.version);',
    replace: '',
    test: contract,
    casesIn: `${cases}/page-cases.ts`,
  },
  {
    name: 'in-memory-counts-every-change',
    promise: 'A write of the status does not raise the generation.',
    file: `${server}/writes/change.ts`,
    find: "part !== 'metadata' && (part !== 'status' || !hasStatus);",
    replace: "part !== 'metadata';",
    test: contract,
    casesIn: `${cases}/write-cases.ts`,
  },
  {
    name: 'in-memory-restore-gives-its-backup-away',
    promise: 'A store can be restored from the same backup again, whatever has happened since.',
    file: `${server}/store.ts`,
    find: 'this.#objects = copyOfAll(backup.objects);',
    replace: 'this.#objects = backup.objects as Map<string, Map<string, StoredObject>>;',
    test: storeTest,
  },
  {
    name: 'in-memory-restore-goes-on-from-the-newest-version',
    promise: 'The resource versions of a restored store go on after those of its backup.',
    file: `${server}/store.ts`,
    find: '    this.version = version;\n    this.compact();\n',
    replace: '    this.version = Math.max(this.version, version);\n    this.compact();\n',
    test: storeTest,
  },
  {
    name: 'in-memory-restore-keeps-what-has-happened',
    promise: 'A restored store has forgotten what happened after its backup.',
    file: `${server}/store.ts`,
    find: '    this.version = version;\n    this.compact();\n',
    replace: '    this.version = version;\n',
    test: storeTest,
  },
  {
    name: 'in-memory-refuses-in-silence',
    promise: 'A request that the API server in memory does not support fails the test.',
    file: 'operator/testing/src/run-controller/run-controller.ts',
    find: "if (hint !== '') throw new OperatorError('TEST_FAILED', `run the controller ${name}`, { hint });",
    replace: '',
    test: 'operator/testing/src/run-controller/run-controller.test.ts',
  },
];
