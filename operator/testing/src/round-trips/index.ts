/**
 * A property test of the conversion between the versions of a kind, in one line of a test.
 *
 * - `round-trips`: the test; `check-way`: from one version to another; `laws`: what has to hold of each object
 * - `arbitrary-object`: any object that a version may have
 * - `arbitrary-value`, `arbitrary-number`, `arbitrary-text`, `arbitrary-members`: any value that a schema allows
 *
 * @module
 */
export type { Convertible, ExampleObject, RoundTripsOptions } from './round-trips-options.ts';
export { roundTrips } from './round-trips.ts';
