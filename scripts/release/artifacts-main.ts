/** `npm run release:artifacts`: builds all files of the packages' current version into one folder. */
import path from 'node:path';

import { root } from '../run.ts';
import { readVersion } from './check.ts';
import { runCommand } from './command.ts';
import { ReleaseError, formatTag } from './git.ts';
import { buildMakeSteps } from './make.ts';
import { runSteps } from './run-steps.ts';

const help = `Usage: npm run release:artifacts [-- --tag <tag>] [--out <folder>]

Writes all files of the version that package.json has into output/release/<version>/: packages of npm, image, bundles,
manifests, CRDs, release notes and checksums. npm run release runs it, and so does the workflow that publishes a tag.

  --tag <tag>     fail unless this is the tag of the version
  --out <folder>  instead of output/release/<version>; it is emptied first
`;

const options = { tag: { type: 'string' }, out: { type: 'string' } } as const;

await runCommand({ help, options }, async ({ values, positionals }) => {
  if (positionals.length > 0)
    throw new ReleaseError(`the version is that of package.json, not ${positionals.join(' ')}`);
  const version = await readVersion(root);
  if (values.tag !== undefined && values.tag !== formatTag(version)) {
    throw new ReleaseError(`the tag is ${values.tag}, but package.json has ${version}: tag the commit of the release`);
  }
  await runSteps(buildMakeSteps({ version, out: path.resolve(root, values.out ?? `output/release/${version}`) }));
});
