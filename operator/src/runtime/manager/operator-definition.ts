import { OperatorError, type SettingsTable } from '../base/index.ts';
import type { ControllerDefinition } from '../reconcile/index.ts';

/** An operator: a name, and the controllers that run in one process. */
export interface OperatorDefinition {
  /** Lower case. Names the Lease, the field managers and the managed-by label of children; never change it later. */
  readonly name: string;
  readonly version: string;
  readonly controllers: readonly ControllerDefinition[];
}

/** What the operator takes from its process. */
export interface ProcessInput {
  /** Arguments after the script's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Stops the operator, as SIGTERM does: for tests and for programs that run more than one. @default - never */
  readonly signal?: AbortSignal;
}

/**
 * The settings of all controllers in one table. Controllers may share a setting: the very same definition.
 *
 * Errors: `DECLARATION_INVALID` if two controllers mean different things by one name.
 */
export function settingsOf({ controllers }: Pick<OperatorDefinition, 'controllers'>): SettingsTable {
  const table: Record<string, SettingsTable[string]> = {};
  for (const { name: controller, settings } of controllers) {
    for (const [name, setting] of Object.entries(settings)) {
      if ((table[name] ?? setting) !== setting) {
        const hint = 'another controller has a setting of this name; share its definition or choose another name';
        throw new OperatorError('DECLARATION_INVALID', `define the setting ${name} of ${controller}`, { hint });
      }
      table[name] = setting;
    }
  }
  return table;
}
