import type { PolicyDefinition } from '../admission/index.ts';
import { checkSettingsTable, formats, OperatorError, type SettingsTable } from '../base/index.ts';
import type { ControllerDefinition } from '../reconcile/index.ts';

/** An operator: a name, and the controllers that run in one process. */
export interface OperatorDefinition {
  /**
   * A DNS label: lower case, digits and `-`. Names the Lease, the field managers and the managed-by label of children;
   * it must never change later.
   */
  readonly name: string;
  /** A valid image tag. */
  readonly version: string;
  /** At least one, each with a name of its own. */
  readonly controllers: readonly ControllerDefinition[];
  /**
   * What the API server checks and completes by itself, each with a name of its own. The process does nothing with it:
   * `@kubewright/infra` deploys it from `declaration.json`. @default - none
   */
  readonly policies?: readonly PolicyDefinition[];
}

/** What the operator reads from its process. */
export interface ProcessInput {
  /** Arguments after the script's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Stops the operator, as SIGTERM does: for tests and for programs that run more than one. @default - never */
  readonly signal?: AbortSignal;
}

const imageTag = /^[A-Za-z0-9_][\w.-]{0,127}$/;

/** Errors: `DECLARATION_INVALID` for an operator that cannot run, or cannot be deployed. */
export function checkOperator({ name, version, controllers, policies = [] }: OperatorDefinition): void {
  const twice = nameTwiceIn(controllers);
  const policyTwice = nameTwiceIn(policies);
  const problems = [
    !formats.label.pattern.test(name) && `its name must be a DNS label, as it names the Lease: ${formats.label.words}`,
    !imageTag.test(version) &&
      `its version ${JSON.stringify(version)} must be one for the tag of an image, such as 1.2.3`,
    controllers.length === 0 && 'it has no controllers: give it at least one',
    twice !== undefined && `two controllers have the name ${twice}: remove one, or give it a name of its own`,
    policyTwice !== undefined && `two policies have the name ${policyTwice}: give each a name of its own`,
  ];
  const hint = problems.find((problem) => problem !== false);
  if (hint !== undefined)
    throw new OperatorError('DECLARATION_INVALID', `define the operator ${JSON.stringify(name)}`, { hint });
}

function nameTwiceIn(named: readonly { readonly name: string }[]): string | undefined {
  const names = named.map(({ name }) => name);
  return names.find((each, index) => names.indexOf(each) < index);
}

/**
 * The settings of all controllers in one table. Controllers may share a setting: the identical definition.
 *
 * Errors: `DECLARATION_INVALID` if two controllers declare different settings with one name, flag or variable.
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
  checkSettingsTable(table);
  return table;
}
