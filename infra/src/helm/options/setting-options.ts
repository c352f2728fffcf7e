import { deployed } from '../../constructs/index.ts';
import type { DeclaredSetting, OperatorDeclaration } from '../../declaration/index.ts';
import { at, type Expression, valueAt } from '../template/expression.ts';
import { also, type Option, shown } from './option.ts';

/** The settings that a chart can set. */
export function settable({ settings }: OperatorDeclaration): readonly DeclaredSetting[] {
  return settings.filter(({ env }) => !Object.hasOwn(deployed, env));
}

/** The settings: each shows as an environment variable, and some as numbers elsewhere. */
export function settingOptions(declaration: OperatorDeclaration): readonly Option[] {
  return settable(declaration).map((setting, index) => settingOption(setting, index));
}

function settingOption(setting: DeclaredSetting, index: number): Option {
  const path = `settings.${setting.name}`;
  const as = textOf(path, setting);
  const samples = samplesOf(setting, index);
  const isUnique = samples.length === 1;
  const option = shown(path, samples, { mode: 'exact', isUnique, as });
  if (setting.type !== 'integer' || !isUnique) return option;
  return also(option, { placeholders: [{ expression: at(path), mode: 'number', isUnique }] });
}

/** As an environment variable has it, in which `$` is doubled so that the kubelet leaves it alone. */
function textOf(path: string, { type }: DeclaredSetting): Expression {
  const text = { list: `(join "," $v.${path})`, string: `$v.${path}` }[type as string] ?? `(toJson $v.${path})`;
  return {
    go: type === 'string' || type === 'list' ? `(${text} | replace "$" "$$")` : text,
    of(view) {
      const value = valueAt(view, path);
      if (value === undefined) return undefined;
      const shown = Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value);
      return shown.replaceAll('$', '$$$$');
    },
  };
}

/** Values that contradict none of the other settings. */
const allowed: Readonly<Record<string, readonly number[]>> = {
  LEASE_DURATION_SECONDS: [7901, 7902],
  RENEW_DEADLINE_SECONDS: [11, 12],
  RETRY_PERIOD_SECONDS: [1, 3],
};

function samplesOf(setting: DeclaredSetting, index: number): readonly unknown[] {
  const { type, env, values, format } = setting;
  if (values !== undefined) return values;
  if (type === 'boolean') return [true, false];
  if (type === 'list') return [[`kwsetting${index}a`, `kwsetting${index}b`]];
  if (type === 'string') return [textSample(format, index)];
  return allowed[env] ?? numbers(40_000 + 100 * index, setting);
}

function numbers(unique: number, { minimum = 0, maximum }: Pick<DeclaredSetting, 'minimum' | 'maximum'>): number[] {
  if (unique >= minimum && unique <= (maximum ?? Infinity)) return [unique];
  return [minimum, maximum ?? minimum + 1];
}

function textSample(format: string | undefined, index: number): string {
  if (format === 'duration' || format === 'period') return `${88_000 + index}s`;
  if (format === 'address') return `kwsetting${index}:70${index}`;
  return `kwsetting${index}`;
}
