import { join } from 'node:path';

import { Command } from 'commander';

import { kubewright } from '../../operator/src/kubewright.ts';
import { generateBuiltinKinds } from './builtin-kinds.ts';
import { writeProject } from '../../operator/generate/src/project.ts';
import { writtenText } from '../../operator/generate/src/write-files.ts';

const root = join(import.meta.dirname, '../../operator');

const options = new Command('generate')
  .description(
    'Writes crds/, importable/, declaration.json, dashboards/, the fields in docs/ and the types of the built-in kinds, and deletes what is no longer generated.',
  )
  .option(
    '--all',
    'generate the types of the built-in kinds even if neither their generator nor the API server has changed',
    false,
  )
  .parse()
  .opts<{ all: boolean }>();

process.stdout.write(
  writtenText(
    await writeProject(kubewright, root, { description: 'The operators of Kubewright.', importable: 'importable' }),
  ),
);
process.stdout.write(writtenText(await generateBuiltinKinds(root, options)));
