import type { KubeObject, ObjectKey, PatchOperation } from '../../base/index.ts';
import type { SentByName } from '../../client/index.ts';

export interface ApplyWrite<T extends KubeObject> {
  /** The fields that become ours. */
  readonly object: SentByName;
  /** Whether to take over fields of others. @default true */
  readonly force?: boolean;
  /** The field manager. @default - the controller's */
  readonly manager?: string;
  /** @default - the object itself */
  readonly subresource?: 'status';
  /**
   * Checks the response before it is used, if the object existed already. If it throws, the write ends: the response is
   * neither cached nor logged.
   *
   * @param answer as the server sent it, with its `managedFields`
   * @default - accepts every response
   */
  verify?(answer: T): void | Promise<void>;
  /** The log line if the object existed already. @param after as `answer` of `Written` @default - none */
  message?(after: T): WriteWords;
}

export interface PatchWrite {
  readonly key: ObjectKey;
  readonly operations: readonly PatchOperation[];
  readonly message: WriteWords;
}

export interface DeleteWrite<T extends KubeObject> {
  /** A child, or the owner. */
  readonly child: T;
  /** A reason in the event. @default - only the object's name */
  readonly because?: string | undefined;
}

/** The result of a write. */
export interface Written<T extends KubeObject> {
  /** The response of the API server, trimmed as the cache trims it. */
  readonly answer: T;
  /** The cached object: the response, or something newer. In a dry run the response. */
  readonly held: T;
}

/** The log line of a write. */
export interface WriteWords {
  /** The message, which never varies: "wrote the status". */
  readonly did: string;
  /** The message in a dry run: "would write the status". */
  readonly would: string;
  /** The log field with the kind of another object than the owner. @default 'child' */
  readonly target?: 'child' | 'edited';
  /** Further fields besides the kind and the name of a child. @default - none */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** @default 'info' */
  readonly level?: 'debug' | 'info';
  /** The object before and after: the line has the differing paths. */
  readonly between?: readonly [before: unknown, after: unknown];
}
