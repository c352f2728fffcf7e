import path from 'node:path';

import { buildDeclaration } from '@kubewright/generate';
import { parseDeclaration } from '@kubewright/infra';
import { runtimeSettingsData, toDeclaredSettings } from '@kubewright/runtime/internal/base';
import { mergeSettings } from '@kubewright/runtime/internal/manager';

import { formatApiVersion } from '../../../operator/runtime/src/base/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';
import { CustomResourceDefinition } from '../../../operator/runtime/src/kinds/index.ts';
import { type InstalledOperator, installOperator } from '../install-operator.ts';
import type { Manifest } from '../manifests.ts';
import { createSourceImage, type SourceInstallOptions } from '../source-operator.ts';
import { until } from '../until.ts';
import { Gate, gates } from './gate.ts';

const image = 'example.com/gates';

/** The image whose Pods run the operator of Gates from its source. */
export const gatesImage = createSourceImage(image, { main: path.join(import.meta.dirname, 'main.ts') });

const declared = parseDeclaration(
  buildDeclaration({
    ...gates,
    description: 'Gates.',
    settings: [...runtimeSettingsData, ...toDeclaredSettings(mergeSettings(gates))],
    ports: { metrics: 8080, health: 8081, webhooks: 9443 },
  }),
);
/** The declaration with the CRD itself in place of its file path. */
const declaration = { ...declared, apis: declared.apis.map((api) => ({ ...api, crd: Gate.crd })) };

/** Installs the operator of Gates and its CRD. */
export async function installGates(options: SourceInstallOptions): Promise<InstalledOperator> {
  await serveGates(options.client);
  return installOperator({ ...options, other: { declaration, image } });
}

export async function serveGates(client: Client): Promise<void> {
  await client.resource(CustomResourceDefinition).apply(Gate.crd, { fieldManager: 'test', force: true });
  await until('the API server serves Gates', async () => {
    await client.resource(Gate).list();
    return true;
  });
}

export interface GateManifest extends Manifest {
  readonly spec: Partial<Gate['spec']>;
}

export function buildGate(namespace: string, name: string, spec: Partial<Gate['spec']> = {}): GateManifest {
  return { apiVersion: formatApiVersion(Gate), kind: Gate.kind, metadata: { namespace, name }, spec };
}
