/**
 * Settings: flags and environment variables with their allowed values.
 *
 * - `setting`: a setting, a table of settings, and the types of their values
 * - `formats`: names as the API server checks them, durations, and addresses
 * - `read-value`: parses the value of a setting
 * - `runtime-settings`: the settings of every operator
 * - `check-settings`: checks an author's settings
 *
 * @module
 */
export { checkSettingsTable, defineSettings } from './check-settings.ts';
export { parseDurationMs, formats, listenHost, parsePeriodMs } from './formats.ts';
export { readValue, type SettingValue, findWrongValue } from './read-value.ts';
export { runtimeSettings, runtimeSettingsData } from './runtime-settings.ts';
export {
  getEnv,
  getFlag,
  toDeclaredSettings,
  type SettingDefinition,
  type SettingsTable,
  type ValuesOf,
} from './setting.ts';
