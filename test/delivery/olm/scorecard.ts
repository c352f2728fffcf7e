import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { type OlmBundle, writeFolder } from '@kubewright/infra/olm';

import { ask, installTools } from '../../support/go-tools.ts';
import { readYaml } from '../../support/read-yaml.ts';

interface Configuration {
  readonly stages: readonly { readonly tests: readonly { readonly entrypoint: readonly string[] }[] }[];
}

/** The result of a scorecard test. */
export interface ScorecardResult {
  readonly name: string;
  readonly state: 'pass' | 'fail' | 'error';
  readonly errors?: readonly string[];
  readonly suggestions?: readonly string[];
}

/** Returns the path of the program that `scripts/tools/scorecard` pins. */
export async function findScorecard(): Promise<string> {
  const tools = await installTools({
    pinnedIn: 'scorecard',
    // Builds without the C libraries for container storage, which the program does not use.
    tags: ['json1', 'containers_image_openpgp', 'exclude_graphdriver_btrfs', 'exclude_graphdriver_devicemapper'],
    tools: ['scorecard-test'],
  });
  return tools['scorecard-test'];
}

/**
 * Runs the tests that the scorecard configuration of a bundle lists, with the program of the scorecard's image. This
 * program reads the bundle in `/bundle`, so a temporary folder becomes its root.
 */
export async function runScorecard({ files }: Pick<OlmBundle, 'files'>): Promise<readonly ScorecardResult[]> {
  const program = await findScorecard();
  const root = await mkdtemp(path.join(os.tmpdir(), 'kubewright-scorecard-'));
  try {
    writeFolder(path.join(root, 'bundle'), files);
    await copyFile(program, path.join(root, 'scorecard-test'));
    return (await Promise.all(listTests(files).map((test) => runScorecardTest(root, test)))).flat();
  } finally {
    await rm(root, { recursive: true });
  }
}

function listTests(files: OlmBundle['files']): readonly (readonly string[])[] {
  const [configuration] = readYaml(files.get('tests/scorecard/config.yaml') ?? '') as readonly [Configuration];
  return configuration.stages.flatMap(({ tests }) => tests.map(({ entrypoint }) => entrypoint));
}

async function runScorecardTest(
  root: string,
  [program = '', ...args]: readonly string[],
): Promise<readonly ScorecardResult[]> {
  // Only root may change the root directory; other users need a user namespace for that.
  const changeRoot = process.getuid?.() === 0 ? ['chroot', root] : ['unshare', '--map-root-user', `--root=${root}`];
  const [command = '', ...first] = changeRoot;
  const { code, text } = await ask(command, [...first, `/${program}`, ...args]);
  if (code !== 0) throw new Error(`the scorecard exited with ${String(code)}: ${text}`);
  return (JSON.parse(text) as { readonly results: readonly ScorecardResult[] }).results;
}
