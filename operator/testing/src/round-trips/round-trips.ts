import type { Api } from '@kubewright/runtime/internal/api';
import type { ConversionDefinition } from '@kubewright/runtime/internal/conversion';
import type { RoundTripsOptions } from './round-trips-options.ts';

/**
 * Converts objects from each version to each other, and back: any that their schemas allow, and changes to them. One
 * line of a test: `it('converts without loss', () => checkRoundTrips(cafeVersions))`.
 *
 * Errors: `TEST_FAILED` with the smallest object that is found for which
 * - a function throws, `unconvertible` included;
 * - a second conversion has another result;
 * - the result is nothing that the schema of the other version allows;
 * - what comes back is not what it was, or a change is lost.
 */
export async function checkRoundTrips(
  conversion: ConversionDefinition,
  options: RoundTripsOptions = {},
): Promise<void> {
  // It loads fast-check, which no other test needs.
  const { checkDirection } = await import('./check-direction.ts');
  for (const [from, to] of listPairs([conversion.hub, ...conversion.spokes.map(({ api }) => api)])) {
    checkDirection({ conversion, from, to }, options);
  }
}

function listPairs(versions: readonly Api[]): readonly (readonly [Api, Api])[] {
  return versions.flatMap((from) => versions.filter((to) => to !== from).map((to) => [from, to] as const));
}
