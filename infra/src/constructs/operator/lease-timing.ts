import type { OperatorSettings } from '../../options/index.ts';
import type { OperatorDeclaration } from '../../declaration/index.ts';
import { OptionError } from '../checks/index.ts';
import { type NumberSetting, numberSetting } from './settings.ts';

/** A retry may be late by this factor: the operator requires that it still comes before the renew deadline. */
const latenessFactor = 1.2;

/**
 * Throws if the settings of the leader election, as given or by default, contradict each other: the operator would
 * refuse to start. Skips settings that the declaration does not have.
 */
export function checkLeaseTiming(declaration: OperatorDeclaration, settings: OperatorSettings): void {
  const lease = numberSetting(declaration, settings, 'LEASE_DURATION_SECONDS');
  const deadline = numberSetting(declaration, settings, 'RENEW_DEADLINE_SECONDS');
  const retry = numberSetting(declaration, settings, 'RETRY_PERIOD_SECONDS');
  if (lease && deadline && lease.value <= deadline.value) {
    throw new OptionError(`the setting ${text(lease)} must be more than ${text(deadline)}: change one of them`);
  }
  if (deadline && retry && deadline.value <= retry.value * latenessFactor) {
    throw new OptionError(
      `the setting ${text(deadline)} must be more than ${latenessFactor} times ${text(retry)}: change one of them`,
    );
  }
}

function text({ name, value }: NumberSetting): string {
  return `${name} (${value})`;
}
