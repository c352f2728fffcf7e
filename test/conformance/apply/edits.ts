import fc from 'fast-check';

import { keyOf, type KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { isApiError, type Resource } from '../../../operator/runtime/src/client/index.ts';
import { type Leaf, ownLeaves } from './own-leaves.ts';

/** What somebody does to one value of ours. */
export interface Edit {
  /** Which of them, counted through and around. */
  readonly which: number;
  readonly how: 'change' | 'remove';
}

export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({ which: fc.nat(200), how: fc.constantFrom('change' as const, 'remove' as const) }),
  { minLength: 1, maxLength: 4 },
);

/** Edits an object as somebody else; what the API server refuses is not done. Returns what was done, for people. */
export async function edit(
  resource: Resource<KubeObject>,
  object: KubeObject,
  steps: readonly Edit[],
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const { leaf, how } of withoutLettingGo(chosen(ownLeaves(object), steps))) {
    const { pointer: path, value } = leaf;
    const operation =
      how === 'remove' ? ({ op: 'remove', path } as const) : ({ op: 'replace', path, value: another(value) } as const);
    try {
      await resource.jsonPatch(keyOf(object), [operation], { fieldManager: 'somebody' });
      done.push(`${how} ${path}`);
    } catch (error) {
      if (!isApiError(error)) throw error;
    }
  }
  return done;
}

/** What is done to which value. */
interface Chosen {
  readonly leaf: Leaf;
  readonly how: Edit['how'];
}

/** The template of a Job is immutable once the Job is let go: what was changed in it before, no apply undoes. */
function withoutLettingGo(all: readonly Chosen[]): readonly Chosen[] {
  const ofTemplate = all.some(({ leaf: { pointer } }) => pointer.startsWith('/spec/template/'));
  return all.filter(({ leaf: { pointer } }) => !(ofTemplate && pointer === '/spec/suspend'));
}

/**
 * A port whose number and name are both changed is another port, which is theirs and stays; so does one that takes the
 * number of another one of ours, whose protocol they have changed: one edit for each list of ports.
 */
function chosen(leaves: readonly Leaf[], steps: readonly Edit[]): readonly Chosen[] {
  const lists = new Set<string>();
  return steps.flatMap(({ which, how }) => {
    const leaf = leaves[which % leaves.length];
    const [list] = /^.*\/ports(?=\/\d+)/.exec(leaf?.pointer ?? '') ?? [];
    if (leaf === undefined || (list !== undefined && lists.has(list))) return [];
    if (list !== undefined) lists.add(list);
    return [{ leaf, how }];
  });
}

function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return words[value] ?? `${value}x`;
  if (Array.isArray(value)) return value.slice(1);
  return {};
}

/** Words that are words of a list, and texts whose form matters. */
const words: Readonly<Record<string, string>> = {
  TCP: 'UDP',
  UDP: 'TCP',
  Always: 'Never',
  Prefix: 'Exact',
  Exact: 'Prefix',
  ClusterIP: 'NodePort',
  NodePort: 'ClusterIP',
  None: 'ClientIP',
  ClientIP: 'None',
  Forbid: 'Replace',
  Replace: 'Forbid',
  'MQ==': 'Mw==',
  '0.5': '2',
  '500m': '2',
  '25%': '30%',
};
