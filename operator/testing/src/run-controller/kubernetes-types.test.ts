import { describe, expect, it } from 'vitest';

import { defineWebApp, invalidSpecs, webAppSpec } from '../../../runtime/fixtures/web-app.ts';
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

  it.each(invalidSpecs)('reject %s', async (_what, spec, path) => {
    await using run = await runController(controller);
    await expect(run.server.client.resource(WebApp).create(buildApp(spec))).rejects.toThrow(path);
  });
});
