import { type Clock, type Logger, getMessage } from '@kubewright/runtime/internal/base';
import type { Pod } from '@kubewright/runtime/kinds';
import type { EventSeries } from '../../emit-event.ts';
import type { ProbeName } from '../probes/probe-loop.ts';
import type { PodApi } from './pod-api.ts';

/**
 * The limits of client-go's event recorder, which kubelets use: the number of requests at once for one Pod; after that,
 * one request per interval.
 */
const burst = 25;
const intervalMs = 300_000;

const titles: Readonly<Record<ProbeName, string>> = {
  startup: 'Startup',
  readiness: 'Readiness',
  liveness: 'Liveness',
};

export interface UnhealthyOptions {
  readonly pod: () => Pod;
  readonly context: { readonly api: Pick<PodApi, 'warn'>; readonly clock: Clock; readonly logger: Logger };
}

/** An emitted event, and how often its probe has failed. */
interface Seen {
  count: number;
  event?: EventSeries;
}

/**
 * Emits the Warning event `Unhealthy` of a Pod like a kubelet: failures with the same message are counted in one event,
 * so that probes which keep failing cause few requests.
 */
export class UnhealthyEvents {
  readonly #options: UnhealthyOptions;
  readonly #seen = new Map<string, Seen>();
  /** The number of allowed requests at `#refilledAt`. */
  #tokens = burst;
  #refilledAt: number;
  #sending: Promise<void> = Promise.resolve();

  constructor(options: UnhealthyOptions) {
    this.#options = options;
    this.#refilledAt = options.context.clock.monotonic();
  }

  /** Called for each failed check. Returns at once; only logs events that cannot be emitted. */
  probeFailed(container: string, probe: ProbeName, message: string): void {
    const note = `${titles[probe]} probe failed: ${message}`;
    const seen = this.#getSeen(`${container} ${note}`);
    seen.count += 1;
    if (!this.#takeToken()) return;
    const { logger } = this.#options.context;
    this.#sending = this.#sending
      .then(() => this.#send(seen, { container, note }))
      .catch((error: unknown) => logger.warn('failed to emit an event', { why: getMessage(error) }));
  }

  #getSeen(key: string): Seen {
    const seen = this.#seen.get(key) ?? { count: 0 };
    this.#seen.set(key, seen);
    return seen;
  }

  async #send(seen: Seen, { container, note }: { readonly container: string; readonly note: string }): Promise<void> {
    const { pod, context } = this.#options;
    const { event } = seen;
    // If the API server has deleted the event in the meantime, the next failure creates another one.
    delete seen.event;
    if (event === undefined) {
      seen.event = await context.api.warn(pod(), { reason: 'Unhealthy', action: 'Probing', note, container });
    } else {
      await event.repeat(seen.count);
      seen.event = event;
    }
  }

  #takeToken(): boolean {
    const now = this.#options.context.clock.monotonic();
    const refills = Math.floor((now - this.#refilledAt) / intervalMs);
    this.#refilledAt += refills * intervalMs;
    this.#tokens = Math.min(burst, this.#tokens + refills);
    if (this.#tokens === 0) return false;
    this.#tokens -= 1;
    return true;
  }
}
