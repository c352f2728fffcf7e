import fc from 'fast-check';

import { getKey, type KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { isApiError, type Resource } from '../../../operator/runtime/src/client/index.ts';
import { type Leaf, listOwnLeaves } from './own-leaves.ts';

/** An edit of one value that the runtime owns, by another client. */
export interface Edit {
  /** Selects the value to edit, modulo the number of values. */
  readonly which: number;
  readonly how: 'change' | 'remove';
}

export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({ which: fc.nat(200), how: fc.constantFrom('change' as const, 'remove' as const) }),
  { minLength: 1, maxLength: 4 },
);

/**
 * Edits an object like another client; skips an edit that the API server rejects. Returns a description of the edits.
 */
export async function edit(
  resource: Resource<KubeObject>,
  object: KubeObject,
  steps: readonly Edit[],
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const { leaf, how } of removeResuming(chooseEdits(listOwnLeaves(object), steps))) {
    const { pointer: path, value } = leaf;
    const operation =
      how === 'remove'
        ? ({ op: 'remove', path } as const)
        : ({ op: 'replace', path, value: changeValue(value) } as const);
    try {
      await resource.jsonPatch(getKey(object), [operation], { fieldManager: 'somebody' });
      done.push(`${how} ${path}`);
    } catch (error) {
      if (!isApiError(error)) throw error;
    }
  }
  return done;
}

/** An edit, with the value to which it applies. */
interface ChosenEdit {
  readonly leaf: Leaf;
  readonly how: Edit['how'];
}

/**
 * Removes edits of a Job's `suspend` if its template is also edited: the template of a Job that is not suspended is
 * immutable, so the runtime could not repair it.
 */
function removeResuming(all: readonly ChosenEdit[]): readonly ChosenEdit[] {
  const ofTemplate = all.some(({ leaf: { pointer } }) => pointer.startsWith('/spec/template/'));
  return all.filter(({ leaf: { pointer } }) => !(ofTemplate && pointer === '/spec/suspend'));
}

/**
 * Selects the values to edit, at most one in each list of ports. Two edits could turn a port of the runtime into one
 * that only the other client owns, and that the runtime does not remove. That happens if number and name change, or if
 * the port gets the number of another port and a new protocol.
 */
function chooseEdits(leaves: readonly Leaf[], steps: readonly Edit[]): readonly ChosenEdit[] {
  const lists = new Set<string>();
  return steps.flatMap(({ which, how }) => {
    const leaf = leaves[which % leaves.length];
    const [list] = /^.*\/ports(?=\/\d+)/.exec(leaf?.pointer ?? '') ?? [];
    if (leaf === undefined || (list !== undefined && lists.has(list))) return [];
    if (list !== undefined) lists.add(list);
    return [{ leaf, how }];
  });
}

function changeValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return words[value] ?? `${value}x`;
  if (Array.isArray(value)) return value.slice(1);
  return {};
}

/** Replacements for strings that the API server validates, such as enumerations. */
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
