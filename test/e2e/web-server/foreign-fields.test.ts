import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PatchOperation } from '@kubewright/declaration';

import { Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { keyIn } from '../../support/scope.ts';
import { ownEntry } from '../support/applied-fields.ts';
import { atOnce } from '../support/at-once.ts';
import { settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import {
  childrenOf,
  deploymentOf,
  fieldManager,
  createReady,
  onlyWebServer,
  serviceOf,
  simulatedImage,
} from './servers.ts';

const name = 'shared';
const add = (path: string, value: unknown): PatchOperation => ({ op: 'add', path, value });
const replace = (path: string, value: unknown): PatchOperation => ({ op: 'replace', path, value });

describe('a field that others add to a child', () => {
  const scope = useScope(onlyWebServer);

  beforeAll(async () => {
    await createReady(scope(), name);
  });

  afterEach(async () => {
    const { deployment, service } = await childrenOf(scope(), name);
    for (const child of [deployment, service]) ownEntry(child, fieldManager);
  });

  const editDeployment = (...operations: PatchOperation[]): Promise<Deployment> =>
    scope().client.resource(Deployment).jsonPatch(keyIn(scope(), name), operations);
  const editService = (...operations: PatchOperation[]): Promise<Service> =>
    scope()
      .client.resource(Service)
      .jsonPatch(keyIn(scope(), `${name}-service`), operations);

  it('stays: a sidecar, a variable, a volume, a port, a label, an annotation of the Deployment', async () => {
    const container = '/spec/template/spec/containers/0';
    const { metadata } = await editDeployment(
      add('/spec/template/spec/containers/-', { name: 'sidecar', image: 'example.com/proxy:2' }),
      add('/spec/template/spec/volumes', [{ name: 'scratch', emptyDir: {} }]),
      add(`${container}/volumeMounts`, [{ name: 'scratch', mountPath: '/scratch' }]),
      add(`${container}/env`, [{ name: 'COLOUR', value: 'blue' }]),
      add(`${container}/ports`, [{ name: 'status', containerPort: 8088 }]),
      add('/spec/template/metadata/annotations', { 'example.com/restarted': 'today' }),
      add('/metadata/labels/example.com~1team', 'web'),
      add('/metadata/annotations/example.com~1note', 'ours'),
      add('/spec/revisionHistoryLimit', 3),
    );
    await settled(scope());
    const now = await deploymentOf(scope(), name);
    expect(now?.spec).toMatchObject({
      revisionHistoryLimit: 3,
      template: {
        metadata: { annotations: { 'example.com/restarted': 'today' } },
        spec: {
          containers: [
            {
              name: 'webserver',
              image: simulatedImage,
              env: [{ name: 'COLOUR', value: 'blue' }],
              ports: [{ name: 'status', containerPort: 8088 }],
              volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }],
            },
            { name: 'sidecar', image: 'example.com/proxy:2' },
          ],
          volumes: [{ name: 'scratch' }],
        },
      },
    });
    expect(now?.metadata.labels).toMatchObject({ 'example.com/team': 'web' });
    expect(now?.metadata.annotations).toMatchObject({ 'example.com/note': 'ours' });
    expect(now?.metadata.generation).toBe(metadata.generation);
  });

  it('stays while a field of ours beside it is restored', async () => {
    await editDeployment(replace('/spec/template/spec/containers/0/image', 'example.com/other:1'));
    const { spec } = await atOnce('the image is back', async () => {
      const now = await deploymentOf(scope(), name);
      return now?.spec.template.spec?.containers[0]?.image === simulatedImage && now;
    });
    expect(spec.template.spec?.containers.map((container) => container.name)).toEqual(['webserver', 'sidecar']);
    expect(spec.template.spec?.containers[0]?.env).toEqual([{ name: 'COLOUR', value: 'blue' }]);
  });

  it('stays: a second port of the Service, and the name that our port then needs', async () => {
    const { metadata } = await editService(
      add('/spec/ports/0/name', 'http'),
      add('/spec/ports/-', { name: 'status', port: 8088, protocol: 'TCP', targetPort: 8088 }),
      add('/spec/sessionAffinity', 'ClientIP'),
      add('/metadata/annotations/example.com~1note', 'ours'),
    );
    await settled(scope());
    const now = await serviceOf(scope(), name);
    expect(now?.spec).toMatchObject({
      sessionAffinity: 'ClientIP',
      ports: [
        { name: 'http', port: 80, targetPort: 80 },
        { name: 'status', port: 8088, targetPort: 8088 },
      ],
    });
    expect(now?.metadata.resourceVersion).toBe(metadata.resourceVersion);
  });

  it.each([
    ['port', [replace('/spec/ports/0/port', 81)]],
    ['protocol', [replace('/spec/ports/0/protocol', 'UDP')]],
    ['port and protocol', [replace('/spec/ports/0/port', 82), replace('/spec/ports/0/protocol', 'UDP')]],
  ])('stays while our port is repaired after a change of its list keys: %s', async (_what, edits) => {
    const nodePort = (await serviceOf(scope(), name))?.spec.ports?.[0]?.nodePort;
    await editService(...edits);
    const now = await atOnce('our port is back', async () => {
      const service = await serviceOf(scope(), name);
      return service?.spec.ports?.some(({ port, protocol }) => port === 80 && protocol === 'TCP') === true && service;
    });
    await settled(scope());
    expect((await serviceOf(scope(), name))?.spec.ports).toMatchObject([
      { name: 'http', port: 80, protocol: 'TCP', targetPort: 80, nodePort },
      { name: 'status', port: 8088 },
    ]);
    expect(now.spec.ports).toHaveLength(2);
  });

  it('stays: the new name of our container, while ours is added again beside the renamed one', async () => {
    await editDeployment(replace('/spec/template/spec/containers/0/name', 'renamed'));
    const { spec } = await atOnce('our container is back', async () => {
      const now = await deploymentOf(scope(), name);
      return now?.spec.template.spec?.containers.some((container) => container.name === 'webserver') === true && now;
    });
    expect(spec.template.spec?.containers.map((container) => container.name).sort()).toEqual([
      'renamed',
      'sidecar',
      'webserver',
    ]);
  });

  it('is removed if it is part of a selector, which is atomic and ours', async () => {
    await editService(add('/spec/selector/example.com~1colour', 'blue'));
    await atOnce('the selector is ours again', async () => {
      const selector = (await serviceOf(scope(), name))?.spec.selector ?? {};
      return Object.keys(selector).sort().join() === 'app,webserver_cr';
    });
  });
});
