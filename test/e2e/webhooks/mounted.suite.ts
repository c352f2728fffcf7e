import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PatchOperation } from '@kubewright/declaration';

import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Authority, createAuthority } from '../../../operator/runtime/src/certificates/authority.ts';
import { Namespace, Secret } from '../../../operator/runtime/src/kinds/index.ts';
import { buildGate } from '../../support/gate/installed-gates.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { listCaBundles } from './configurations.ts';
import { configurationKinds, configurationName, installedGates, type InstalledGates } from './installed.ts';

const namespace = 'mounted';
const system = 'mounted-system';
const path = '/webhooks/0/clientConfig/caBundle';
const secret = { namespace: system, name: 'written-by-others' };

/** Tests what users see while a mounted certificate is invalid. */
export function testMounted(own: () => TestCluster): void {
  let gates: InstalledGates;
  let authority: Authority;

  /** Writes a certificate for the webhooks that expires at this time, and waits until it is served. */
  async function write(notAfterMs: number): Promise<void> {
    const hosts = [{ type: 'dns', value: `gates-webhooks.${system}.svc` }] as const;
    const { certificate, key } = await authority.issue({ commonName: 'gates', usages: ['server'], hosts, notAfterMs });
    const data = { 'tls.crt': encodeBase64(certificate), 'tls.key': encodeBase64(key) };
    await own()
      .client.resource(Secret)
      .apply({ metadata: secret, type: 'kubernetes.io/tls', data }, { fieldManager: 'others', force: true });
  }

  async function setCaBundle(step: PatchOperation): Promise<void> {
    for (const kind of configurationKinds) {
      await own().client.resource(kind).jsonPatch({ name: configurationName }, [step]);
    }
  }

  /**
   * Waits until kubectl prints `words` when it creates a Gate; returns the output.
   * @param words '' to wait until the Gate is created without a message
   */
  async function awaitOutput(words: string): Promise<string> {
    const printed = await until(`kubectl says: ${words}`, async () => {
      const now = await gates.kubectl(['create', '--dry-run=server', '-f', '-'], buildGate(namespace, 'one'));
      if (!now.stderr.includes(words)) throw new Error(now.stderr);
      return now.ok === (words === '') && now;
    });
    return printed.stderr;
  }

  beforeAll(async () => {
    authority = await createAuthority('others', { clock: systemClock, validDays: 1 });
    await own()
      .client.resource(Namespace)
      .create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: system } });
    await write(Date.now() - 60_000);
    gates = await installedGates(own(), { namespace, replicas: 1, webhooks: { certificate: { secret: secret.name } } });
  });

  afterAll(async () => {
    await gates.operator[Symbol.asyncDispose]();
  });

  const failed =
    'Error from server (InternalError): error when creating "STDIN": Internal error occurred: failed calling webhook ' +
    '"mutate.gate.gates": failed to call webhook: Post ' +
    `"https://gates-webhooks.${system}.svc:443/mutate/gate?timeout=10s": `;

  it('has expired: kubectl reports since when', async () => {
    await setCaBundle({ op: 'add', path, value: encodeBase64(authority.certificate) });
    const words = await awaitOutput('expired');
    expect(words.slice(0, failed.length)).toBe(failed);
    expect(words.slice(failed.length)).toMatch(
      /^tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time \S+ is after \S+$/,
    );
  });

  it('is served without a restart once it is replaced', async () => {
    await write(Date.now() + 3_600_000);
    expect(await awaitOutput('')).toBe('');
    const [pod] = await gates.operator.pods();
    expect(pod?.status?.containerStatuses?.[0]?.restartCount).toBe(0);
  });

  it('cannot be trusted without caBundle, which the operator then leaves to others', async () => {
    await setCaBundle({ op: 'remove', path });
    expect(await awaitOutput('unknown authority')).toBe(
      `${failed}tls: failed to verify certificate: x509: certificate signed by unknown authority`,
    );
    expect(await listCaBundles(gates)).toEqual([undefined, undefined]);
    expect((await gates.audit.events(system)).filter(({ objectRef }) => objectRef?.resource === 'secrets')).toEqual([]);
  });
}

function encodeBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}
