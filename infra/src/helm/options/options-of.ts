import type { OperatorDeclaration } from '../../declaration/index.ts';
import { clusterOptions, monitoringOptions } from './cluster-options.ts';
import type { Option } from './option.ts';
import { podOptions } from './pod-options.ts';
import { settingOptions } from './setting-options.ts';

/** All that can be given to the chart of an operator. */
export function optionsOf(declaration: OperatorDeclaration): readonly Option[] {
  return [
    ...podOptions(declaration),
    ...clusterOptions(declaration),
    ...monitoringOptions(declaration),
    ...settingOptions(declaration),
  ];
}
