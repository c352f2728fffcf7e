/** An object that does not fit its type. The response depends on the request. */
export class TypedFailure extends Error {
  override readonly name = 'TypedFailure';
}
