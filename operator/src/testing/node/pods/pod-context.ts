import type { Clock, Logger } from '../../../runtime/base/index.ts';
import type { ImageProgram } from '../../images/index.ts';
import type { Processes } from '../../processes/index.ts';
import type { Addresses } from '../addresses.ts';
import type { Place } from '../environment/index.ts';
import type { PodApi } from './pod-api.ts';
import type { BackoffLimits } from './restart-backoff.ts';

/** What all Pods of a node share. */
export interface PodContext {
  readonly api: PodApi;
  readonly processes: Pick<Processes, 'start'>;
  readonly images: readonly ImageProgram[];
  readonly addresses: Addresses;
  readonly place: Omit<Place, 'podIP'>;
  /** Variables that every container gets: where the API server is. */
  readonly given: Readonly<Record<string, string>>;
  /** Holds the folders and the logs of Pods. */
  readonly directory: string;
  readonly backoff: BackoffLimits;
  /** How often volumes are brought up to date. */
  readonly volumeSyncMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}
