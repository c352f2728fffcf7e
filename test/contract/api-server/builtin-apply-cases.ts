import assert from 'node:assert/strict';

import { unchecked } from '@kubewright/runtime/internal/client';
import { Deployment, Pod, Service } from '@kubewright/runtime/kinds';
import { buildConfigMap, type ContractCase, toKey, expectRejection } from './contract.ts';

const alice = { fieldManager: 'alice' };
const bob = { fieldManager: 'bob' };

interface Fields {
  readonly [step: string]: Fields;
}

/**
 * Contract cases of server-side apply for built-in kinds, whose lists merge by keys that the in-memory server has to
 * know.
 */
export const builtinApplyCases: readonly ContractCase[] = [
  {
    title: 'containers, their ports and variables merge by their keys',
    async run(server) {
      const pod = (container: object) => ({
        ...buildConfigMap(server, 'a'),
        kind: 'Pod',
        spec: { containers: [{ name: 'web', ...container }], nodeSelector: { nowhere: 'yes' } },
      });
      const pods = server.client.resource(Pod);
      await pods.apply(pod({ image: 'a:1', env: [{ name: 'X', value: '1' }], ports: [{ containerPort: 80 }] }), alice);
      const message = 'Apply failed with 1 conflict: conflict with "alice": .spec.containers[name="web"].image';
      await expectRejection(pods.apply(pod({ image: 'a:2' }), bob), { status: 409, message });
      const { managedFields } = (await pods.get(toKey(server, 'a'))).metadata;
      const { fieldsV1 } = managedFields?.find(({ manager }) => manager === 'alice') ?? {};
      const container = (fieldsV1 as Fields)['f:spec']?.['f:containers']?.['k:{"name":"web"}'] as Fields;
      assert.deepEqual(Object.keys(container['f:env'] ?? {}), ['k:{"name":"X"}']);
      assert.deepEqual(Object.keys(container['f:ports'] ?? {}), ['k:{"containerPort":80,"protocol":"TCP"}']);
    },
  },
  {
    title: 'a selector is atomic, ports merge by number and protocol, finalizers by value',
    async run(server) {
      const namespaced = buildConfigMap(server, 'a', {
        metadata: { finalizers: ['example.com/a'], labels: { a: 'b' } },
      });
      const sent = { ...namespaced, kind: 'Service', spec: { selector: { a: 'b' }, ports: [{ port: 80 }] } };
      const { object } = await server.client.resource(Service).apply(sent, alice);
      const { fieldsV1 } = object.metadata.managedFields?.find(({ manager }) => manager === 'alice') ?? {};
      assert.deepEqual(fieldsV1, {
        'f:metadata': { 'f:finalizers': { 'v:"example.com/a"': {} }, 'f:labels': { 'f:a': {} } },
        'f:spec': { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } }, 'f:selector': {} },
      });
      await server.client.resource(Service).mergePatch(toKey(server, 'a'), { metadata: { finalizers: null } });
    },
  },
  {
    title: 'null keeps a field unset: it is owned, it takes what another has set, and again changes nothing',
    async run(server) {
      const labels = { a: 'b' };
      const deployments = server.client.resource(unchecked(Deployment));
      const deployment = (container: object) => {
        const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'a:1', ...container }] } };
        const spec = { replicas: 0, selector: { matchLabels: labels }, template };
        return { ...buildConfigMap(server, 'a', { spec }), apiVersion: 'apps/v1', kind: 'Deployment' };
      };
      const force = { ...alice, force: true };
      const unset = deployment({ command: ['x'], args: null, securityContext: { runAsUser: null, runAsGroup: 1 } });
      const ownedBy = ({ metadata }: Deployment, name: string): Fields => {
        const { fieldsV1 = {} } = metadata.managedFields?.find(({ manager }) => manager === name) ?? {};
        const template = (fieldsV1 as Fields)['f:spec']?.['f:template']?.['f:spec'];
        return template?.['f:containers']?.['k:{"name":"web"}'] ?? {};
      };
      const { object: made } = await deployments.apply(unset, alice);
      assert.deepEqual(ownedBy(made, 'alice')['f:args'], {});
      assert.equal(made.spec.template.spec?.containers[0]?.args, undefined);

      const set = deployment({ args: ['y'], securityContext: { runAsUser: 0 } });
      const message = /conflicts with "alice":\n- .*\.args\n- .*\.securityContext\.runAsUser$/;
      await expectRejection(deployments.apply(set, bob), { status: 409, message });
      const { object: taken } = await deployments.apply(set, { ...bob, force: true });
      assert.deepEqual(taken.spec.template.spec?.containers[0]?.args, ['y']);
      assert.equal(ownedBy(taken, 'alice')['f:args'], undefined);

      const { object: back } = await deployments.apply(unset, force);
      const [container] = back.spec.template.spec?.containers ?? [];
      assert.equal(container?.args, undefined);
      assert.deepEqual(container?.securityContext, { runAsGroup: 1 });
      assert.equal(ownedBy(back, 'bob')['f:args'], undefined);
      const { object: again } = await deployments.apply(unset, force);
      // Compares the generation: the Deployment controller changes the resource version when it writes the status.
      assert.equal(again.metadata.generation, back.metadata.generation);
      assert.deepEqual(ownedBy(again, 'alice'), ownedBy(back, 'alice'));
    },
  },
  {
    title: 'lists with keys in a Deployment’s template are owned item by item, atomic fields as a whole',
    async run(server) {
      const labels = { a: 'b' };
      const template = {
        metadata: { labels },
        spec: {
          containers: [{ name: 'web', image: 'a:1', volumeMounts: [{ name: 'v', mountPath: '/v' }], args: ['x'] }],
          volumes: [{ name: 'v', emptyDir: {} }],
          tolerations: [{ operator: 'Exists' }],
          nodeSelector: { nowhere: 'yes' },
        },
      };
      const spec = { replicas: 0, selector: { matchLabels: labels }, template };
      const sent = { ...buildConfigMap(server, 'a', { spec }), apiVersion: 'apps/v1', kind: 'Deployment' };
      const { object } = await server.client.resource(Deployment).apply(sent, alice);
      const { fieldsV1 } = object.metadata.managedFields?.find(({ manager }) => manager === 'alice') ?? {};
      const container = {
        '.': {},
        'f:args': {},
        'f:image': {},
        'f:name': {},
        'f:volumeMounts': { 'k:{"mountPath":"/v"}': { '.': {}, 'f:mountPath': {}, 'f:name': {} } },
      };
      assert.deepEqual(fieldsV1, {
        'f:spec': {
          'f:replicas': {},
          'f:selector': {},
          'f:template': {
            'f:metadata': { 'f:labels': { 'f:a': {} } },
            'f:spec': {
              'f:containers': { 'k:{"name":"web"}': container },
              'f:nodeSelector': {},
              'f:tolerations': {},
              'f:volumes': { 'k:{"name":"v"}': { '.': {}, 'f:emptyDir': {}, 'f:name': {} } },
            },
          },
        },
      });
    },
  },
];
