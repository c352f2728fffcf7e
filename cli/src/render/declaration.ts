import path from 'node:path';

import { writeProject } from '@kubewright/generate';
import { loadDeclaration, type OperatorDeclaration } from '@kubewright/infra';

import { loadOperator, type Project } from '../project.ts';
import { useTemporaryFolder } from '../temporary-folder.ts';

/** The declaration of a project's operator as its sources are now, whether or not its generated files are up to date. */
export async function declareOperator(project: Project): Promise<OperatorDeclaration> {
  const operator = await loadOperator(project);
  return useTemporaryFolder('kubewright-', async (folder) => {
    await writeProject(operator, folder, { description: project.description });
    return loadDeclaration(path.join(folder, 'declaration.json'));
  });
}
