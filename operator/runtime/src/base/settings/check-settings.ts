import { OperatorError } from '../errors.ts';
import { findWrongValue } from './read-value.ts';
import { runtimeSettings } from './runtime-settings.ts';
import { getEnv, getFlag, type SettingDefinition, type SettingsTable } from './setting.ts';

/**
 * Validates the settings of an author. Errors: `DECLARATION_INVALID` for a setting that users cannot set, that does not
 * allow its own default, or whose name, flag or variable is taken by another setting of the table or of `others`.
 * @param others the existing settings. @default - the settings of every operator
 */
export function checkSettingsTable(table: SettingsTable, others: SettingsTable = runtimeSettings): void {
  const owners = new Map(
    Object.entries(others).flatMap(([name, setting]) => listOwnerships(name, setting, ofEveryOperator)),
  );
  for (const flag of ['--help', '--version']) owners.set(flag, 'every command');
  for (const [name, setting] of Object.entries(table)) {
    const taken = Object.hasOwn(others, name)
      ? 'every operator has a setting with this name: choose another one'
      : undefined;
    const hint = taken ?? findProblem(name, setting) ?? findOwnerProblem(name, setting, owners);
    if (hint !== undefined) throw new OperatorError('DECLARATION_INVALID', `define the setting ${name}`, { hint });
    for (const [way, owner] of listOwnerships(name, setting)) owners.set(way, owner);
  }
}

const ofEveryOperator = ', a setting of every operator';

/** Lists the flags and variables of a setting, each with the name of the setting. */
function listOwnerships(name: string, setting: SettingDefinition, suffix = ''): readonly (readonly [string, string])[] {
  return listSources(name, setting).map((way) => [way, `${name}${suffix}`]);
}

function findOwnerProblem(
  name: string,
  setting: SettingDefinition,
  owners: ReadonlyMap<string, string>,
): string | undefined {
  const ways = listSources(name, setting);
  const taken = ways.find((way, index) => owners.has(way) || ways.indexOf(way) < index);
  return taken && `${taken} already belongs to ${owners.get(taken) ?? name}: choose another one`;
}

const camelCase = /^[a-z][A-Za-z0-9]*$/;
const flagWords = /^--[a-z0-9]+(-[a-z0-9]+)*$/;
const variableName = /^[A-Za-z_]\w*$/;

/** Describes the problem of one setting and its solution; `undefined` if the setting is valid. */
function findProblem(name: string, setting: SettingDefinition): string | undefined {
  if (!camelCase.test(name)) return 'the name of a setting must be in camelCase, such as storeAddress';
  return findSourceProblem(name, setting) ?? findBoundsProblem(setting) ?? findDefaultProblem(setting);
}

function findSourceProblem(name: string, setting: SettingDefinition): string | undefined {
  const flag = getFlag(name, setting);
  if (!flagWords.test(flag)) return `the flag ${flag} must be in kebab-case, such as --store-address`;
  if (flag.startsWith('--no-')) return `the flag ${flag} would negate another flag: choose one without --no-`;
  const variable = listVariables(name, setting).find((env) => !variableName.test(env));
  if (variable === undefined) return undefined;
  return `the variable ${JSON.stringify(variable)} must consist of letters, digits and "_", such as STORE_ADDRESS`;
}

function findBoundsProblem(setting: SettingDefinition): string | undefined {
  if (setting.type === 'string' && setting.values?.length === 0)
    return 'values is empty: add values, or remove the list';
  if (setting.type !== 'integer') return undefined;
  const { minimum = -Infinity, maximum = Infinity } = setting;
  return minimum > maximum ? `the minimum ${String(minimum)} is above the maximum ${String(maximum)}` : undefined;
}

function findDefaultProblem(setting: SettingDefinition): string | undefined {
  const { default: byDefault } = setting;
  const instead = byDefault === undefined ? undefined : findWrongValue(setting, byDefault);
  return instead && `the default ${JSON.stringify(byDefault)} is not allowed; use ${instead}`;
}

function listSources(name: string, setting: SettingDefinition): readonly string[] {
  return [getFlag(name, setting), ...listVariables(name, setting)];
}

function listVariables(name: string, setting: SettingDefinition): readonly string[] {
  return [getEnv(name, setting), ...(setting.aliases ?? []).map(({ env }) => env)];
}

/**
 * Declares settings of an operator, in addition to those that every operator has.
 *
 * ```ts
 * const settings = defineSettings({
 * memcachedImage: { type: 'string', default: 'memcached:1.6-alpine', description: 'Image of the servers.' },
 * });
 * ```
 *
 * Errors: `DECLARATION_INVALID` if a setting does not allow its own default, if users cannot set it, or if another
 * setting of the table or of every operator has its name, flag or variable.
 */
export function defineSettings<const T extends SettingsTable>(table: T): T {
  checkSettingsTable(table);
  return table;
}
