/** One thing that is wrong, or odd, with a resource. */
export interface Attack {
  /** For the report: `spec.replicas is -1`. */
  readonly what: string;
  /** What a refusal has to name: one of these. */
  readonly names: readonly [string, ...string[]];
  /** Parts of the metadata that differ from a good resource. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Whole parts that differ: `{ spec: … }`. */
  readonly parts?: Readonly<Record<string, unknown>>;
  /** What the API server does about unknown fields. @default 'Strict' - refuse them */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  /** It names an owner that is not there, so the garbage collector takes it away. @default false */
  readonly collected?: boolean;
}

/** A value in a report: short, and with nothing that a terminal would take for more than a character. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  const printable = text.replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
  return printable.length > 60 ? `${printable.slice(0, 50)}… (${String(text.length)} characters)` : printable;
}
