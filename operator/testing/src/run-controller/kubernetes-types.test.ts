import { describe, expect, it } from 'vitest';

import { defineWebApp, webAppSpec } from '../../../runtime/fixtures/web-app.ts';
import { formatApiVersion } from '../../../runtime/src/base/index.ts';
import { Deployment } from '@kubewright/runtime/kinds';
import { runController } from './run-controller.ts';

const { WebApp, controller } = defineWebApp('example.com');
const buildApp = (spec: unknown): never =>
  ({
    apiVersion: formatApiVersion(WebApp),
    kind: 'WebApp',
    metadata: { name: 'home', namespace: 'default' },
    spec,
  }) as never;

describe("Kubernetes' own types in a schema", () => {
  it('give a child its Pods, with the defaults that the list keys need', async () => {
    await using run = await runController(controller);
    await run.server.client.resource(WebApp).create(buildApp(webAppSpec));
    await run.awaitIdle();
    expect(run.server.objects(WebApp)[0]?.spec.timeout).toBe('1h30m');
    const [pod] = run.server.objects(Deployment).map(({ spec }) => spec.template);
    expect(pod?.metadata).toEqual({ annotations: { team: 'web' }, labels: { app: 'home' } });
    expect(pod?.spec?.containers[0]).toMatchObject({
      ports: [
        { containerPort: 53, protocol: 'TCP' },
        { containerPort: 53, protocol: 'UDP' },
      ],
      env: webAppSpec.env,
      resources: webAppSpec.resources,
    });
    expect(pod?.spec?.tolerations).toEqual(webAppSpec.tolerations);
  });

  it.each<[string, object, string]>([
    [
      'a container without a name',
      { template: { spec: { containers: [{ image: 'a' }] } } },
      'spec.template.spec.containers[0].name',
    ],
    [
      'an unknown value',
      { template: { spec: { containers: [], restartPolicy: 'Sometimes' } } },
      'spec.template.spec.restartPolicy',
    ],
    ['a quantity that is none', { template: {}, resources: { limits: { cpu: 'much' } } }, 'spec.resources.limits.cpu'],
    ['a variable twice', { template: {}, env: [{ name: 'A' }, { name: 'A' }] }, 'spec.env[1]'],
    ['a duration that is none', { template: {}, timeout: '1 hour' }, 'spec.timeout'],
  ])('reject %s', async (_what, spec, path) => {
    await using run = await runController(controller);
    await expect(run.server.client.resource(WebApp).create(buildApp(spec))).rejects.toThrow(path);
  });
});
