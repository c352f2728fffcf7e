/** The content and the version of an object to convert. */
export interface Convertible {
  readonly version: string;
  readonly spec: Readonly<Record<string, unknown>>;
  /** The status; empty if the object has none. */
  readonly status: Readonly<Record<string, unknown>>;
}

/** A stored object. Missing metadata is generated. */
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
  /** Number of generated objects for each pair of versions. @default 100 */
  readonly runs?: number;
  /** The seed of the generator: the error message of a failure contains it. @default - random */
  readonly seed?: number;
  /**
   * Fields that other versions do not have, under any name, by version: `{ v1: ['spec.waiter'] }`. The conversion
   * functions may ignore them. @default - none
   */
  readonly onlyIn?: Readonly<Record<string, readonly string[]>>;
  /**
   * Returns false for an object that cannot exist: a CEL rule or a webhook rejects it, or a conversion function throws
   * a `conversionError` for it. @default - the schema alone decides
   */
  readonly filter?: (object: Convertible) => boolean;
}
