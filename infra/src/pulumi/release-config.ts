import { Config, getStack } from '@pulumi/pulumi';

import { findEnvironment } from '../environments/index.ts';
import type { OperatorReleaseArgs } from './operator-release.ts';

/**
 * The arguments of the release from the stack's configuration: `environment` is the name of an environment of this package,
 * by default that of the stack; `samples: false` leaves out the samples of an environment that has them.
 *
 * Throws if there is no such environment, with the names of all.
 */
export function releaseConfig(config: Config = new Config()): OperatorReleaseArgs {
  const environment = findEnvironment(config.get('environment') || getStack());
  const samples = config.getBoolean('samples') ?? true;
  return { environment, samples: samples && environment.samples !== false };
}
