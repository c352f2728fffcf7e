/** The content of an object, with its version. */
export interface Convertible {
  readonly version: string;
  readonly spec: Readonly<Record<string, unknown>>;
  /** May be empty. */
  readonly status: Readonly<Record<string, unknown>>;
}

/** A stored object. Missing metadata is made up. */
export interface ExampleObject {
  readonly apiVersion: string;
  readonly kind?: string;
  readonly metadata?: object;
  readonly spec?: object;
  readonly status?: object;
}

export interface RoundTripsOptions {
  /** Additional objects of any version, such as those of a real cluster. @default - none */
  readonly examples?: readonly ExampleObject[];
  /** Generated objects for each pair of versions. @default 100 */
  readonly runs?: number;
  /** The seed of the generator, as reported by a failure. @default - random */
  readonly seed?: number;
  /**
   * Fields that other versions do not have under another name, by version: `{ v1: ['spec.waiter'] }`. Their conversion
   * may ignore them. @default - none; a version whose fields are all converted needs none
   */
  readonly onlyIn?: Readonly<Record<string, readonly string[]>>;
  /**
   * Whether such an object can exist: return false for objects that a CEL rule or a webhook rejects, or for which a
   * function throws a `conversionError`.
   * @default - the schema alone decides
   */
  readonly filter?: (object: Convertible) => boolean;
}
