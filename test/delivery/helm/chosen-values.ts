import { isRecord } from '@kubewright/declaration';
import type { Environment, OperatorDeclaration } from '@kubewright/infra';
import type { Installation } from '@kubewright/infra/helm';

import { fitOptions } from './fitting.ts';
import type { HelmValues, Option } from './samples.ts';

/** Names and namespaces of samples: two of each, to detect a name that is hard-coded. */
const namespaces = ['kwreleasenamespace', 'kwothernamespace'];
const longName = 'kwreleasename-that-is-longer-than-a-dashboard';

/** The options to set, each with the index of the sample to use. */
export type Picked = ReadonlyMap<Option, number>;

/** Creates a generator of pseudorandom numbers from 0 to 1; the same seed gives the same numbers. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks some of the options, with a sample of each. */
export function pickAtRandom(options: readonly Option[], random: () => number): Picked {
  const share = 0.1 + 0.5 * random();
  const some = options.filter(({ samples }) => samples.length > 0 && random() < share);
  return new Map(some.map((option) => [option, Math.floor(random() * option.samples.length)]));
}

export function reducePicked(picked: Picked, random: () => number): Picked {
  return new Map([...picked].filter(() => random() < 0.6));
}

/**
 * Builds the installation with these samples.
 * @param isFitted whether to remove known contradictions
 */
export function buildInstallation(
  declaration: OperatorDeclaration,
  picked: Picked,
  { random, isFitted }: { readonly random: () => number; readonly isFitted: boolean },
): Installation {
  const values: Record<string, unknown> = {};
  for (const [{ samples }, index] of picked) setAll(values, samples[index] ?? {});
  const namespace = namespaces[random() < 0.5 ? 0 : 1] ?? '';
  const name = random() < 0.25 ? declaration.name : longName;
  const fitted = isFitted ? fitOptions(values, random() < 0.5) : values;
  return { name, environment: { ...fitted, name: 'sample', namespace } };
}

function setAll(values: Record<string, unknown>, given: HelmValues): void {
  for (const [path, value] of Object.entries(given)) setAt(values, path.split('.'), structuredClone(value));
}

function setAt(values: Record<string, unknown>, [key = '', ...others]: readonly string[], value: unknown): void {
  const known = values[key];
  if (others.length === 0) {
    // Keeps the values of an existing group.
    if (!isRecord(known) || !isRecord(value)) values[key] = value;
    else Object.assign(known, value);
    return;
  }
  const next = isRecord(known) ? known : {};
  values[key] = next;
  setAt(next, others, value);
}

/** Returns the same installation with other values than the samples, and with lists of two items. */
export function varyInstallation({ environment, name }: Installation): Installation {
  return { name, environment: varyValue(environment) as Environment };
}

function varyValue(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^kw/, 'zz');
  if (typeof value === 'number') return value >= 4000 ? value + 7 : value;
  if (Array.isArray(value))
    return value.flatMap((each) => (isGivenName(each) ? [varyValue(each), `${each}-2`] : [varyValue(each)]));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.replace(/^kw/, 'zz'), varyValue(each)]));
}

function isGivenName(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('kw');
}
