import { formatKey, getKey, type KubeObject } from '../base/index.ts';
import { listEdits, type ObjectCache } from '../cache/index.ts';
import type { Predicate } from '../reconcile/index.ts';
import type { Why } from './explain-change.ts';
import type { Enqueue, SourceListener } from './sources.ts';

interface EditorsOptions {
  /** The field manager of the controller's writes. */
  readonly controller: string;
  readonly enqueue: Enqueue;
}

/** An object before and after a change; `undefined` while it does not exist. */
interface Edited {
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}

/**
 * Enqueues resources that edit objects of other owners when such an object changes: those whose own fields are
 * affected.
 */
export class Editors {
  readonly #options: EditorsOptions;
  readonly #findPrimary: () => ObjectCache<KubeObject>;

  constructor(options: EditorsOptions, findPrimary: () => ObjectCache<KubeObject>) {
    this.#options = options;
    this.#findPrimary = findPrimary;
  }

  /** Whether an update of a resource affects fields that it edits in itself. */
  readonly isOwnEdit: Predicate = (before, after) => {
    const { uid } = after.metadata;
    const { controller } = this.#options;
    return listEdits(before, controller).get(uid) !== listEdits(after, controller).get(uid);
  };

  /**
   * Ignores initial objects, because all resources are reconciled at the start. Also ignores resources that edit
   * themselves, which the cache's other listener enqueues.
   */
  readonly listener: SourceListener = ({ before, after }, why) => {
    if (!why.initial) this.notify({ before, after }, why, after?.metadata.uid);
  };

  /**
   * Enqueues the resources whose fields have changed: another manager has taken some, or the object is gone. Other
   * changes, such as the heartbeat of a Node, affect none.
   * @param except the uid of the resource that made the change
   */
  notify(edited: Edited, why: Why, except?: string): void {
    const { controller, enqueue } = this.#options;
    for (const uid of listAffected(edited, controller)) {
      if (uid === except) continue;
      for (const owner of this.#findPrimary().indexBy(indexByUid).get(uid)) enqueue(formatKey(getKey(owner)), why);
    }
  }
}

/** The uids of the owners whose fields differ before and after a change. */
function listAffected({ before, after }: Edited, controller: string): readonly string[] {
  const were = before === undefined ? noEdits : listEdits(before, controller);
  const are = after === undefined ? noEdits : listEdits(after, controller);
  const isRecreated = before?.metadata.uid !== after?.metadata.uid;
  return [...new Set([...were.keys(), ...are.keys()])].filter((uid) => isRecreated || were.get(uid) !== are.get(uid));
}

const noEdits: ReadonlyMap<string, string> = new Map();

function indexByUid({ metadata }: KubeObject): readonly string[] {
  return [metadata.uid];
}
