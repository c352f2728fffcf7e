/** What can be given to a chart, and where it shows. */
import type { OperatorDeclaration } from '../../declaration/index.ts';
import { clusterOptions, monitoringOptions } from './cluster-options.ts';
import type { Option } from './option.ts';
import { podOptions } from './pod-options.ts';
import { settingOptions } from './setting-options.ts';

export function optionsOf(declaration: OperatorDeclaration): readonly Option[] {
  return [...podOptions(), ...clusterOptions(declaration), ...monitoringOptions(), ...settingOptions(declaration)];
}

export type { Given, Option } from './option.ts';
export { settable } from './setting-options.ts';
