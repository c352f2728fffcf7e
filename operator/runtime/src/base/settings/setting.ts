import type { DeclaredSetting } from '@kubewright/declaration';

import type { SettingFormat } from './formats.ts';

/** Another environment variable for the same setting, with the name that other operator frameworks use. */
export interface SettingAlias {
  readonly env: string;
}

interface SettingBase<Value> {
  /** One sentence that describes the setting, for `--help` and `declaration.json`. */
  readonly description: string;
  /** The command-line flag. @default - the name in kebab-case: `--memcached-image` for `memcachedImage` */
  readonly flag?: `--${string}`;
  /** The environment variable. @default - the name in upper case: `MEMCACHED_IMAGE` for `memcachedImage` */
  readonly env?: string;
  readonly aliases?: readonly SettingAlias[];
  /** The value if neither the flag nor the variable is set. @default - none: the value can be `undefined` */
  readonly default?: Value;
}

export interface StringSetting extends SettingBase<string> {
  readonly type: 'string';
  /** The allowed values. @default - any */
  readonly values?: readonly string[];
  /** The format of the value. @default - any text */
  readonly format?: SettingFormat;
}

export interface ListSetting extends SettingBase<readonly string[]> {
  /** A list; flags and variables separate its items with commas. */
  readonly type: 'list';
  /** The format of each item. @default - any text */
  readonly format?: SettingFormat;
}

export interface IntegerSetting extends SettingBase<number> {
  readonly type: 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface BooleanSetting extends SettingBase<boolean> {
  readonly type: 'boolean';
}

/** One setting: its flag, its environment variable, and its allowed values. */
export type SettingDefinition = StringSetting | ListSetting | IntegerSetting | BooleanSetting;

/** Settings by name, in camelCase. */
export type SettingsTable = Readonly<Record<string, SettingDefinition>>;

type ValueOf<D> = D extends { readonly type: 'integer' }
  ? number
  : D extends { readonly type: 'boolean' }
    ? boolean
    : D extends { readonly type: 'list' }
      ? readonly string[]
      : D extends { readonly values: readonly (infer V)[] }
        ? V
        : string;

/** The types of the parsed values of a table of settings, by name. */
export type ValuesOf<T extends SettingsTable> = {
  readonly [Name in keyof T]: T[Name] extends { readonly default: unknown }
    ? ValueOf<T[Name]>
    : ValueOf<T[Name]> | undefined;
};

/** Converts a table of settings to data, in declared order. */
export function toDeclaredSettings(table: SettingsTable): readonly DeclaredSetting[] {
  return Object.entries(table).map(([name, setting]) => ({
    name,
    flag: getFlag(name, setting),
    env: getEnv(name, setting),
    type: setting.type,
    ...('values' in setting && { values: setting.values }),
    ...('format' in setting && { format: setting.format }),
    ...('minimum' in setting && { minimum: setting.minimum }),
    ...('maximum' in setting && { maximum: setting.maximum }),
    ...(setting.default !== undefined && { default: setting.default }),
    description: setting.description,
  }));
}

export function getFlag(name: string, setting: SettingDefinition): string {
  return setting.flag ?? `--${splitWords(name).join('-')}`;
}

export function getEnv(name: string, setting: SettingDefinition): string {
  return setting.env ?? splitWords(name).join('_').toUpperCase();
}

function splitWords(name: string): string[] {
  return name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
}
