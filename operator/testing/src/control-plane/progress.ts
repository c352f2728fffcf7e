/** What is going on now, for people who wait. */
export interface Progress {
  /** What is being done, as a fragment: `building Kubernetes 1.36.4`. Constant while its numbers change. */
  readonly step: string;
  /** How much of it is done, in `unit`; absent when nothing is counted. */
  readonly done?: number;
  /** How much there is; absent when nobody knows. */
  readonly total?: number;
  readonly unit?: 'packages' | 'modules' | 'bytes' | 'seconds';
}

export type OnProgress = (progress: Progress) => void;

/** For callers who did not ask. */
export const silent: OnProgress = () => undefined;
