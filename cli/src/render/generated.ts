import { renderProjectFiles } from '@kubewright/generate';

import { loadOperator, type Project } from '../project.ts';
import type { Rendered } from '../write-rendered.ts';

/** The CRDs, `declaration.json` and the dashboard of an operator. */
export async function renderGenerated(project: Project): Promise<Rendered> {
  return renderProjectFiles(await loadOperator(project), project.folder, { description: project.description });
}
