import { isRecord } from '../../../operator/runtime/src/base/index.ts';
import { buildPath } from '../../../operator/runtime/src/client/index.ts';
import { buildBundle } from '../../../operator/runtime/src/certificates/index.ts';
import { Gate } from '../../support/gate/gate.ts';
import { buildGate } from '../../support/gate/installed-gates.ts';
import type { Manifest } from '../../support/manifests.ts';
import { until } from '../../support/until.ts';
import { parseCertificates } from '../../../operator/runtime/src/manager/webhooks/certificate-secret.ts';
import { configurationKinds, configurationName, type InstalledGates } from './installed.ts';

/** A webhook configuration, which has one webhook. */
export interface Configuration extends Manifest {
  readonly webhooks: readonly { readonly clientConfig: { readonly caBundle?: string | undefined } }[];
}

export function filterConfigurations(manifests: readonly Manifest[]): readonly Configuration[] {
  return manifests.filter(({ kind }) => kind.endsWith('WebhookConfiguration')) as unknown as readonly Configuration[];
}

export function getCaBundle({ webhooks }: Pick<Configuration, 'webhooks'>): string | undefined {
  return webhooks[0]?.clientConfig.caBundle;
}

export function listCaBundles({ client }: InstalledGates): Promise<readonly (string | undefined)[]> {
  return Promise.all(
    configurationKinds.map(async (kind) =>
      getCaBundle((await client.resource(kind).get({ name: configurationName })) as Configuration),
    ),
  );
}

/** Waits until `caBundle` equals the authority in the Secret, and a write is answered. */
export async function untilTrusted(gates: InstalledGates): Promise<void> {
  await until('caBundle matches the Secret, and a Gate can be created', async () => {
    const certificates = parseCertificates(await gates.secret());
    if (certificates === undefined) return false;
    const right = Buffer.from(buildBundle(certificates)).toString('base64');
    const now = await listCaBundles(gates);
    return now.every((each) => each === right) && (await createInDryRun(gates)).status === 201;
  });
}

async function createInDryRun(
  { client, namespace }: Pick<InstalledGates, 'client' | 'namespace'>,
  name = 'tried',
): Promise<{ readonly status: number; readonly body: unknown }> {
  const body = buildGate(namespace, name);
  return client.transport.call({
    method: 'POST',
    path: buildPath(Gate, { namespace }),
    query: { dryRun: 'All' },
    body,
  });
}

/** Returns for each configuration the managers that own `caBundle`, and all fields that the operator owns. */
export function listCaBundleOwners({
  client,
}: InstalledGates): Promise<readonly { readonly owners: readonly string[]; readonly owned: readonly unknown[] }[]> {
  return Promise.all(
    configurationKinds.map(async (kind) => {
      const { metadata } = await client.resource(kind).get({ name: configurationName });
      const entries = metadata.managedFields ?? [];
      const owners = entries.filter(({ fieldsV1 }) => JSON.stringify(fieldsV1).includes('f:caBundle'));
      const ours = entries.filter(({ manager = '' }) => manager.startsWith('gates/'));
      return {
        owners: owners.map(({ manager = '' }) => manager),
        owned: ours.map(({ fieldsV1 }) => fieldsV1).filter(isRecord),
      };
    }),
  );
}
