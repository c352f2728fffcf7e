import type { Construct } from 'constructs';
import { check, isRecord, nearest, type ObjectSchema } from '../../options/index.ts';

/** An option that cannot be deployed. The message says which one, and what to write instead. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Pure: what to write instead of a name that is not known. */
export function instead(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? `it has ${known.join(', ')}` : `did you mean ${meant}?`;
}

/**
 * What is wrong with the props of a construct. The synth fails with all of it, and with that of all other constructs; the
 * construct itself is built as if what is wrong were not given, so that no later line of its user fails instead.
 */
export class Faults {
  readonly #texts: string[] = [];

  constructor(construct: Construct) {
    construct.node.addValidation({ validate: () => [...this.#texts] });
  }

  /** The props without those that have a fault; `otherwise` has values for what is required. */
  checked<T extends object>(props: T, shape: ObjectSchema, otherwise = {} as T): T {
    if (!isRecord(props)) {
      this.add('the props must be an object');
      return otherwise;
    }
    const { value, faults } = check<T>(shape, props);
    this.#texts.push(...faults.map(({ text }) => text));
    return { ...otherwise, ...value };
  }

  add(text: string): void {
    this.#texts.push(text);
  }

  /** What `make` returns; `otherwise` if it throws an `OptionError`, which is then a fault. */
  attempt<T>(make: () => T, otherwise: T): T {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      this.add(error.message);
      return otherwise;
    }
  }
}
