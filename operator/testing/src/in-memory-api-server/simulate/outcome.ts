/** What a simulated controller observes. */
export interface Outcome {
  /** The time, as in a status. */
  readonly now: string;
  /** Whether the object fails, instead of becoming ready or complete. */
  readonly fails: boolean;
  /** The number of stored Nodes; 1 if the test stores none. */
  readonly nodes: number;
}
