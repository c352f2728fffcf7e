import { findBinaries } from '../../operator/control-plane/src/control-plane/binaries/find-binaries.ts';
import { createAnnouncer } from '../support/announcer.ts';
import { findHelmProgram, helmVersions } from '../support/helm.ts';
import { findOlmTools } from '../support/olm-tools.ts';
import { findPromtool } from '../support/promtool.ts';
import { findLanguageHost, findPulumi, findYamlHost } from '../support/pulumi.ts';
import { findRegistryTools } from './image/registry-tools.ts';
import { findScorecard } from './olm/scorecard.ts';
import { findActionlint } from './release/actionlint.ts';

const tools: readonly (() => Promise<unknown>)[] = [
  ...[findPulumi, findLanguageHost, findYamlHost, findOlmTools, findScorecard],
  ...[
    findRegistryTools,
    ...helmVersions.map((version) => () => findHelmProgram(version)),
    findActionlint,
    findPromtool,
  ],
];

/**
 * Builds the tools that tests use, one after the other, before the first test: without a cache, Go compiles for a
 * quarter of an hour.
 */
export async function setup(): Promise<void> {
  await findBinaries({ onProgress: createAnnouncer() });
  for (const find of tools) await find();
}
