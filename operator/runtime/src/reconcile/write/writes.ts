import type { KubeObject, ObjectKey, PatchOperation } from '../../base/index.ts';
import type { SentByName } from '../../client/index.ts';

export interface ApplyWrite<T extends KubeObject> {
  /** The fields to set; the field manager owns them afterwards. */
  readonly object: SentByName;
  /** Whether to take over fields of other managers. @default true */
  readonly force?: boolean;
  /** The field manager. @default - the controller's */
  readonly manager?: string;
  /** The subresource to write. @default - the object itself */
  readonly subresource?: 'status';
  /**
   * Returns the log line, if the object existed before.
   * @param after the written object, trimmed as the cache trims it
   * @default - no line
   */
  message?(after: T): WriteWords;
}

export interface PatchWrite {
  readonly key: ObjectKey;
  readonly operations: readonly PatchOperation[];
  readonly message: WriteWords;
}

export interface DeleteWrite<T extends KubeObject> {
  /** The object to delete: a child, or the owner. */
  readonly child: T;
  /** The reason, added to the text of the event. @default - only the name of the object */
  readonly because?: string | undefined;
}

/** The result of a write. */
export interface Written<T extends KubeObject> {
  /** The response of the API server, trimmed as the cache trims it. */
  readonly answer: T;
  /** The cached object after the write: the response or a newer state. In a dry run always the response. */
  readonly held: T;
}

/** The content of the log line about a write. */
export interface WriteWords {
  /** The message, which is always the same for this write: "wrote the status". */
  readonly did: string;
  /** The message in a dry run: "would write the status". */
  readonly would: string;
  /** The name of the log field for an object other than the owner. @default 'child' */
  readonly target?: 'child' | 'edited';
  /** Additional log fields. @default - none */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The level of the line. @default 'info' */
  readonly level?: 'debug' | 'info';
  /** The object before and after the write, from which the line gets the differing paths. */
  readonly between?: readonly [before: unknown, after: unknown];
}
