import { describe, expect, it } from 'vitest';

import { unchecked } from '../../../operator/runtime/src/client/index.ts';
import { Memcached } from '../../../operator/src/kubewright.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { useKubectl } from '../support/kubectl.ts';
import { refusal } from '../support/refusal.ts';
import { settled } from '../support/settled.ts';
import { eventsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import {
  change,
  childrenOf,
  createReady,
  memcached,
  onlyMemcached,
  podNamesOf,
  ready,
  readyWithNodes,
  stored,
} from './caches.ts';
import { samples } from './originals.ts';

const longest = 'a'.repeat(63);

describe('the API server', () => {
  const scope = useScope(onlyMemcached);
  const kubectl = useKubectl();
  const inScope = (...args: string[]): Promise<string> => kubectl(['--namespace', scope().namespace, ...args]);

  it.each([
    // The message of a single problem begins like this; that of several problems begins with a bracket.
    ['with size -1', { size: -1 }, ' is invalid: .spec.size: Invalid value: -1: should be a non-negative integer'],
    [
      'with more Pods than a Deployment can have',
      { size: 2 ** 31 },
      ' is invalid: .spec.size: Invalid value: 2147483648: should be less than or equal to 2147483647',
    ],
    ['with a fraction as its size', { size: 1.5 }, 'spec.size in body must be of type int'],
    ['with a port that only root may use', { containerPort: 1023 }, 'should be greater than or equal to 1024'],
    ['with a port above 65535', { containerPort: 65536 }, 'should be less than or equal to 65535'],
  ])('BUG-MC-6 refuses a Memcached %s, and says what is allowed', async (_what, spec, words) => {
    const { client, namespace } = scope();
    const attempt = client.resource(unchecked(Memcached)).create(memcached(namespace, 'refused', spec));
    expect(await refusal(attempt)).toContain(words);
  });

  it.each([
    ['of 64 characters', 'a'.repeat(64), 'metadata.name must be at most 63 characters: the Service has the same name'],
    ['with a dot', 'mem.cached', 'metadata.name must begin with a letter and hold only lower-case letters'],
    ['with a leading digit', '1cache', 'metadata.name must begin with a letter and hold only lower-case letters'],
  ])('refuses a Memcached with a name %s, and says what is allowed', async (_what, name, words) => {
    const { client, namespace } = scope();
    expect(await refusal(client.resource(unchecked(Memcached)).create(memcached(namespace, name)))).toContain(words);
  });

  it('refuses a Memcached without a spec, and an update that removes the spec', async () => {
    const { client, namespace } = scope();
    const { spec: _spec, ...bare } = memcached(namespace, 'bare') as ReturnType<typeof memcached> & { spec: unknown };
    expect(await refusal(client.resource(unchecked(Memcached)).create(bare))).toContain('spec is required');
    await createReady(scope(), 'kept', { size: 0 });
    expect(await refusal(change(scope(), 'kept', { spec: null }))).toContain('spec is required');
  });

  it('BUG-MC-6 defaults an empty spec to size 3 and port 11211', async () => {
    const { spec, status } = await createReady(scope(), 'default', {});
    expect(spec).toEqual({ size: 3, containerPort: 11211 });
    expect(status?.readyReplicas).toBe(3);
  });

  it('accepts a name of 63 characters, and its children work', async () => {
    await createReady(scope(), longest, { size: 1 });
    const { service } = await childrenOf(scope(), longest);
    expect(service.metadata.name).toHaveLength(63);
    await readyWithNodes(scope(), longest, 1);
    await scope().client.resource(Memcached).delete(keyIn(scope(), longest), { propagation: 'Background' });
  });

  it.each(samples)(
    'accepts the unchanged manifest of the original’s generation $generation: $what',
    async ({ manifest, size, port }) => {
      const { name } = manifest.metadata;
      const input = JSON.stringify(manifest);
      await kubectl(['--namespace', scope().namespace, 'apply', '--validate=strict', '-f', '-'], { input });
      const { spec } = await readyWithNodes(scope(), name, size);
      expect(spec).toEqual({ size, containerPort: port });
      await inScope('delete', 'memcached', name, '--wait=true');
      await until('the Pods are deleted', async () => (await podNamesOf(scope(), name)).length === 0);
    },
  );

  describe('with kubectl', () => {
    it('applies a manifest again without a change, and waits until it is Ready', async () => {
      const manifest = memcached(scope().namespace, 'blue', { size: 2 });
      const apply = (): Promise<string> => kubectl(['apply', '-f', '-'], { input: JSON.stringify(manifest) });
      expect(await apply()).toContain('created');
      expect(await inScope('wait', '--for=condition=Ready', '--timeout=30s', 'memcached/blue')).toContain('met');
      expect(await apply()).toContain('unchanged');
    });

    it('lists the printer columns, and more of them with -o wide', async () => {
      await ready(scope(), 'blue');
      const rows = async (...args: string[]): Promise<string[][]> =>
        (await inScope('get', 'memcached', 'blue', ...args))
          .trim()
          .split('\n')
          .map((line) => line.split(/\s+/));
      const [head = [], row = []] = await rows();
      expect(head).toEqual(['NAME', 'READY', 'SIZE', 'AVAILABLE', 'AGE']);
      expect(row.slice(0, -1)).toEqual(['blue', 'True', '2', '2']);
      const [wideHead = [], wide = []] = await rows('-o', 'wide');
      expect(wideHead).toEqual(['NAME', 'READY', 'REASON', 'DEGRADED', 'SIZE', 'AVAILABLE', 'PORT', 'AGE']);
      expect(wide.slice(0, -1)).toEqual(['blue', 'True', 'Ready', 'False', '2', '2', '11211']);
    });

    it('explains every field', async () => {
      for (const field of ['spec.size', 'spec.containerPort', 'status.nodes', 'status.selector']) {
        expect(await inScope('explain', `memcached.${field}`)).toMatch(/DESCRIPTION:\n +\S+ \S+/);
      }
    });

    it('describes a Memcached with one event for each child that was created', async () => {
      await settled(scope());
      const described = await inScope('describe', 'memcached', 'blue');
      expect(described.match(/Normal +Created .*Created Deployment \S+\/blue$/gm)).toHaveLength(1);
      expect(described.match(/Normal +Created .*Created Service \S+\/blue$/gm)).toHaveLength(1);
      const events = await eventsAbout(scope(), await stored(scope(), 'blue'));
      expect(events.map(({ reportingController }) => reportingController)).toEqual([
        'kubewright/memcached',
        'kubewright/memcached',
      ]);
    });
  });
});
