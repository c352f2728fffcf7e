import { until } from '../../support/until.ts';
import type { Call } from './call.ts';
import { Recorder } from './gates.ts';
import { isEvent, formatPosition, Numbering, type Position } from './position.ts';

/**
 * A gate that forwards every call up to a position. After that it forwards only events about earlier work, and calls
 * about all custom resources.
 */
export class Trap extends Recorder {
  readonly position: Position;
  #numbering: Numbering | undefined;
  #target: Call | undefined;
  #shut = false;

  constructor(position: Position) {
    super();
    this.position = position;
  }

  override get shut(): boolean {
    return this.#shut;
  }

  /** Starts to count positions. */
  override begin(): void {
    super.begin();
    this.#numbering = new Numbering();
  }

  override arrived(call: Call): boolean {
    if (this.#shut) return this.#passesShut(call);
    super.arrived(call);
    if (this.#numbering?.name(call) !== this.position.call) return true;
    this.#target = call;
    this.#shut = this.position.moment === 'before';
    return !this.#shut;
  }

  override answered(call: Call): boolean {
    super.answered(call);
    this.#shut ||= call === this.#target;
    return call !== this.#target && (!this.#shut || this.#passesShut(call));
  }

  /** Whether a call passes after the position. Events are sent in order, so a blocked event also blocks later ones. */
  #passesShut({ text, isShared = false }: Call): boolean {
    return isShared ? text !== this.position.call : isEvent(text) && !isEvent(this.position.call);
  }

  /** Describes the position, and the calls that arrived instead of it. */
  describe(): string {
    return `${formatPosition(this.position)}: it sent ${this.calls.map(({ text }) => text).join(', ')}`;
  }
}

export async function awaitAllShut(traps: readonly Trap[]): Promise<void> {
  const open = (): readonly Trap[] => traps.filter(({ shut }) => !shut);
  await until('the operator reaches all crash positions', async () => open().length === 0, { everyMs: 10 }).catch(
    (error: unknown) => {
      const missed = open().map((trap) => trap.describe());
      throw new Error(`the operator did not reach ${missed.join('; nor ')}`, { cause: error });
    },
  );
}
