/** The key of a phantom property. */
declare const please: unique symbol;

/** Never a value: a sentence that the compiler shows where something is missing, or is of the wrong type. */
export interface Please<TText extends string> {
  readonly [please]: TText;
}
