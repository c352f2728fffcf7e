import { Config } from '@pulumi/pulumi';

import { findEnvironment } from '../environments/index.ts';
import type { OperatorReleaseArgs } from './operator-release.ts';

/**
 * The arguments of the release from the stack's configuration: `environment` (required) is the name of an environment
 * of this package, `samples` adds the samples.
 *
 * Throws if the environment is missing or unknown.
 */
export function releaseConfig(config: Config = new Config()): OperatorReleaseArgs {
  return {
    environment: findEnvironment(config.require('environment')),
    samples: config.getBoolean('samples') ?? false,
  };
}
