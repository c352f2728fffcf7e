import type { Api } from '@kubewright/runtime/internal/api';
import type { ConversionDefinition } from '@kubewright/runtime/internal/conversion';
import type { RoundTripsOptions } from './round-trips-options.ts';

/**
 * Converts generated objects from each version to every other one and back, with and without changes in between. A test
 * needs one line: `it('converts without loss', () => checkRoundTrips(cafeVersions))`.
 *
 * Errors: `TEST_FAILED` with the smallest object for which
 * - a conversion function throws, even a `conversionError`;
 * - converting the same object twice gives different results;
 * - the schema of the other version rejects the result;
 * - converting back does not restore the object, or loses a change;
 *
 * also if both functions of a spoke ignore a field that only one version has, because it may be renamed in the other
 * (`onlyIn` allows it).
 */
export async function checkRoundTrips(
  conversion: ConversionDefinition,
  options: RoundTripsOptions = {},
): Promise<void> {
  // Lazy, because most tests do not need fast-check.
  const { checkDirection } = await import('./check-direction.ts');
  const { checkForgottenFields } = await import('./forgotten-fields.ts');
  for (const [from, to] of listPairs([conversion.hub, ...conversion.spokes.map(({ api }) => api)])) {
    checkDirection({ conversion, from, to }, options);
  }
  checkForgottenFields(conversion, options);
}

function listPairs(versions: readonly Api[]): readonly (readonly [Api, Api])[] {
  return versions.flatMap((from) => versions.filter((to) => to !== from).map((to) => [from, to] as const));
}
