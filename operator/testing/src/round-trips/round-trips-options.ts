/** The content of an object, and its version. */
export interface Convertible {
  readonly version: string;
  readonly spec: Readonly<Record<string, unknown>>;
  /** Empty if there is none. */
  readonly status: Readonly<Record<string, unknown>>;
}

/** An object as it is stored. Metadata that is not given is made up. */
export interface ExampleObject {
  readonly apiVersion: string;
  readonly kind?: string;
  readonly metadata?: object;
  readonly spec?: object;
  readonly status?: object;
}

export interface RoundTripsOptions {
  /** Objects of any version that are converted, too, such as those of a real cluster. @default - none */
  readonly examples?: readonly ExampleObject[];
  /** How many objects are generated for each pair of versions. @default 100 */
  readonly runs?: number;
  /** Where the generator begins: a failure names it. @default - elsewhere each time */
  readonly seed?: number;
  /**
   * Whether there can be such an object: for what a CEL rule or a webhook refuses, and for what is refused by
   * `unconvertible`. @default - whatever the schema allows
   */
  readonly filter?: (object: Convertible) => boolean;
}
