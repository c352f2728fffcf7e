import { buildHelmChart } from '@kubewright/infra/helm';

import { declareOperator, type Project } from '../project.ts';
import type { Rendered } from '../write-rendered.ts';

/** Renders the Helm chart of a project's operator, as a folder and as an archive. */
export async function renderChart(project: Project): Promise<Rendered> {
  const declaration = await declareOperator(project);
  const { files, archive } = buildHelmChart(declaration);
  const folder = `output/helm/${declaration.name}`;
  const packed = `${folder}-${declaration.version}.tgz`;
  return {
    files: new Map([...files].map(([file, text]) => [`${folder}/${file}`, text])),
    owned: [folder],
    archives: new Map([[packed, archive]]),
    notes: [
      `install it with: helm install ${declaration.name} ${packed} --namespace ${declaration.name}-system --create-namespace ` +
        `--set image.repository=${project.image ?? '<repository>'}`,
    ],
  };
}
