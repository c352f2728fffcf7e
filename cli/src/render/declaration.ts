import path from 'node:path';

import { writeProject } from '@kubewright/generate';
import { loadDeclaration, type OperatorDeclaration } from '@kubewright/infra';

import { loadOperator, type Project } from '../project.ts';
import { useTemporaryFolder } from '../temporary-folder.ts';

/** Builds the declaration of a project's operator from its current sources, not from the generated files. */
export async function declareOperator(project: Project): Promise<OperatorDeclaration> {
  const operator = await loadOperator(project);
  return useTemporaryFolder('kubewright-', async (folder) => {
    await writeProject(operator, folder, { description: project.description });
    return loadDeclaration(path.join(folder, 'declaration.json'));
  });
}
