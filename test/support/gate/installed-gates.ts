import path from 'node:path';

import { buildDeclaration } from '@kubewright/generate';
import { parseDeclaration } from '@kubewright/infra';
import { runtimeSettingsData, toDeclaredSettings } from '@kubewright/runtime/internal/base';
import { mergeSettings } from '@kubewright/runtime/internal/manager';

import { formatApiVersion } from '../../../operator/runtime/src/base/index.ts';
import { type InstalledOperator, installOperator } from '../install-operator.ts';
import { applyCrds, type Manifest } from '../manifests.ts';
import { createSourceImage, type SourceInstallOptions } from '../source-operator.ts';
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
  await applyCrds(options.client, [Gate.crd]);
  return installOperator({ ...options, other: { declaration, image } });
}

export interface GateManifest extends Manifest {
  readonly spec: Partial<Gate['spec']>;
}

export function buildGate(namespace: string, name: string, spec: Partial<Gate['spec']> = {}): GateManifest {
  return { apiVersion: formatApiVersion(Gate), kind: Gate.kind, metadata: { namespace, name }, spec };
}
