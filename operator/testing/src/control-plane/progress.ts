/** The current step, for a user who waits. */
export interface Progress {
  /** What is being done, as a fragment: `building Kubernetes 1.36.4`. Constant while its numbers change. */
  readonly step: string;
  /** How much of it is done, in `unit`; absent when nothing is counted. */
  readonly done?: number;
  /** The total; absent if it is unknown. */
  readonly total?: number;
  readonly unit?: 'packages' | 'modules' | 'bytes' | 'seconds';
}

export type OnProgress = (progress: Progress) => void;

/** Ignores progress. */
export const silent: OnProgress = () => undefined;
