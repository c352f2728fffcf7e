import { type ChangeRule, rules, type Verdict } from './rules.ts';

/** A change of a CustomResourceDefinition, and what it means for stored objects and their clients. */
export interface CrdChange {
  /** The name of the definition: `pets.petstore.example.com`. */
  readonly crd: string;
  /** The versions of the API whose users the change concerns. */
  readonly versions: readonly string[];
  /** The field: `spec.ports[].name`, `spec.labels{}`. Empty if it is the definition or a version that has changed. */
  readonly path: string;
  /** By which rule it is judged. */
  readonly rule: ChangeRule;
  readonly verdict: Verdict;
  /** What has changed: `maximum: 10 -> 5`. */
  readonly what: string;
  /** What follows for stored objects and clients. */
  readonly why: string;
  /** What to do in place of a breaking change. */
  readonly instead?: string;
}

/** A difference before it is judged. */
export interface Difference {
  readonly rule: ChangeRule;
  readonly path: string;
  readonly what: string;
}

/** The change that a difference is. */
export function judged({ rule, path, what }: Difference, of: Pick<CrdChange, 'crd' | 'versions'>): CrdChange {
  return { ...of, path, rule, what, ...rules[rule] };
}

/** `before -> after`, for the text of a change. */
export function step(before: unknown, after: unknown): string {
  return `${shown(before)} -> ${shown(after)}`;
}

/** A value as JSON, shortened. */
export function shown(value: unknown): string {
  if (value === undefined) return 'none';
  const json = JSON.stringify(value);
  return json.length > 120 ? `${json.slice(0, 117)}...` : json;
}
