/**
 * Settings: flags and environment variables, from one typed table (`base/settings` says what a setting is, and which every
 * operator has).
 *
 * - `parse-settings`: argv and environment in, typed settings out
 * - `command-line`: the flags, by commander
 * - `complete-settings`: defaults that depend on where the process runs, and what must fit together
 * - `host`: what is read of the machine, as a parameter
 *
 * @module
 */
export type { Settings } from './complete-settings.ts';
export { thisHost, type Host } from './host.ts';
export { parseSettings, type ParseOptions, type SettingsWith, type Variables } from './parse-settings.ts';
