import { findBinaries } from '../../operator/testing/src/control-plane/binaries/index.ts';
import { announcer } from '../support/announcer.ts';
import { findOlmTools } from '../support/olm-tools.ts';
import { findLanguageHost, findPulumi } from '../support/pulumi.ts';
import { findRegistryTools } from './image/registry-tools.ts';

/**
 * Builds the tools of all tests before the first of them, one after the other: on a machine that has none, Go compiles for
 * a quarter of an hour. Later they are found at once.
 */
export async function setup(): Promise<void> {
  await findBinaries({ onProgress: announcer() });
  for (const find of [findPulumi, findLanguageHost, findOlmTools, findRegistryTools]) await find();
}
