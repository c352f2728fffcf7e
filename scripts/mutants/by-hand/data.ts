import type { Mutant } from './mutant.ts';

/**
 * Mutants that could lose or change stored data: conversions between API versions, and calls that must not be repeated.
 */
export const data: readonly Mutant[] = [
  {
    name: 'api-serves-versions-that-erase',
    promise:
      'A served version whose writes would erase fields of the stored version is rejected, unless its declaration allows it.',
    file: 'operator/runtime/src/api/check-versions.ts',
    find: 'if (other.served === false) return [];',
    replace: 'if (other.served !== false) return [];',
    test: 'operator/runtime/src/api/check-api.test.ts',
  },
  {
    name: 'conversion-rounds-integers',
    promise: 'A conversion returns integers beyond 2^53 unchanged, or fails and names the field.',
    file: 'operator/runtime/src/base/json.ts',
    find: 'manyDigits.test(text) ?',
    replace: "text === '' && manyDigits.test(text) ?",
    test: 'operator/runtime/src/conversion/answer-conversion.test.ts',
  },
  {
    name: 'conversion-loses-what-is-kept',
    promise: 'Converting an object to another version and back does not change it.',
    file: 'operator/runtime/src/conversion/convert.ts',
    find: 'if (retained === undefined) return seen;',
    replace: "if (retained === undefined || retained.beside !== '') return seen;",
    test: 'operator/runtime/src/conversion/convert.test.ts',
  },
  {
    name: 'storage-migration-leaves-the-old-version',
    promise: 'Once all objects are migrated, status.storedVersions contains only the stored version.',
    file: 'operator/runtime/src/conversion/migration/storage-migration.ts',
    find: 'await position.done(outdated, signal);',
    replace: '',
    test: 'operator/runtime/src/conversion/migration/storage-migration.test.ts',
  },
  {
    name: 'crd-change-is-not-what-the-server-does',
    promise: 'A change counts as breaking if and only if something stops working on the API server.',
    file: 'infra/src/crd-changes/compare-values.ts',
    find: "wasRejected ? 'null-accepted' : 'null-kept'",
    replace: "wasRejected ? 'null-accepted' : 'null-accepted'",
    test: 'test/contract/crd-changes/change-cases.test.ts',
  },
  {
    name: 'crd-change-lets-every-version-break',
    promise: 'From 1.0 on, only a major version may contain breaking changes.',
    file: 'infra/src/crd-changes/release.ts',
    find: 'major === 0 ? minor : 0, 0',
    replace: 'minor, 0',
    test: 'infra/src/crd-changes/release.test.ts',
  },
  {
    name: 'dry-run-deletes',
    promise: 'A dry run of a delete does not delete the object.',
    file: 'operator/runtime/src/client/transport.ts',
    find: "body: { ...(request.body as object), dryRun: ['All'] }",
    replace: 'body: request.body',
    test: 'operator/runtime/src/client/dry-run-transport.test.ts',
  },
  {
    name: 'post-is-sent-twice',
    promise: 'A POST that the API server may have processed is not sent again.',
    file: 'operator/runtime/src/client/sender.ts',
    find: 'return isIdempotent && socket',
    replace: 'return socket',
    test: 'operator/runtime/src/client/regression/closed-while-idle.test.ts',
  },
  {
    name: 'yaml-forgets-the-reader-of-go',
    promise: "The YAML writer quotes strings that only Go's YAML parser reads as numbers.",
    file: 'operator/declaration/src/yaml.ts',
    find: '(inf|nan))$/i',
    replace: '(inf|nan))$/',
    test: 'test/contract/yaml/every-writer.test.ts',
  },
];
