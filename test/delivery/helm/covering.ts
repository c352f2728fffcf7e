import { getAt as valueAt, isRecord } from '@kubewright/declaration';
import type { Environment } from '@kubewright/infra';
import { isDeepStrictEqual } from 'node:util';

import type { Option } from './samples.ts';
import type { Picked } from './chosen-values.ts';

/** An option and the index of one of its samples; -1 omits the option. */
type Level = readonly [option: number, sample: number];

/** The options to cover, and the function that builds an environment from samples. */
export interface Covering {
  readonly options: readonly Option[];
  /** The maximum number of samples of one option; other tests cover the rest. */
  readonly mostLevels: number;
  readonly random: () => number;
  /**
   * Builds the environment with these samples, adjusted so that they fit together; `undefined` if the constructs reject
   * it.
   */
  make(picked: Picked): Environment | undefined;
}

/**
 * A greedy covering array: environments in which every two samples of two options occur together at least once, and
 * each sample with each other option omitted. Lists combinations that the constructs reject instead.
 */
export class CoveringArray {
  readonly environments: Environment[] = [];
  /** Pairs that the constructs reject in every environment. */
  readonly rejected: string[] = [];
  readonly #covering: Covering;
  readonly #levels: readonly (readonly Level[])[];
  readonly #open = new Map<string, readonly [Level, Level]>();

  constructor(covering: Covering) {
    this.#covering = covering;
    this.#levels = covering.options.map(({ samples }, option) => {
      const some = samples.map((_, sample): Level => [option, sample]).slice(0, covering.mostLevels);
      return [[option, -1], ...some];
    });
    for (const pair of this.#pairsOf(this.#levels)) if (!this.#isWithin(pair)) this.#open.set(toPairKey(pair), pair);
    this.pairs = this.#open.size;
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#cover(next);
  }

  /** The number of pairs of samples. */
  readonly pairs: number;

  *#pairsOf(levels: readonly (readonly Level[])[]): Generator<readonly [Level, Level]> {
    for (const [index, some] of levels.entries()) {
      const others = levels.slice(index + 1).flat();
      for (const one of some) for (const other of others) yield [one, other];
    }
  }

  #next(): readonly [Level, Level] | undefined {
    return this.#open.values().next().value;
  }

  /** Covers a pair with as many other samples as fit, or with none; skips the pair if it is rejected even alone. */
  #cover(pair: readonly [Level, Level]): void {
    const full = this.#filled(pair);
    const thinner = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.2].map((share) => this.#thinned(full, { pair, share }));
    for (const row of [full, ...thinner, pair, pair, pair, pair]) {
      const environment = this.#covering.make(this.#pickedOf(row));
      if (environment === undefined || !pair.every((level) => this.#isIn(level, environment))) continue;
      this.#take(environment);
      return;
    }
    this.#open.delete(toPairKey(pair));
    this.rejected.push(pair.map((level) => this.#named(level)).join(' with '));
  }

  #take(environment: Environment): void {
    this.environments.push(environment);
    const there = this.#levels.map((levels) => levels.filter((level) => this.#isIn(level, environment)));
    for (const pair of this.#pairsOf(there)) this.#open.delete(toPairKey(pair));
  }

  /** Selects for each other option the sample that is in most uncovered pairs with the chosen ones. */
  #filled(pair: readonly [Level, Level]): Level[] {
    const row: Level[] = [...pair];
    const taken = new Set(pair.map(([option]) => option));
    const order = this.#levels.filter((_, option) => !taken.has(option));
    for (const levels of shuffle(order, this.#covering.random)) {
      const gains = levels.map((level) => row.filter((each) => this.#open.has(toPairKey([each, level]))).length);
      const best = Math.max(...gains);
      const level = best === 0 ? levels[0] : levels[gains.indexOf(best)];
      if (level !== undefined) row.push(level);
    }
    return row;
  }

  #thinned(row: readonly Level[], { pair, share }: { pair: readonly [Level, Level]; share: number }): Level[] {
    return row.filter((level) => pair.includes(level) || this.#covering.random() < share);
  }

  /** Whether one is a value in a group that the other omits or disables. */
  #isWithin([one, other]: readonly [Level, Level]): boolean {
    return this.#leavesOut(one, other) || this.#leavesOut(other, one);
  }

  #leavesOut([option, sample]: Level, [within, given]: Level): boolean {
    const [[group], [inner]] = [this.#optionAt(option), this.#optionAt(within)];
    if (group === undefined || inner === undefined || given < 0 || !inner.path.startsWith(`${group.path}.`))
      return false;
    return sample < 0 || group.samples[sample]?.[group.path] === false;
  }

  #pickedOf(row: readonly Level[]): Picked {
    const given = row.filter(([, sample]) => sample >= 0);
    return new Map(given.flatMap(([option, sample]) => this.#optionAt(option).map((each) => [each, sample] as const)));
  }

  #optionAt(index: number): readonly Option[] {
    return this.#covering.options.slice(index, index + 1);
  }

  #isIn([option, sample]: Level, environment: Environment): boolean {
    const [{ path, samples } = { path: '', samples: [] }] = this.#optionAt(option);
    if (sample < 0) return valueAt(environment, path) === undefined;
    return Object.entries(samples[sample] ?? {}).every(([at, value]) => isMatching(valueAt(environment, at), value));
  }

  #named([option, sample]: Level): string {
    const [each] = this.#optionAt(option);
    return sample < 0 ? `no ${each?.path ?? ''}` : JSON.stringify(each?.samples[sample]);
  }
}

/** Whether `found` contains `value`. A group may have additional values. */
function isMatching(found: unknown, value: unknown): boolean {
  if (!isRecord(found) || !isRecord(value)) return isDeepStrictEqual(found, value);
  return Object.entries(value).every(([key, each]) => isMatching(found[key], each));
}

function toPairKey([one, other]: readonly [Level, Level]): string {
  const [first, second] = one[0] < other[0] ? [one, other] : [other, one];
  return `${first.join('.')} ${second.join('.')}`;
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
