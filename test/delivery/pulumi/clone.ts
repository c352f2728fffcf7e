import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { listRepositoryFiles } from '../../../scripts/files.ts';
import { root } from '../../../scripts/run.ts';
import { openProject, type UserProject } from '../../support/user-project.ts';

/** Clones the repository with the changes of the working tree, and adds the modules that `npm ci` installs. */
export async function cloneRepository(): Promise<UserProject> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-clone-'));
  for (const file of await listRepositoryFiles()) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await cp(path.join(root, file), path.join(folder, file));
  }
  const project = await openProject(folder);
  const author = '-c user.name=test -c user.email=test@localhost';
  await project.sh(`git init --quiet && git add . && git ${author} commit --quiet --no-verify --message clone`);
  // Hard links, because copying a gigabyte takes long, and nothing writes to these files.
  await project.sh(`cp -al '${path.join(root, 'node_modules')}' . && rm -rf node_modules/.cache`);
  return project;
}
