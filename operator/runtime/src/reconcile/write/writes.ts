import type { KubeObject, ObjectKey } from '../../base/index.ts';
import type { JsonPatchOperation, SentByName } from '../../client/index.ts';

export interface ApplyWrite<T extends KubeObject> {
  /** The fields that are to be ours. */
  readonly object: SentByName;
  /** Whether fields of others are taken over. @default true */
  readonly force?: boolean;
  /** @default - the object itself */
  readonly subresource?: 'status';
  /**
   * Looks at the answer where the object was there already, before anybody knows of it. If it throws, it ends the write: no
   * cache takes the answer in, and nothing is said.
   *
   * @param answer as it was sent, with its `managedFields`
   * @default - any answer is taken
   */
  verify?(answer: T): void | Promise<void>;
  /** What is said if the object was there already. @param after as `answer` of `Written` @default - nothing */
  said?(after: T): WriteWords;
}

export interface PatchWrite {
  readonly key: ObjectKey;
  readonly operations: readonly JsonPatchOperation[];
  readonly said: WriteWords;
}

export interface DeleteWrite<T extends KubeObject> {
  readonly child: T;
  /** Ends the sentence of the event. @default - the event names the child only */
  readonly because?: string | undefined;
}

/** What became of a write. */
export interface Written<T extends KubeObject> {
  /** What the API server answered, trimmed as the cache trims it. */
  readonly answer: T;
  /** What the cache holds now: the answer, or something newer. In a dry run the answer. */
  readonly held: T;
}

/** A write in words for the log. */
export interface WriteWords {
  /** What was done, in words that never vary: "wrote the status". */
  readonly did: string;
  /** The same in a dry run: "would write the status". */
  readonly would: string;
  /** Beside the kind and the name of a child. @default - none */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** @default 'info' */
  readonly level?: 'debug' | 'info';
  /** What there was and what there is, or would be: a dry run says where they differ. */
  readonly between?: readonly [before: unknown, after: unknown];
}
