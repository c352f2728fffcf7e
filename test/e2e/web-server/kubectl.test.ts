import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { WebServer } from '../../../operator/src/kubewright.ts';
import type { CustomResourceDefinition, JSONSchemaProps } from '../../../operator/runtime/src/kinds/index.ts';
import { Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { ready, withCondition } from '../../support/web-server.ts';
import { useKubectl } from '../support/kubectl.ts';
import { settled } from '../support/settled.ts';
import { eventsAbout, warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import { deploymentOf, createReady, onlyWebServer, serviceOf, simulatedImage } from './servers.ts';

const crdFile = path.join(import.meta.dirname, '../../../operator/crds/my.domain_webservers.yaml');

/** The fields of `spec` or `status`, with their descriptions. */
function fieldsOf(part: 'spec' | 'status'): readonly (readonly [string, string])[] {
  const crd = parse(readFileSync(crdFile, 'utf8')) as CustomResourceDefinition;
  const schema = crd.spec.versions[0]?.schema?.openAPIV3Schema?.properties?.[part] as JSONSchemaProps;
  return Object.entries(schema.properties ?? {}).map(([name, { description }]) => [name, description ?? '']);
}

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('kubectl', () => {
  const scope = useScope(onlyWebServer);
  const kubectl = useKubectl();
  const inScope = (...args: string[]): Promise<string> => kubectl(['--namespace', scope().namespace, ...args]);

  it('applies a manifest, waits until the WebServer is Ready, and applies it again without a change', async () => {
    const manifest = {
      apiVersion: 'my.domain/v1',
      kind: 'WebServer',
      metadata: { name: 'blue' },
      spec: { image: simulatedImage },
    };
    const apply = (): Promise<string> =>
      kubectl(['--namespace', scope().namespace, 'apply', '-f', '-'], { input: JSON.stringify(manifest) });
    expect(await apply()).toContain('created');
    expect(await inScope('wait', '--for=condition=Ready', '--timeout=30s', 'webserver/blue')).toContain(
      'condition met',
    );
    expect(await apply()).toContain('unchanged');
  });

  it('lists the printer columns, and more of them with -o wide', async () => {
    const { status } = await ready(scope().client, keyIn(scope(), 'blue'));
    const [head = '', row = ''] = (await inScope('get', 'webservers', '-o', 'wide')).trim().split('\n');
    expect(head.split(/\s+/)).toEqual([
      'NAME',
      'READY',
      'REASON',
      'REPLICAS',
      'AVAILABLE',
      'PORT',
      'REQUESTED',
      'IMAGE',
      'AGE',
    ]);
    expect(row.split(/\s+/).slice(0, -1)).toEqual([
      ...['blue', 'True', 'Ready', '1', '1', String(status?.nodePort), simulatedImage],
    ]);
    expect((await inScope('get', 'webserver', 'blue')).split('\n')[0]).not.toContain('REASON');
  });

  it('WS-A2 scales a WebServer', async () => {
    await inScope('scale', 'webserver', 'blue', '--replicas=2');
    const { status } = await ready(scope().client, keyIn(scope(), 'blue'));
    expect(status?.readyReplicas).toBe(2);
  });

  it.each(['spec', 'status'] as const)('explains every field of %s', async (part) => {
    const explained = words(await kubectl(['explain', `webserver.${part}`]));
    const fields = fieldsOf(part);
    expect(fields.length).toBeGreaterThan(3);
    for (const [name, description] of fields) {
      expect(description).not.toBe('');
      expect(explained).toMatch(new RegExp(String.raw`\b${name} <`));
      expect(explained).toContain(words(description));
    }
  });

  it('describes a WebServer with one event for each child that was created', async () => {
    await settled(scope());
    const described = await inScope('describe', 'webserver', 'blue');
    expect(described.match(/Normal +Created .*Created Deployment \S+\/blue$/gm)).toHaveLength(1);
    expect(described.match(/Normal +Created .*Created Service \S+\/blue-service$/gm)).toHaveLength(1);
  });

  describe('shows events, which', () => {
    it('name the action, the operator Pod, the WebServer and the child', async () => {
      const server = await ready(scope().client, keyIn(scope(), 'blue'));
      const [leader, deployment] = [await scope().operator.leader(), await deploymentOf(scope(), 'blue')];
      const [first] = await eventsAbout(scope(), server);
      expect(first).toMatchObject({
        ...{
          type: 'Normal',
          reason: 'Created',
          action: 'Create',
          note: `Created Deployment ${scope().namespace}/blue`,
        },
        ...{ reportingController: 'kubewright/web-server', reportingInstance: leader.metadata.name },
        regarding: { kind: 'WebServer', name: 'blue', uid: server.metadata.uid },
        related: { kind: 'Deployment', name: 'blue', uid: deployment?.metadata.uid },
      });
    });

    it('are about a child that is created again, and not about a repaired one', async () => {
      const server = await ready(scope().client, keyIn(scope(), 'blue'));
      await scope()
        .client.resource(Deployment)
        .mergePatch(keyIn(scope(), 'blue'), { spec: { replicas: 5 } });
      await scope().client.resource(Service).delete(keyIn(scope(), 'blue-service'), { propagation: 'Background' });
      await until('the Service is back', async () => (await serviceOf(scope(), 'blue')) !== undefined);
      await settled(scope());
      const notes = (await eventsAbout(scope(), server)).map(({ note }) => note);
      const { namespace } = scope();
      const [deployment, service] = [
        `Created Deployment ${namespace}/blue`,
        `Created Service ${namespace}/blue-service`,
      ];
      expect(notes).toEqual([deployment, service, service]);
    });

    it('warn once of each different refusal', async () => {
      await createReady(scope(), 'early', { replicas: 0, nodePort: nodePorts.kubectl });
      await scope()
        .client.resource(WebServer)
        .mergePatch(keyIn(scope(), 'blue'), { spec: { nodePort: nodePorts.kubectl } });
      const taken = { type: 'Ready', status: 'False', reason: 'NodePortTaken' };
      const server = await withCondition(scope().client, keyIn(scope(), 'blue'), taken);
      await scope()
        .client.resource(Service)
        .jsonPatch(keyIn(scope(), 'blue-service'), [{ op: 'remove', path: '/metadata/ownerReferences' }]);
      await withCondition(scope().client, keyIn(scope(), 'blue'), { ...taken, reason: 'NameConflict' });
      await settled(scope());
      expect(await warningsAbout(scope(), server)).toEqual(['NodePortTaken ×1', 'NameConflict ×1']);
      expect(await inScope('describe', 'webserver', 'blue')).toMatch(/Warning +NodePortTaken .*already allocated/);
    });
  });
});
