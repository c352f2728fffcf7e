/** A change to a valid object that makes it invalid or unusual. */
export interface Attack {
  /** A title for the report: `spec.replicas is -1`. */
  readonly what: string;
  /** Texts of which the error message has to contain one. */
  readonly names: readonly [string, ...string[]];
  /** Fields of the metadata that differ from those of a valid object. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Top-level fields that differ from those of a valid object: `{ spec: … }`. */
  readonly parts?: Readonly<Record<string, unknown>>;
  /** What the API server does about unknown fields. @default 'Strict' - reject them */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  /**
   * Whether the owner of the object does not exist, so that the garbage collector deletes the object. @default false
   */
  readonly collected?: boolean;
}

/** Formats a value for a report: shortened, in printable ASCII. */
export function formatValue(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  const printable = text.replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
  return printable.length > 60 ? `${printable.slice(0, 50)}… (${String(text.length)} characters)` : printable;
}
