import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { Memcached } from '@kubewright/imports';
import { renderArgoCdHealthChecks, listStages } from '@kubewright/infra';
import { environments, getKubewrightDeclaration } from '@kubewright/infra/catalogue';
import { formatChanges, readCrds } from '@kubewright/infra/crd-changes';
import declaration from '@kubewright/infra/declaration.json' with { type: 'json' };
import schema from '@kubewright/infra/environment.schema.json' with { type: 'json' };
import { buildHelmChart, buildHelmRelease } from '@kubewright/infra/helm';
import { buildOlmBundle, renderOlmCatalog } from '@kubewright/infra/olm';
import infra from '@kubewright/infra/package.json' with { type: 'json' };

const resolvePath = (door: string): string => fileURLToPath(import.meta.resolve(door));
const crd = resolvePath('@kubewright/infra/crds/my.domain_webservers.yaml');
const importable = resolvePath('@kubewright/infra/importable/crds.yaml');
const dashboard = resolvePath('@kubewright/infra/dashboards/operator.json');

const named = [renderArgoCdHealthChecks, formatChanges, listStages];
console.log([...named, buildHelmChart, buildOlmBundle, renderOlmCatalog, buildHelmRelease].length);
console.log(Memcached.GVK.kind, getKubewrightDeclaration().name, environments.map(({ name }) => name).join());
console.log(declaration.name, schema.title, infra.name);
const isCrd = (file: string): boolean => readFileSync(file, 'utf8').includes('kind: CustomResourceDefinition');
console.log(typeof readCrds, [crd, importable].every(isCrd));
console.log(typeof JSON.parse(readFileSync(dashboard, 'utf8')));
