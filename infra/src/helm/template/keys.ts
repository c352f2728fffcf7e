import { candidatesOf } from './candidates.ts';
import type { Constant, Text } from './node.ts';
import type { Sample } from './sample.ts';

export interface MapSample extends Sample {
  readonly value: Readonly<Record<string, unknown>>;
}

/** The entries of several maps that have the same key, but for what is given. */
export interface AlignedKey {
  readonly key: Constant | Text;
  /** In which samples it is, and with what. */
  readonly found: Map<Sample, unknown>;
}

/** Pure: the entries of the maps by their keys. */
export function alignedKeys(samples: readonly MapSample[]): ReadonlyMap<string, AlignedKey> {
  const literal = new Set(
    samples.flatMap(({ valueSet, value }) => Object.keys(value).filter((key) => !isMade({ valueSet, value: key }))),
  );
  const aligned = new Map<string, AlignedKey>();
  for (const sample of samples) {
    for (const [key, value] of Object.entries(sample.value)) {
      const node = literal.has(key) ? constant(key) : madeOf({ valueSet: sample.valueSet, value: key });
      const signature = JSON.stringify(node);
      const known = aligned.get(signature) ?? { key: node, found: new Map<Sample, unknown>() };
      aligned.set(signature, known);
      known.found.set(sample, value);
    }
  }
  return aligned;
}

function isMade(sample: Sample): boolean {
  return candidatesOf(sample).some(({ kind }) => kind === 'text');
}

function madeOf(sample: Sample): Constant | Text {
  const text = candidatesOf(sample).find((each) => each.kind === 'text');
  return text ?? constant(sample.value);
}

function constant(value: unknown): Constant {
  return { kind: 'constant', value };
}
