import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

/** The longest turn of the event loop of a process. */
export interface LongestTurn {
  /**
   * The longest turn in milliseconds of CPU time of the main thread, without garbage collection. Unlike wall time, CPU
   * time does not include waiting for other processes.
   */
  readonly workMs: number;
  /** The longest garbage collection, in milliseconds. */
  readonly collectionMs: number;
}

interface Turn {
  readonly beganAt: number;
  readonly endedAt: number;
  readonly cpuMs: number;
}

/** Shorter turns are not recorded, because the longest turn of a busy process is always longer. In milliseconds. */
const worthKeepingMs = 2;

/** Measures the turns of this process from now on. */
export class TurnMeter {
  #turns: Turn[] = [];
  #collections: PerformanceEntry[] = [];
  #beganAt = performance.now();
  #cpuMs = getThreadCpuMs();
  readonly #observer = new PerformanceObserver((list) => void this.#collections.push(...list.getEntries()));

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#turn();
  }

  /**
   * Starts a new measurement and a new turn. Work that this turn has done so far belongs to the previous measurement.
   */
  reset(): void {
    this.#observer.takeRecords();
    this.#turns = [];
    this.#collections = [];
    this.#beganAt = performance.now();
    this.#cpuMs = getThreadCpuMs();
  }

  longest(): LongestTurn {
    this.#collections.push(...this.#observer.takeRecords());
    return {
      workMs: this.#longestWork(),
      collectionMs: Math.max(0, ...this.#collections.map(({ duration }) => duration)),
    };
  }

  /**
   * Called by a timer of 1 ms, which fires once per turn of a busy event loop. (`setImmediate` would keep an idle event
   * loop busy.)
   */
  readonly #turn = (): void => {
    const [endedAt, cpuMs] = [performance.now(), getThreadCpuMs()];
    const turn = { beganAt: this.#beganAt, endedAt, cpuMs: cpuMs - this.#cpuMs };
    if (turn.cpuMs > worthKeepingMs) this.#turns.push(turn);
    this.#beganAt = endedAt;
    this.#cpuMs = cpuMs;
    setTimeout(this.#turn, 1).unref();
  };

  #longestWork(): number {
    let longest = 0;
    for (const turn of this.#turns.toSorted((a, b) => b.cpuMs - a.cpuMs)) {
      if (turn.cpuMs <= longest) break;
      longest = Math.max(longest, turn.cpuMs - this.#collectedIn(turn));
    }
    return longest;
  }

  #collectedIn({ beganAt, endedAt }: Turn): number {
    return this.#collections
      .filter(({ startTime }) => startTime >= beganAt && startTime < endedAt)
      .reduce((sum, { duration }) => sum + duration, 0);
  }
}

function getThreadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
