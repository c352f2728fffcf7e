import { getAt, isRecord } from '@kubewright/declaration';

import {
  validateValue,
  type OperatorOptions,
  operatorOptionsGroup,
  type OperatorProps,
  operatorPropsGroup,
} from '../options/index.ts';
import type { OptionErrors } from './option-errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Props of an operator, merged with the options of its environment. */
export type MergedProps = OperatorOptions & Pick<OperatorProps, 'declaration' | 'environment' | 'name' | 'namespace'>;

/**
 * Validates the props and merges them into the options of their environment: merges maps at every depth, replaces
 * everything else, and removes a field of the environment if the prop is `null`.
 */
export function mergeProps(props: OperatorProps, errors: OptionErrors): MergedProps {
  if (!isRecord(props)) return errors.validate<MergedProps>(props as never, operatorPropsGroup);
  const { environment: given, ...over } = copyFields(props, Object.keys(operatorPropsGroup.shape));
  const { environment } = errors.validate({ environment: given } as OperatorProps, operatorPropsGroup);
  const known = Object.keys(operatorOptionsGroup.shape);
  const under = Object.fromEntries(Object.entries(environment ?? {}).filter(([name]) => known.includes(name)));
  // The environment was validated before, so this validates only the props.
  const merged = errors.validate<MergedProps>(
    { ...mergeOptions(under, over), environment } as MergedProps,
    operatorPropsGroup,
  );
  // Rejects unknown names here, because the merge drops props that are null.
  const unknown = validateValue(operatorPropsGroup, over).filter(
    ({ isUnknown = false, at: path }) => isUnknown && getAt(under, path) === undefined,
  );
  for (const { text } of unknown) errors.add(text);
  return merged;
}

/** Options that are merge patches: in them `null` removes one of our default fields, so the merge keeps the `null`. */
const ofPatches: ReadonlySet<string> = new Set(['securityContext', 'containerSecurityContext']);

function mergeOptions(under: Fields, over: Fields): Fields {
  return merge(under, over, { removes: true, patches: ofPatches });
}

interface MergeRule {
  /** Whether `null` removes a field instead of being a value. */
  readonly removes: boolean;
  /** Names of fields in which `null` is a value. */
  readonly patches: ReadonlySet<string>;
}

function merge(under: Fields, over: Fields, rule: MergeRule): Fields {
  const merged = new Map(Object.entries(under));
  for (const [name, value] of Object.entries(over)) {
    const before = merged.get(name);
    if (value === null && rule.removes) merged.delete(name);
    else if (isPlain(value)) {
      const inner = rule.patches.has(name) ? { ...rule, removes: false } : rule;
      merged.set(name, merge(isPlain(before) ? before : {}, value, inner));
    } else if (value !== undefined) merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

/**
 * Whether a value is merged field by field. Other values, such as a Map, are replaced; validation of the result reports
 * their errors.
 */
function isPlain(value: unknown): value is Fields {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A plain copy, including known fields that are getters of a class instance. */
function copyFields(value: Fields, known: readonly string[]): Fields {
  const names = new Set([...Object.keys(value), ...known.filter((name) => value[name] !== undefined)]);
  return Object.fromEntries([...names].map((name) => [name, value[name]]));
}
