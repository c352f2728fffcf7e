/** `npm run release:artifacts`: builds all files of the packages' current version into one folder. */
import path from 'node:path';

import { root } from '../run.ts';
import { readVersion } from './check.ts';
import { runCommand } from './command.ts';
import { ReleaseError, formatTag } from './git.ts';
import { buildMakeSteps } from './make.ts';
import { runSteps } from './run-steps.ts';

const help = `Usage: npm run release:artifacts [-- --tag <tag>] [--out <folder>]

Writes all files of the version in package.json to output/release/<version>/: npm packages, image, bundles,
manifests, CRDs, release notes and checksums. npm run release and the workflow that publishes a tag run it.

  --tag <tag>     fail unless this is the tag of the version
  --out <folder>  output folder, which is emptied first (default: output/release/<version>)
`;

const options = { tag: { type: 'string' }, out: { type: 'string' } } as const;

await runCommand({ help, options }, async ({ values, positionals }) => {
  if (positionals.length > 0)
    throw new ReleaseError(`unexpected argument: ${positionals.join(' ')}; the version comes from package.json`);
  const version = await readVersion(root);
  if (values.tag !== undefined && values.tag !== formatTag(version)) {
    throw new ReleaseError(`the tag is ${values.tag}, but package.json has ${version}: tag the commit of the release`);
  }
  await runSteps(buildMakeSteps({ version, out: path.resolve(root, values.out ?? `output/release/${version}`) }));
});
