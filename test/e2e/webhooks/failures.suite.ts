import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { Deployment, Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { Gate } from '../../support/gate/gate.ts';
import { buildGate } from '../../support/gate/installed-gates.ts';
import { listSamples } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { fetchMetrics } from '../support/operator-process.ts';
import type { Printed } from '../support/run-kubectl.ts';
import { untilTrusted } from './configurations.ts';
import { configurationKinds, configurationName, type InstalledGates } from './installed.ts';

/** Tests the output of kubectl when a webhook rejects, fails, or does not answer within three seconds. */
export function testFailures(gates: () => InstalledGates): void {
  const create = (name: string, spec: Partial<Gate['spec']> = {}, flags: readonly string[] = []): Promise<Printed> =>
    gates().kubectl(['create', ...flags, '-f', '-'], buildGate(gates().namespace, name, spec));
  const inNamespace = (...args: readonly string[]): Promise<Printed> =>
    gates().kubectl(['--namespace', gates().namespace, ...args]);
  const stored = (name: string): Promise<Gate | undefined> =>
    gates().client.resource(Gate).tryGet({ namespace: gates().namespace, name });

  async function setFailurePolicy(failurePolicy: 'Fail' | 'Ignore'): Promise<void> {
    for (const kind of configurationKinds) {
      const step = { op: 'replace', path: '/webhooks/0/failurePolicy', value: failurePolicy } as const;
      await gates().client.resource(kind).jsonPatch({ name: configurationName }, [step]);
    }
  }

  async function scale(replicas: number): Promise<void> {
    const { client, operator } = gates();
    const key = { namespace: operator.namespace, name: 'gates' };
    await client.resource(Deployment).mergePatch(key, { spec: { replicas } });
    await until(`${String(replicas)} replicas run`, async () => (await operator.pods()).length === replicas);
  }

  /** Returns the number of requests that a metric has counted, over all replicas. */
  async function countRequests(metric: string, label?: string): Promise<number> {
    const texts = await Promise.all((await gates().operator.pods()).map(fetchMetrics));
    return texts.flatMap((text) => listSamples(text, metric, label)).reduce((sum, each) => sum + each, 0);
  }

  /** Replaces the id of the review in a message, which is different each time. */
  const withoutReview = (text: string): string => text.replace(/see review [-0-9a-f]{36}/, 'see review …');

  const logs = async (): Promise<string> => {
    const { operator, own } = gates();
    const pods = await operator.pods();
    const texts = pods.map(({ metadata }) => own.cluster.node.log(operator.namespace, metadata.name, 'operator'));
    return (await Promise.all(texts)).join('\n');
  };

  beforeAll(async () => {
    await untilTrusted(gates());
  });

  it('mutates an object before it is stored', async () => {
    expect(await create('completed')).toEqual({
      ok: true,
      stdout: 'gate.gates.example.com/completed created',
      stderr: '',
    });
    expect((await stored('completed'))?.metadata.labels).toEqual({ 'gates.example.com/seen': 'yes' });
  });

  it('a rejection names the field and a valid value', async () => {
    expect(await create('refused', { answer: 'refuse' })).toEqual({
      ok: false,
      stdout: '',
      stderr: 'The Gate "refused" is invalid: spec.answer: Invalid value: "refuse": must be another one',
    });
  });

  it('a handler that throws is an internal error; it is counted, and the log lacks the content of the object', async () => {
    const before = await countRequests('controller_runtime_webhook_panics_total');
    const { ok, stderr } = await create('thrown', { answer: 'throw', secret: 'hidden-in-the-object' });
    expect(ok).toBe(false);
    expect(withoutReview(stderr)).toBe(
      'Error from server (InternalError): error when creating "STDIN": Internal error occurred: failed calling webhook ' +
        '"validate.gate.gates": failed to call webhook: an error on the server ("the webhook gate failed; see review … ' +
        'in the log of the operator") has prevented the request from succeeding',
    );
    expect(await stored('thrown')).toBeUndefined();
    expect(await countRequests('controller_runtime_webhook_panics_total')).toBe(before + 1);
    await expect.poll(logs).toContain('the gate is stuck');
    expect(await logs()).not.toContain('hidden-in-the-object');
  });

  it('a webhook times out before timeoutSeconds, and kubectl and the log report it', async () => {
    const { ok, stderr } = await create('slow', { answer: 'wait', secret: 'hidden-in-the-object' });
    expect(ok).toBe(false);
    expect(withoutReview(stderr)).toBe(
      'Error from server (InternalError): error when creating "STDIN": Internal error occurred: failed calling webhook ' +
        '"validate.gate.gates": failed to call webhook: an error on the server ("the webhook gate took longer than 2700 ' +
        'ms; see review … in the log of the operator") has prevented the request from succeeding',
    );
    await expect.poll(logs).toContain('a webhook timed out');
    expect(await logs()).not.toContain('hidden-in-the-object');
  });

  describe('while no replica runs', () => {
    beforeAll(async () => {
      await create('leaving');
      await until('the operator has set its finalizer', async () => {
        const { metadata } = (await stored('leaving'))!;
        return metadata.finalizers?.includes('gates.example.com/finalizer');
      });
      await scale(0);
    });

    afterEach(() => setFailurePolicy('Fail'));

    it('nothing is stored with the policy Fail, and kubectl says why', async () => {
      const result = await until('the Service has no endpoint', async () => {
        const printed = await create('down');
        return printed.stderr.includes('has no ready Pod') && printed;
      });
      const why =
        'Internal error occurred: failed calling webhook "mutate.gate.gates": failed to call webhook: Post ' +
        '"https://gates-webhooks.gates-system.svc:443/mutate/gate?timeout=3s": ';
      expect(result.stderr).toContain(`Error from server (InternalError): error when creating "STDIN": ${why}`);
      expect(await stored('down')).toBeUndefined();
      const { stderr } = await inNamespace('label', 'gate', 'completed', 'a=b');
      expect(stderr).toContain(`Error from server (InternalError): ${why}`);
    });

    it('everything is stored unchecked with the policy Ignore', async () => {
      await setFailurePolicy('Ignore');
      const result = await until('the policy is in force', async () => {
        const printed = await create('unchecked', { answer: 'refuse' });
        return printed.ok && printed;
      });
      expect(result.stderr).toBe('');
      expect((await stored('unchecked'))?.metadata.labels).toBeUndefined();
    });

    it('a terminating object loses its finalizer', async () => {
      expect((await inNamespace('delete', 'gate', 'leaving', '--wait=false')).ok).toBe(true);
      const patch = '{"metadata":{"finalizers":null}}';
      expect((await inNamespace('patch', 'gate', 'leaving', '--type=merge', '-p', patch)).stderr).toBe('');
      expect(await stored('leaving')).toBeUndefined();
    });

    it('objects in kube-system and in the operator’s namespace are not sent to the webhook', async () => {
      for (const namespace of ['kube-system', gates().operator.namespace]) {
        const manifest = buildGate(namespace, 'unasked', { answer: 'refuse' });
        expect((await gates().kubectl(['create', '-f', '-'], manifest)).stderr).toBe('');
        expect((await gates().kubectl(['delete', 'gate', 'unasked', '-n', namespace, '--wait=false'])).stderr).toBe('');
      }
    });

    it('a namespace with custom resources can be deleted', async () => {
      const { client, kubectl } = gates();
      await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'doomed' } });
      await setFailurePolicy('Ignore');
      await until(
        'a Gate is created in the namespace',
        async () => (await kubectl(['create', '-f', '-'], buildGate('doomed', 'one'))).ok,
      );
      await setFailurePolicy('Fail');
      expect((await kubectl(['delete', 'namespace', 'doomed', '--timeout=60s'])).stderr).toBe('');
    });

    it('the operator starts and reconciles though its webhook is unreachable', async () => {
      const { client, operator } = gates();
      // Creates a Gate while no replica runs, then starts replicas that the Service of the webhook does not select.
      await client
        .resource(Deployment)
        .mergePatch({ namespace: operator.namespace, name: 'gates' }, { spec: { replicas: 0 } });
      await setFailurePolicy('Ignore');
      await until('a Gate is created', async () => (await create('early', { turn: 7 })).ok);
      await setFailurePolicy('Fail');
      const service = { spec: { selector: { matches: 'nothing' } } };
      await gates().kubectl([
        'patch',
        'service',
        'gates-webhooks',
        '-n',
        operator.namespace,
        '-p',
        JSON.stringify(service),
      ]);
      await scale(2);
      await until('the Gate is reconciled and has its finalizer', async () => {
        const now = await stored('early');
        return now?.status?.turn === 7 && now.metadata.finalizers?.length === 1;
      });
      expect((await create('late')).ok).toBe(false);
    });
  });

  it('everything recovers once replicas run', async () => {
    const { operator } = gates();
    const service = operator.manifests.find(
      ({ kind, metadata }) => kind === 'Service' && metadata.name === 'gates-webhooks',
    );
    await gates().kubectl(['replace', '-f', '-'], service);
    await untilTrusted(gates());
    expect((await create('after')).ok).toBe(true);
  });
}
