/**
 * What a setting is: a flag, an environment variable, and what it may be.
 *
 * - `define-settings`: a table of them, and the types of its values
 * - `formats`: names as the API server checks them, and durations
 *
 * @module
 */
export {
  checkUnique,
  defineSettings,
  envOf,
  flagOf,
  settingsData,
  type IntegerSetting,
  type ListSetting,
  type SettingAlias,
  type SettingData,
  type SettingDefinition,
  type SettingsTable,
  type StringSetting,
  type ValuesOf,
} from './define-settings.ts';
export { durationMs, formats, periodMs, type SettingFormat } from './formats.ts';
