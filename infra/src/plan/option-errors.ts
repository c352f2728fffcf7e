import { isRecord } from '@kubewright/declaration';

import { validateObject, findNearest, type ObjectSchema } from '../options/index.ts';

/** An option that cannot be deployed. The message names it, and the fix. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Pure: the suggestion for an unknown name. */
export function formatSuggestion(name: string, known: readonly string[]): string {
  const meant = findNearest(name, known);
  return meant === undefined ? `it has ${known.join(', ')}` : `did you mean ${meant}?`;
}

/** Collects errors of options. Plans treat invalid options as missing, so that one synth finds all errors. */
export class OptionErrors {
  readonly #texts: string[] = [];

  get texts(): readonly string[] {
    return this.#texts;
  }

  /** The props without the invalid ones; `otherwise` has values for required props. */
  validate<T extends object>(props: T, schema: ObjectSchema, otherwise = {} as T): T {
    if (!isRecord(props)) {
      this.add('the props must be an object');
      return otherwise;
    }
    const { value, errors } = validateObject<T>(schema, props);
    for (const { text } of errors) this.add(text);
    return { ...otherwise, ...value };
  }

  add(text: string): void {
    if (!this.#texts.includes(text)) this.#texts.push(text);
  }

  /** The result of `make`; `otherwise` if it throws an `OptionError`, which is then collected. */
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
