/** Something wrong in a declaration: where, and what to do about it. */
export interface Problem {
  readonly path: string;
  readonly text: string;
}
