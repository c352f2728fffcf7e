/** An object that does not fit its type. What it is answered with depends on what was being done. */
export class TypedFailure extends Error {
  override readonly name = 'TypedFailure';
}
