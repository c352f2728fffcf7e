import type { Mutant } from './mutant.ts';

const conversion = 'operator/runtime/src/conversion';
const roundTrips = 'operator/testing/src/round-trips';

/** Mutants of the conversion between the versions of a kind, and of its property test. */
export const conversionMutants: readonly Mutant[] = [
  {
    name: 'conversion-loses-what-is-kept',
    promise: 'An object is what it was when it is back in its version.',
    file: `${conversion}/convert.ts`,
    find: 'if (kept === undefined) return seen;',
    replace: "if (kept === undefined || kept.beside !== '') return seen;",
    test: `${conversion}/convert.test.ts`,
  },
  {
    name: 'conversion-leaves-its-annotation',
    promise: 'The annotation of a conversion is gone once the object is back in the version whose content was kept.',
    file: `${conversion}/convert.ts`,
    find: 'version !== step.from && version !== step.to',
    replace: 'version !== step.from',
    test: `${conversion}/convert.test.ts`,
  },
  {
    name: 'conversion-prefers-what-is-kept',
    promise: 'What is kept of an object never changes what a later change of it means.',
    file: `${conversion}/convert.ts`,
    find: 'return equalJson(image, content) || equalJson(image, shown);',
    replace: 'return equalJson(image, content) || equalJson(image, shown) || image !== undefined;',
    test: `${conversion}/convert.test.ts`,
  },
  {
    name: 'conversion-trusts-its-functions',
    promise: 'An object comes back as it was, whatever the functions of an author make of it.',
    file: `${conversion}/convert.ts`,
    find: 'if (kept.beside === hashOf(content)) return',
    replace: "if (kept.beside === '') return",
    test: `${conversion}/convert.test.ts`,
  },
  {
    name: 'conversion-hides-which-object-failed',
    promise: 'The answer to a failed conversion names the object.',
    file: `${conversion}/report-failure.ts`,
    find: '`${object.kind} ${key} cannot',
    replace: '`${object.kind} cannot',
    test: `${conversion}/answer-conversion.test.ts`,
  },
  {
    name: 'conversion-stores-the-hub-always',
    promise: 'The stored version is the one that is declared.',
    file: `${conversion}/merged-crd.ts`,
    find: 'storage: version.name === stored',
    replace: 'storage: version.name === hub.version',
    test: `${conversion}/define-conversion.test.ts`,
  },
  {
    name: 'round-trips-misses-what-throws',
    promise: 'The test of a conversion finds objects for which a function throws.',
    file: `${roundTrips}/laws.ts`,
    find: 'throw new LawBroken(message, object, from === object ? undefined : from);',
    replace: 'return from;',
    test: `${roundTrips}/round-trips.test.ts`,
  },
  {
    name: 'round-trips-misses-what-is-not-pure',
    promise: 'The test of a conversion finds functions that return something else each time.',
    file: `${roundTrips}/laws.ts`,
    find: 'if (!equalJson(there, again)) {',
    replace: 'if (!equalJson(there, there)) {',
    test: `${roundTrips}/round-trips.test.ts`,
  },
  {
    name: 'round-trips-misses-what-is-refused',
    promise: 'The test of a conversion finds results that the other version refuses.',
    file: `${roundTrips}/laws.ts`,
    find: '  checkSchema(given, there);\n',
    replace: '',
    test: `${roundTrips}/round-trips.test.ts`,
  },
  {
    name: 'conversion-failures-flood-the-log',
    promise: 'An object that cannot be converted is logged once a minute, however often it is asked for.',
    file: `${conversion}/report-failure.ts`,
    find: 'if (!isNew(words)) return words;',
    replace: 'isNew(words);',
    test: `${conversion}/answer-conversion.test.ts`,
  },
  {
    name: 'storage-migration-catches-up',
    promise: 'A migration never sends more objects a second than it may, whatever was slow before.',
    file: `${conversion}/migration/rewrite.ts`,
    find: 'dueAt = Math.max(dueAt, clock.monotonic()) + 1000 / perSecond;',
    replace: 'dueAt += 1000 / perSecond;',
    test: `${conversion}/migration/storage-migration.test.ts`,
  },
  {
    name: 'storage-migration-trusts-old-events',
    promise: 'A migration is over once it has ended, whatever its own changes of the definition have woken.',
    file: `${conversion}/migration/storage-migration.ts`,
    find: 'const definition = await client.resource(CustomResourceDefinition).tryGet(seen.metadata, { signal });',
    replace: 'const definition = await Promise.resolve(seen);',
    test: `${conversion}/migration/storage-migration.test.ts`,
  },
];
