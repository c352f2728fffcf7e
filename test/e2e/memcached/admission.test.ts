import { describe, expect, it } from 'vitest';

import { unchecked } from '../../../operator/runtime/src/client/index.ts';
import { Memcached } from '../../../operator/src/kubewright.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { useKubectl } from '../support/kubectl.ts';
import { getRejectionMessage } from '../support/rejection.ts';
import { useScope } from '../support/use-scope.ts';
import {
  change,
  getChildren,
  createReady,
  buildMemcached,
  onlyMemcached,
  listPodNames,
  awaitReadyWithNodes,
} from './caches.ts';
import { samples } from './upstream-samples.ts';

const longest = 'a'.repeat(63);

describe('the API server', () => {
  const scope = useScope(onlyMemcached);
  const kubectl = useKubectl();
  const inScope = (...args: string[]): Promise<string> => kubectl(['--namespace', scope().namespace, ...args]);

  it.each([
    // Messages of a single problem start like this; those of several problems start with a bracket.
    ['with size -1', { size: -1 }, ' is invalid: .spec.size: Invalid value: -1: should be a non-negative integer'],
    [
      'with more Pods than a Deployment can have',
      { size: 2 ** 31 },
      ' is invalid: .spec.size: Invalid value: 2147483648: should be less than or equal to 2147483647',
    ],
    ['with a fraction as its size', { size: 1.5 }, 'spec.size in body must be of type int'],
    ['with a port that only root may use', { containerPort: 1023 }, 'should be greater than or equal to 1024'],
    ['with a port above 65535', { containerPort: 65536 }, 'should be less than or equal to 65535'],
  ])('BUG-MC-6 rejects a Memcached %s, and explains what is allowed', async (_what, spec, words) => {
    const { client, namespace } = scope();
    const attempt = client.resource(unchecked(Memcached)).create(buildMemcached(namespace, 'refused', spec));
    expect(await getRejectionMessage(attempt)).toContain(words);
  });

  it.each([
    [
      'of 64 characters',
      'a'.repeat(64),
      'metadata.name must be at most 63 characters: it is also the name of the Service',
    ],
    ['with a dot', 'mem.cached', 'metadata.name must contain only lowercase letters'],
    ['with a leading digit', '1cache', 'metadata.name must contain only lowercase letters'],
  ])('rejects a Memcached with a name %s, and explains what is allowed', async (_what, name, words) => {
    const { client, namespace } = scope();
    expect(
      await getRejectionMessage(client.resource(unchecked(Memcached)).create(buildMemcached(namespace, name))),
    ).toContain(words);
  });

  it('rejects a Memcached without a spec, and an update that removes the spec', async () => {
    const { client, namespace } = scope();
    const { spec: _spec, ...bare } = buildMemcached(namespace, 'bare') as ReturnType<typeof buildMemcached> & {
      spec: unknown;
    };
    expect(await getRejectionMessage(client.resource(unchecked(Memcached)).create(bare))).toContain('spec is required');
    await createReady(scope(), 'kept', { size: 0 });
    expect(await getRejectionMessage(change(scope(), 'kept', { spec: null }))).toContain('spec is required');
  });

  it('BUG-MC-6 defaults an empty spec to size 3 and port 11211', async () => {
    const { spec, status } = await createReady(scope(), 'default', {});
    expect(spec).toEqual({ size: 3, containerPort: 11211 });
    expect(status?.readyReplicas).toBe(3);
  });

  it('accepts a name of 63 characters, and its children work', async () => {
    await createReady(scope(), longest, { size: 1 });
    const { service } = await getChildren(scope(), longest);
    expect(service.metadata.name).toHaveLength(63);
    await awaitReadyWithNodes(scope(), longest, 1);
    await scope().client.resource(Memcached).delete(toKey(scope(), longest), { propagation: 'Background' });
  });

  it.each(samples)(
    'accepts the unchanged upstream manifest of generation $generation: $what',
    async ({ manifest, size, port }) => {
      const { name } = manifest.metadata;
      const input = JSON.stringify(manifest);
      await kubectl(['--namespace', scope().namespace, 'apply', '--validate=strict', '-f', '-'], { input });
      const { spec } = await awaitReadyWithNodes(scope(), name, size);
      expect(spec).toEqual({ size, containerPort: port });
      await inScope('delete', 'memcached', name, '--wait=true');
      await until('the Pods are deleted', async () => (await listPodNames(scope(), name)).length === 0);
    },
  );
});
