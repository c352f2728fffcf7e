import { describe, expect, it } from 'vitest';

import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { someResource } from '../../../runtime/fixtures/some-object.ts';
import { buildDeployment, buildService } from './desired.ts';

function buildServer(spec: Partial<WebServer['spec']> = {}): WebServer {
  const { metadata } = someResource({ name: 'home' });
  return {
    apiVersion: 'my.domain/v1',
    kind: 'WebServer',
    metadata,
    spec: { image: 'nginx:1.27', replicas: 3, ...spec },
  };
}

describe('the Deployment', () => {
  it('has the name of the WebServer, its image and its replicas, and nothing else', () => {
    const labels = { app: 'webserver', webserver_cr: 'home' };
    expect(buildDeployment(buildServer())).toEqual({
      metadata: { name: 'home', labels },
      spec: {
        replicas: 3,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'webserver', image: 'nginx:1.27', command: null, args: null }] },
        },
      },
    });
  });

  it('has the resources and the security context of the spec', () => {
    const settings = { resources: { requests: { cpu: '10m' } }, securityContext: { runAsNonRoot: true } };
    expect(buildDeployment(buildServer(settings)).spec?.template?.spec?.containers).toEqual([
      { name: 'webserver', image: 'nginx:1.27', command: null, args: null, ...settings },
    ]);
  });
});

describe('the Service', () => {
  it('exposes port 80 of the Pods at a node port that the cluster chooses', () => {
    expect(buildService(buildServer())).toEqual({
      metadata: { name: 'home-service', labels: { app: 'webserver', webserver_cr: 'home' } },
      spec: {
        type: 'NodePort',
        selector: { app: 'webserver', webserver_cr: 'home' },
        ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      },
    });
  });

  it('has the node port of the spec', () => {
    expect(buildService(buildServer({ nodePort: 30080 })).spec?.ports).toEqual([
      { port: 80, protocol: 'TCP', targetPort: 80, nodePort: 30080 },
    ]);
  });

  it('has the node port of the argument, if given', () => {
    expect(buildService(buildServer(), 30080)).toEqual(buildService(buildServer({ nodePort: 30080 })));
  });
});

describe('both children', () => {
  it('depend only on the name and the spec, so that a changed status causes no write', () => {
    const plain = buildServer({ nodePort: 30080 });
    const busy: WebServer = {
      ...plain,
      metadata: { ...plain.metadata, resourceVersion: '99', annotations: { note: 'seen' }, labels: { team: 'web' } },
      status: { replicas: 3, readyReplicas: 3, nodePort: 30080, selector: 'a=b', conditions: [] },
    };
    expect(buildDeployment(busy)).toEqual(buildDeployment(plain));
    expect(buildService(busy)).toEqual(buildService(plain));
  });
});
