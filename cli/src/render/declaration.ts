import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { writeProject } from '@kubewright/generate';
import { loadDeclaration, type OperatorDeclaration } from '@kubewright/infra';

import { loadOperator, type Project } from '../project.ts';

/** The declaration of a project's operator as its sources are now, whether or not its generated files are up to date. */
export async function declareOperator(project: Project): Promise<OperatorDeclaration> {
  const operator = await loadOperator(project);
  const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-'));
  try {
    await writeProject(operator, folder, { description: project.description });
    return loadDeclaration(path.join(folder, 'declaration.json'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
