/** `npm run release -- <version>`: creates the commit and the files of a release. It pushes and publishes nothing. */
import path from 'node:path';

import { root } from '../run.ts';
import { checkRelease } from './check.ts';
import { runCommand } from './command.ts';
import { git, ReleaseError } from './git.ts';
import { formatNextCommands } from './next-commands.ts';
import { buildPrepareSteps } from './prepare.ts';
import { showIn } from './programs.ts';
import { runSteps } from './run-steps.ts';
import { commitOfWorkTree, openWorkCopy } from './work-copy.ts';

const help = `Usage: npm run release -- <version> [--dry-run] [--out <folder>]

Creates the release <version>: one commit on your branch that sets the version, and all files of the release in
output/release/<version>/. It does not push or publish, but prints the commands for it.

  --dry-run       do not change the branch or the work tree; include uncommitted changes
  --out <folder>  output folder, which is emptied first (default: output/release/<version>)
`;

const options = { 'dry-run': { type: 'boolean' }, out: { type: 'string' } } as const;

await runCommand({ help, options }, async ({ values, positionals: [version, ...more] }) => {
  if (version === undefined || more.length > 0) throw new ReleaseError(`name one version\n\n${help}`);
  const out = path.resolve(values.out ?? path.join(root, 'output/release', version));
  await release({ version, dryRun: values['dry-run'] === true, out });
});

interface ReleaseOptions {
  readonly version: string;
  readonly dryRun: boolean;
  readonly out: string;
}

/**
 * Works in a separate work tree. The maintainer's work tree gets the commit only after all files of the release exist.
 */
async function release({ version, dryRun, out }: ReleaseOptions): Promise<void> {
  const last = await checkRelease({ repository: root, version, dryRun });
  await using copy = await openWorkCopy(root, dryRun ? await commitOfWorkTree(root) : 'HEAD');
  await runSteps(buildPrepareSteps({ tree: copy.path, version, last }));
  await showIn(copy.path, ['npm', 'run', '--silent', 'release:artifacts', '--', '--out', out]);
  const commit = (await git(copy.path, 'rev-parse', '--short', 'HEAD')).trim();
  if (!dryRun) await git(root, 'merge', '--quiet', '--ff-only', commit);
  process.stdout.write(formatNextCommands({ version, dryRun, commit, out: path.relative(root, out) }));
}
