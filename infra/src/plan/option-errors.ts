import { isRecord } from '@kubewright/declaration';

import { validateObject, findNearest, type ObjectSchema } from '../options/index.ts';

/** An option that cannot be deployed. The message says which one, and what to write instead. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Pure: what to write instead of a name that is not known. */
export function formatSuggestion(name: string, known: readonly string[]): string {
  const meant = findNearest(name, known);
  return meant === undefined ? `it has ${known.join(', ')}` : `did you mean ${meant}?`;
}

/** What is wrong with options. A plan is made as if what is wrong were not given, so that all of it is found at once. */
export class OptionErrors {
  readonly #texts: string[] = [];

  get texts(): readonly string[] {
    return this.#texts;
  }

  /** The props without those that have a fault; `otherwise` has values for what is required. */
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
