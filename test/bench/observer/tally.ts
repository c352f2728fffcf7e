/** The fields of a Widget that the observer needs. */
export interface SeenWidget {
  readonly metadata: { readonly name: string; readonly generation?: number };
  readonly spec: { readonly nonce: string };
  readonly status?: { readonly observedGeneration?: number; readonly nonce?: string; readonly ready?: boolean };
}

/** Evaluates watch events with their times. All figures about the work of a peer come from it. */
export class Tally {
  readonly #upToDate = new Set<string>();
  readonly #children = new Set<string>();
  /** The last nonce in the status of each Widget. */
  readonly #nonces = new Map<string, string>();
  #latencies: number[] = [];

  /** @param atMs when the event was seen, in milliseconds since 1970 */
  widget(type: 'ADDED' | 'MODIFIED' | 'DELETED', widget: SeenWidget, atMs: number): void {
    const { metadata, spec, status } = widget;
    const isUpToDate =
      status?.ready === true && status.observedGeneration === metadata.generation && status.nonce === spec.nonce;
    if (isUpToDate && type !== 'DELETED') this.#upToDate.add(metadata.name);
    else this.#upToDate.delete(metadata.name);
    if (status?.nonce !== undefined) this.#answered(metadata.name, status.nonce, atMs);
  }

  #answered(name: string, nonce: string, atMs: number): void {
    const before = this.#nonces.get(name);
    if (before === nonce) return;
    this.#nonces.set(name, nonce);
    const sentAt = parseSentAt(nonce);
    // The first nonce in a status belongs to the creation: only changes are measured.
    if (sentAt !== undefined && before !== undefined) this.#latencies.push(atMs - sentAt);
  }

  /** @param uid the uid of a child that a Widget owns */
  child(type: 'ADDED' | 'MODIFIED' | 'DELETED', uid: string): void {
    if (type === 'DELETED') this.#children.delete(uid);
    else this.#children.add(uid);
  }

  /** Whether all Widgets are up to date, and all their children exist. */
  isConverged({ widgets, children }: Wanted): boolean {
    return this.#upToDate.size === widgets && this.#children.size === widgets * children;
  }

  /** Returns the milliseconds from each change until its status was seen, for changes since the last call. */
  takeLatencies(): readonly number[] {
    const taken = this.#latencies;
    this.#latencies = [];
    return taken;
  }
}

/** The expected number of Widgets, and of the children of each. */
export interface Wanted {
  readonly widgets: number;
  readonly children: number;
}

/** Creates a nonce that contains the time at which it is sent. */
export function createNonce(): string {
  return `sent ${String(nowMs())}`;
}

/** The current time in milliseconds since 1970, with fractions; all processes of a machine use the same clock. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

function parseSentAt(nonce: string): number | undefined {
  return nonce.startsWith('sent ') ? Number(nonce.slice('sent '.length)) : undefined;
}
