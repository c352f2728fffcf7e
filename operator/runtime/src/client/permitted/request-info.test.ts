import { describe, expect, it } from 'vitest';

import type { ApiRequest } from '../transport.ts';
import { parseRequestInfo } from './request-info.ts';

const parse = (text: string, query?: ApiRequest['query']): string | undefined => {
  const [method, path] = text.split(' ') as [ApiRequest['method'], string];
  const info = parseRequestInfo({ method, path, ...(query && { query }) });
  return info && [info.verb, info.group, info.resource, info.namespace ?? '-', info.name ?? '-'].join(' ');
};

// The same cases as in the API server's own test of RequestInfo.
describe('what RBAC authorizes', () => {
  it.each<[request: string, info: string, query?: ApiRequest['query']]>([
    ['GET /api/v1/namespaces/a/pods/x', 'get  pods a x'],
    ['GET /api/v1/namespaces/a/pods', 'list  pods a -'],
    ['GET /api/v1/pods', 'list  pods - -'],
    ['GET /api/v1/pods', 'watch  pods - -', { watch: true }],
    ['GET /api/v1/pods', 'list  pods - -', { watch: false }],
    ['GET /api/v1/pods', 'list  pods - x', { fieldSelector: 'metadata.name=x' }],
    ['GET /api/v1/pods', 'list  pods - -', { fieldSelector: 'metadata.name=x,spec.nodeName=y' }],
    ['GET /api/v1/pods', 'list  pods - -', { fieldSelector: 'metadata.name!=x' }],
    ['POST /api/v1/namespaces/a/pods', 'create  pods a -'],
    ['POST /api/v1/namespaces/a/pods/x/eviction', 'create  pods/eviction a x'],
    ['PUT /apis/apps/v1/namespaces/a/deployments/x/scale', 'update apps deployments/scale a x'],
    ['PATCH /apis/apps/v1/namespaces/a/deployments/x', 'patch apps deployments a x'],
    ['DELETE /apis/apps/v1/namespaces/a/deployments/x', 'delete apps deployments a x'],
    ['DELETE /apis/apps/v1/namespaces/a/deployments', 'deletecollection apps deployments a -'],
    ['GET /api/v1/namespaces/a/pods/x/log', 'get  pods/log a x'],
    ['GET /api/v1/namespaces/a/pods/x/proxy/metrics', 'get  pods/proxy a x'],
    ['GET /api/v1/namespaces/a/pods/x%2Flog', 'get  pods/log a x'],
    ['GET /api/v1/namespaces', 'list  namespaces - -'],
    ['GET /api/v1/namespaces/a', 'get  namespaces - a'],
    ['PUT /api/v1/namespaces/a/finalize', 'update  namespaces/finalize - a'],
    ['GET /api/v1/namespaces/a/status', 'get  namespaces/status - a'],
    ['GET /api/v1/nodes/n', 'get  nodes - n'],
  ])('%s: %s', (request, info, query) => {
    expect(parse(request, query)).toBe(info);
  });

  it.each([
    ...['GET /version', 'GET /api', 'GET /api/v1', 'GET /apis/apps/v1', 'GET /healthz', 'GET metrics'],
    ...['GET /api/v1/watch/pods', 'GET /api/v1/namespaces/a/pods/../secrets', 'GET /api/v1/namespaces/a/pods/%2E%2E/x'],
    ...[
      'GET /api/v1/pods?watch=true',
      'GET /api/v1//pods',
      'GET /api/v1/pods/',
      'GET /api/v1/pods/%',
      '/api/v1/pods#a',
    ],
  ])('%s is not a request for objects', (request) => {
    expect(parse(request)).toBeUndefined();
  });
});
