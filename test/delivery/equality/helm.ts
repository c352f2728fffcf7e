import { getKubewrightDeclaration } from '@kubewright/infra/catalogue';
import { buildHelmRelease } from '@kubewright/infra/helm';

import { findHelm } from '../../support/helm.ts';
import { getPackagedChart } from '../../support/packaged-chart.ts';
import { packageChartOnce } from '../helm/package-chart-once.ts';
import { parseObjects, renderTemplate } from '../helm/rendering.ts';
import { matchSamplesAndStore, type DeliveryMethod } from './delivery-method.ts';

/** Compares the output of `helm template` with the values of the environment. */
export async function createHelmMethod(): Promise<DeliveryMethod> {
  const [helm, { folder: chart }] = await Promise.all([findHelm(), getPackagedChart()]);
  return {
    name: 'Helm',
    async objects(environment, declaration) {
      const packaged = declaration === undefined ? chart : await packageChartOnce(declaration);
      const rendering = { helm, chart: packaged, declaration: declaration ?? getKubewrightDeclaration() };
      const result = await renderTemplate(rendering, buildHelmRelease(environment, declaration));
      if (result.code !== 0) throw new Error(result.stderr);
      return parseObjects(result);
    },
    additions: [
      { what: 'sets `app.kubernetes.io/managed-by` to `Helm`', where: /\.labels\[app\.kubernetes\.io\/managed-by\]$/ },
      {
        what: 'extends the removal guard to the LimitRange that a hook of `helm uninstall` deletes',
        where: /^\[ValidatingAdmissionPolicy \S+-removal\]\.spec\.matchConstraints\.resourceRules/,
        onlyIn: ['embedded', 'dev'],
      },
      {
        what: "leaves the operator's Namespace, with its Pod Security labels, to you; `helm install --create-namespace` creates it without labels",
        where: /^\[Namespace kubewright-system\]$/,
      },
      {
        what: 'leaves out samples and the pet store',
        where: matchSamplesAndStore('Namespace (kubewright-)?petstore'),
        onlyIn: ['embedded', 'dev'],
      },
    ],
  };
}
