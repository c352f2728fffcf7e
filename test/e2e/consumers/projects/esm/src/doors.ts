import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { Memcached } from '@kubewright/imports';
import { argoCdHealthChecks, unitsOf } from '@kubewright/infra';
import { environments, kubewrightDeclaration } from '@kubewright/infra/catalogue';
import { changesText, readCrds } from '@kubewright/infra/crd-changes';
import declaration from '@kubewright/infra/declaration.json' with { type: 'json' };
import schema from '@kubewright/infra/environment.schema.json' with { type: 'json' };
import { helmChart, valuesOf } from '@kubewright/infra/helm';
import { olmBundle, olmCatalog } from '@kubewright/infra/olm';
import infra from '@kubewright/infra/package.json' with { type: 'json' };

const pathOf = (door: string): string => fileURLToPath(import.meta.resolve(door));
const crd = pathOf('@kubewright/infra/crds/my.domain_webservers.yaml');
const importable = pathOf('@kubewright/infra/importable/crds.yaml');
const dashboard = pathOf('@kubewright/infra/dashboards/operator.json');

const named = [argoCdHealthChecks, changesText, unitsOf];
console.log([...named, helmChart, olmBundle, olmCatalog, valuesOf].length);
console.log(Memcached.GVK.kind, kubewrightDeclaration().name, environments.map(({ name }) => name).join());
console.log(declaration.name, schema.title, infra.name);
const isCrd = (file: string): boolean => readFileSync(file, 'utf8').includes('kind: CustomResourceDefinition');
console.log(typeof readCrds, [crd, importable].every(isCrd));
console.log(typeof JSON.parse(readFileSync(dashboard, 'utf8')));
