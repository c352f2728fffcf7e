/**
 * Settings: each is a flag, an environment variable, and the values that it allows.
 *
 * - `setting`: one of them, a table of them, and the types of its values
 * - `formats`: names as the API server checks them, durations, and addresses
 * - `read-value`: reads the value of a setting from text
 * - `runtime-settings`: the table of those that every operator has
 * - `check-settings`: the table of an author, and what is wrong with one
 *
 * @module
 */
export { checkSettingsTable, defineSettings } from './check-settings.ts';
export { parseDurationMs, formats, listenHost, parsePeriodMs, type SettingFormat } from './formats.ts';
export { readValue, type SettingValue, findWrongValue } from './read-value.ts';
export { runtimeSettings, runtimeSettingsData } from './runtime-settings.ts';
export {
  getEnv,
  getFlag,
  toDeclaredSettings,
  type IntegerSetting,
  type ListSetting,
  type SettingAlias,
  type SettingDefinition,
  type SettingsTable,
  type StringSetting,
  type ValuesOf,
} from './setting.ts';
