import { Config } from '@pulumi/pulumi';

import { findEnvironment } from '../environments/index.ts';
import type { OperatorReleaseArgs } from './operator-release.ts';

/**
 * The release that the stack's configuration asks for: `environment` (required) names one of this package's,
 * `samples` adds the samples.
 *
 * Throws if the environment is missing or not known.
 */
export function releaseConfig(config: Config = new Config()): OperatorReleaseArgs {
  return {
    environment: findEnvironment(config.require('environment')),
    samples: config.getBoolean('samples') ?? false,
  };
}
