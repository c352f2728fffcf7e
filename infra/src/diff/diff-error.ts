/** What a cluster was asked cannot be answered at all: it is not reached, or kubectl does not run. */
export class DiffError extends Error {
  override readonly name = 'DiffError';
}
