import { kubewrightDeclaration } from '@kubewright/infra/catalogue';
import { valuesOf } from '@kubewright/infra/helm';

import { findHelm } from '../../support/helm.ts';
import { packagedChart } from '../../support/packaged-chart.ts';
import { chartOf } from '../helm/chart-of.ts';
import { objectsOf, template } from '../helm/rendering.ts';
import { samplesAndStore, type Way } from './way.ts';

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
      { what: 'sets `app.kubernetes.io/managed-by` to `Helm`', where: /\.labels\[app\.kubernetes\.io\/managed-by\]$/ },
      {
        what: 'extends the removal guard to the LimitRange that a hook of `helm uninstall` deletes',
        where: /^\[ValidatingAdmissionPolicy \S+-removal\]\.spec\.matchConstraints\.resourceRules/,
        onlyIn: ['embedded', 'dev'],
      },
      {
        what: "leaves the operator's Namespace to `helm install --create-namespace`",
        where: /^\[Namespace kubewright-system\]$/,
      },
      {
        what: 'leaves out samples and the pet store',
        where: samplesAndStore('Namespace (kubewright-)?petstore'),
        onlyIn: ['embedded', 'dev'],
      },
    ],
  };
}
