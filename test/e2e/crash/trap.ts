import { until } from '../../support/until.ts';
import type { Call } from './call.ts';
import { Recorder } from './gates.ts';
import { isEvent, nameOf, Numbering, type Position } from './position.ts';

/**
 * Lets every call through up to a position, and from there on only events: the operator sends the events of all resources
 * in one queue, which this resource must not block.
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

  /** Positions are counted from here. */
  override begin(): void {
    super.begin();
    this.#numbering = new Numbering();
  }

  override arrived(call: Call): boolean {
    if (this.#shut) return isEvent(call.text);
    super.arrived(call);
    if (this.#numbering?.name(call) !== this.position.call) return true;
    this.#target = call;
    this.#shut = this.position.moment === 'before';
    return !this.#shut;
  }

  override answered(call: Call): boolean {
    super.answered(call);
    this.#shut ||= call === this.#target;
    return call !== this.#target && (!this.#shut || isEvent(call.text));
  }

  /** The position, and the calls that came instead. */
  describe(): string {
    return `${nameOf(this.position)}: it called ${this.calls.map(({ text }) => text).join(', ')}`;
  }
}

/** Waits until every trap is shut. */
export async function allShut(traps: readonly Trap[]): Promise<void> {
  const open = (): readonly Trap[] => traps.filter(({ shut }) => !shut);
  await until('the operator reaches its positions', async () => open().length === 0, { everyMs: 10 }).catch(
    (error: unknown) => {
      const missed = open().map((trap) => trap.describe());
      throw new Error(`the operator never reached ${missed.join('; nor ')}`, { cause: error });
    },
  );
}
