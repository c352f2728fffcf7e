import {
  checkSettingsTable,
  getEnv,
  getFlag,
  OperatorError,
  readValue,
  runtimeSettings,
  type SettingDefinition,
  type SettingsTable,
  type SettingValue,
  type ValuesOf,
} from '../../base/index.ts';
import { readFlags } from './command-line.ts';
import { checkSettings, completeSettings, type RuntimeSettings, type Settings } from './complete-settings.ts';
import { type Host, thisHost } from './host.ts';

/** Environment variables, as in `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

interface ParseOptions<T extends SettingsTable> {
  /** The name of the operator: the command in `--help`, and the default name of the Lease. */
  readonly name: string;
  readonly version: string;
  /** The names of all controllers: the allowed values of `--controllers`. */
  readonly controllers: readonly string[];
  /** The settings that the operator itself declares. @default - none */
  readonly settings?: T;
  /** The machine and process to read from. @default - this one */
  readonly host?: Host;
}

/** The values of all settings: those of every operator, and those that the operator itself declares. */
export type SettingsWith<T extends SettingsTable> = string extends keyof T ? Settings : Settings & ValuesOf<T>;

/**
 * Parses all settings. A flag wins over its variable, the variable over its aliases, and these over the default. An
 * empty variable counts as not set. `--help` and `--version` print and exit with 0.
 *
 * Errors: `SETTINGS_INVALID` with the flag or variable, its value and the allowed values; `DECLARATION_INVALID` for
 * settings that `defineSettings` would reject.
 * @param argv the arguments without Node and the script: `process.argv.slice(2)`
 */
export function parseSettings<const T extends SettingsTable>(
  argv: readonly string[],
  env: Variables,
  options: ParseOptions<T>,
): SettingsWith<T> {
  const { name, controllers, host = thisHost } = options;
  const own: SettingsTable = options.settings ?? {};
  checkSettingsTable(own);
  const table: SettingsTable = { ...runtimeSettings, ...own };
  const flags = readFlags(argv, { name, version: options.version, table, host });
  const given = Object.fromEntries(
    Object.entries(table).map(([setting, definition]) => [setting, read(setting, definition, { flags, env })]),
  ) as unknown as RuntimeSettings & ValuesOf<T>;
  const settings = completeSettings(given, {
    name,
    host,
    inCluster: isSet(env['KUBERNETES_SERVICE_HOST']),
    kubeconfigVariable: isSet(env['KUBECONFIG']) && !flags.has('kubeconfig'),
  });
  checkSettings(settings, controllers);
  return { ...given, ...settings };
}

interface SettingSources {
  readonly flags: ReadonlyMap<string, string>;
  readonly env: Variables;
}

/** The text of a setting, and the flag or variable that it comes from. */
interface FoundSetting {
  readonly where: string;
  readonly text: string;
}

function read(name: string, setting: SettingDefinition, given: SettingSources): SettingValue | undefined {
  const found = find(name, setting, given);
  if (found === undefined) return setting.default;
  const { where, text } = found;
  const reading = readValue(setting, text);
  if ('value' in reading) return reading.value;
  const ways = `${getFlag(name, setting)}, ${getEnv(name, setting)}`;
  throw new OperatorError('SETTINGS_INVALID', `read ${where}`, {
    hint: `${JSON.stringify(text)} is not allowed; use ${reading.allowed} (setting ${name}: ${ways})`,
  });
}

function find(name: string, setting: SettingDefinition, { flags, env }: SettingSources): FoundSetting | undefined {
  const flag = flags.get(name);
  if (flag !== undefined) return { where: getFlag(name, setting), text: flag };
  const variables = [{ env: getEnv(name, setting) }, ...(setting.aliases ?? [])];
  return variables.map(({ env: where }) => ({ where, text: env[where] ?? '' })).find(({ text }) => isSet(text));
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}
