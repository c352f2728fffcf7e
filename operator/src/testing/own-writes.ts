import { keyOf, type KubeObject, type ObjectKey } from '../runtime/base/index.ts';
import type { Change, ObjectCache } from '../runtime/cache/index.ts';
import type { TroubledServer } from './troubled-server.ts';
import { nameOf } from './troubles.ts';

/** What we can do beside what others do. */
export const writeNames = ['we write', 'we delete', 'a write of ours fails'] as const;
export type WriteName = (typeof writeNames)[number];

interface UnderWay {
  /** Steps until the answer is here. */
  left: number;
  readonly answer: () => void;
}

/** Writes of ours, whose answers come sooner or later, and what a writer may rely on. */
export class OwnWrites {
  readonly #cache: ObjectCache<KubeObject>;
  readonly #server: TroubledServer;
  #underWay: UnderWay[] = [];
  readonly #written: KubeObject[] = [];
  readonly #views: readonly ObjectCache<KubeObject>[];
  /** The time line of the server that the watch of each view has told of last. */
  readonly #toldEpochs = new Map<ObjectCache<KubeObject>, number>();
  readonly #deletedAt = new Map<string, number>();
  readonly #now: () => number;
  /** Changes told to the writer though they were its own, what it deleted and came back, and what it wrote and was not shown. */
  readonly wrong: string[] = [];

  /** @param other another view of the kind, which has to show the same */
  constructor(
    cache: ObjectCache<KubeObject>,
    server: TroubledServer,
    { now, other }: { readonly now: () => number; readonly other: ObjectCache<KubeObject> },
  ) {
    this.#cache = cache;
    this.#views = [cache, other];
    this.#server = server;
    this.#now = now;
    cache.onChange(this.#listener);
  }

  get underWay(): number {
    return this.#underWay.length;
  }

  /** The server does it now; the answer is here at once, before the watch tells of it, or some steps later. */
  begin(what: WriteName, n: number): void {
    const name = nameOf(n);
    const key = { namespace: 'default', name };
    const writing = this.#cache.writing(key);
    const end = this.#done(what, key);
    const { epoch } = this.#server.history;
    const answer = (): void => {
      // Who restores a backup stops the servers before: what they have not answered they never do.
      if (epoch === this.#server.history.epoch) end();
      writing[Symbol.dispose]();
    };
    this.#underWay.push({ left: n % 4, answer });
    if (n % 4 === 0) this.answer();
    this.#server.tell();
  }

  /** One step: gives the answers that are due. */
  answer(): void {
    for (const each of this.#underWay) {
      each.left -= 1;
      if (each.left < 0) each.answer();
    }
    this.#underWay = this.#underWay.filter(({ left }) => left >= 0);
  }

  answerAll(): void {
    for (const each of this.#underWay) each.answer();
    this.#underWay = [];
  }

  /** The watch of `view` is about to tell all objects: what was done before the server was restored from a backup is undone. */
  relisted(view: ObjectCache<KubeObject>): void {
    const { epoch } = this.#server.history;
    if (this.#toldEpochs.get(view) === epoch) return;
    this.#toldEpochs.set(view, epoch);
    this.#written.length = 0;
    this.#deletedAt.clear();
  }

  /** Writes that were answered, that nobody has ended since, and that the cache does not show, nor anything newer. */
  lost(written: readonly KubeObject[] = this.#written): readonly string[] {
    // Between a restore from a backup and the list that shows it nothing is promised.
    const { epoch } = this.#server.history;
    if (this.#views.some((view) => (this.#toldEpochs.get(view) ?? 0) !== epoch)) return [];
    return written.flatMap((object) => {
      const { name, uid, resourceVersion } = object.metadata;
      const since = this.#server.history.since(Number(resourceVersion));
      if (since.some(({ event }) => event.type === 'DELETED' && event.object.metadata.uid === uid)) return [];
      const held = this.#views.map((view) => Number(view.get(keyOf(object))?.metadata.resourceVersion ?? 0));
      return Math.min(...held) >= Number(resourceVersion)
        ? []
        : [`${name}: ${held.join()} instead of ${resourceVersion}`];
    });
  }

  #done(what: WriteName, key: ObjectKey): () => void {
    const { history } = this.#server;
    if (what === 'a write of ours fails') return () => undefined;
    if (what === 'we delete') {
      const uid = history.at(history.version).get(key.name)?.metadata.uid;
      history.remove(key.name);
      return () => {
        if (uid === undefined) return;
        this.#deletedAt.set(uid, this.#now());
        this.#cache.removed(key, uid, this.#listener);
      };
    }
    const object = history.put(key.name);
    return () => {
      this.#cache.wrote(object, this.#listener);
      this.#written.push(object);
      this.wrong.push(...this.lost([object]));
    };
  }

  readonly #listener = ({ key, before, after, initial }: Change<KubeObject>): void => {
    const isNews = before !== after && after !== undefined && !initial;
    const isOurs = this.#written.some(({ metadata }) => metadata.resourceVersion === after?.metadata.resourceVersion);
    if (isNews && isOurs) this.wrong.push(`told its own ${after.metadata.name}@${after.metadata.resourceVersion}`);
    const uid = this.#cache.get(key)?.metadata.uid ?? '';
    const deletedAt = this.#deletedAt.get(uid);
    // For longer than that nobody remembers what was deleted.
    if (deletedAt !== undefined && this.#now() - deletedAt < 600_000) this.wrong.push(`${uid} is back`);
  };
}
