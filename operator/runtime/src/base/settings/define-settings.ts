import { checkSettingsTable } from './check-settings.ts';
import type { SettingsTable } from './setting.ts';

/**
 * Settings of an author's own operator, beside those that every operator has.
 *
 * ```ts
 * const settings = defineSettings({
 *   memcachedImage: { type: 'string', default: 'memcached:1.6-alpine', description: 'Image of the servers.' },
 * });
 * ```
 *
 * Errors: `DECLARATION_INVALID` if a setting does not allow its own default, if no user could set it, or if another
 * setting of the table or of every operator has its name, flag or variable.
 */
export function defineSettings<const T extends SettingsTable>(table: T): T {
  checkSettingsTable(table);
  return table;
}
