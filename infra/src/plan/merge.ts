import { getAt, isRecord } from '@kubewright/declaration';

import {
  isPlainRecord,
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
    { ...merge(under, over), environment } as MergedProps,
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

/** @param removes whether `null` removes a field instead of being a value */
function merge(under: Fields, over: Fields, removes = true): Fields {
  const merged = new Map(Object.entries(under));
  for (const [name, value] of Object.entries(over)) {
    const before = merged.get(name);
    if (value === null && removes) merged.delete(name);
    // Replaces other values, such as a Map; validation of the result reports their errors.
    else if (isPlainRecord(value)) {
      merged.set(name, merge(isPlainRecord(before) ? before : {}, value, removes && !ofPatches.has(name)));
    } else if (value !== undefined) merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

/** A plain copy, including known fields that are getters of a class instance. */
function copyFields(value: Fields, known: readonly string[]): Fields {
  const names = new Set([...Object.keys(value), ...known.filter((name) => value[name] !== undefined)]);
  return Object.fromEntries([...names].map((name) => [name, value[name]]));
}
