import type { Clock, KubeObject, Logger } from '../base/index.ts';
import type { Resource, Selection } from '../client/index.ts';
import type { UnknownTypes } from './unknown-types.ts';

/** What a watch works with; the same in every state. */
export interface WatchContext<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly selection: Selection;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
  readonly timeoutSeconds: () => number;
  readonly trim: (object: T) => T;
  readonly signal: AbortSignal;
  readonly unknownTypes: UnknownTypes;
  readonly onFailure?: (error: unknown) => void;
}
