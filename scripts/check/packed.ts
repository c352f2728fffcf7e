/** Packs our packages, and fails if a tool finds a problem in one: invalid fields, missing files, unresolved types. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { pack } from '../../test/support/packed-packages.ts';
import { type AcceptedProblem, findPackedProblems, findUnaccepted } from './packed-problems.ts';

/** Packages of ES modules, which the supported Node versions can also `require`. */
const modules = [
  'operator/runtime',
  'operator/control-plane',
  'operator/testing',
  'operator/generate',
  'operator',
  'cli',
  'cli/create',
];
/** CommonJS packages. Their `prepack` scripts write some of their data files. */
const withData = ['operator/declaration', 'imports', 'infra'];

const ofModules = ['cli', 'control-plane', 'generate', 'operator', 'runtime', 'testing'].flatMap(
  (name): AcceptedProblem[] => [
    {
      at: `@kubewright/${name} node10`,
      kind: 'NoResolution',
      because:
        'TypeScript uses this resolution for Node 10; the packages need Node 22, whose resolution finds every entry point',
    },
    {
      at: `@kubewright/${name} node16-cjs`,
      kind: 'CJSResolvesToESM',
      because: 'the versions of Node that these packages need can require ES modules',
    },
  ],
);

const accepted: readonly AcceptedProblem[] = [
  ...ofModules,
  { at: 'create-kubewright', kind: 'NoTypes', because: 'it is only a command' },
  {
    at: '@kubewright/runtime exports ./internal/* @kubewright/source',
    kind: 'EXPORTS_GLOB_NO_MATCHED_FILES',
    because: 'only the repository, which has the sources, sets this condition',
  },
];

const folder = await mkdtemp(path.join(os.tmpdir(), 'packed-'));
try {
  await Promise.all([pack(modules, folder), pack(withData, folder, { scripts: true })]);
  const files = (await readdir(folder)).map((file) => path.join(folder, file));
  const found = await Promise.all(files.map(async (file) => findPackedProblems(new Uint8Array(await readFile(file)))));
  const problems = findUnaccepted(found.flat(), accepted);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  console.log(`failed to check the packed packages: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}
