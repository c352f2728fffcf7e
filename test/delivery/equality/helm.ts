import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { OperatorDeclaration } from '@kubewright/infra';
import { kubewrightDeclaration } from '@kubewright/infra/catalogue';
import { valuesOf } from '@kubewright/infra/helm';

import { findHelm } from '../../support/helm.ts';
import { packagedChart } from '../../support/packaged-chart.ts';
import { runDirectory } from '../../support/run-directory.ts';
import { objectsOf, template } from '../helm/rendering.ts';
import type { Way } from './way.ts';

/** The folder of the chart, which is packaged once. */
async function chartOf(declaration: OperatorDeclaration): Promise<string> {
  const file = path.join(runDirectory(), `${declaration.name}-declaration.json`);
  await writeFile(file, JSON.stringify(declaration));
  return (await packagedChart(file)).folder;
}

/** What `helm template` renders, with the values of the environment. */
export async function helmWay(): Promise<Way> {
  const [helm, { folder: chart }] = await Promise.all([findHelm(), packagedChart()]);
  return {
    name: 'Helm',
    async objects(environment, declaration) {
      const packaged = declaration === undefined ? chart : await chartOf(declaration);
      const rendering = { helm, chart: packaged, declaration: declaration ?? kubewrightDeclaration() };
      const said = await template(rendering, valuesOf(environment, declaration));
      if (said.code !== 0) throw new Error(said.stderr);
      return objectsOf(said);
    },
    additions: [
      { what: '`app.kubernetes.io/managed-by` is `Helm`', where: /\.labels\[app\.kubernetes\.io\/managed-by\]$/ },
      {
        what: 'no Namespace of the operator: `helm install --create-namespace` makes it',
        where: /^\[Namespace kubewright-system\]$/,
      },
      {
        what: 'no samples and no pet store',
        where:
          /^\[(Echo|ImmortalContainer|Memcached|Pet|ScheduledEcho|WebServer|Namespace (kubewright-)?petstore|(Deployment|Service) \S+\/petstore-service)\b[^\]]*\]$/,
        onlyIn: ['embedded', 'dev'],
      },
    ],
  };
}
