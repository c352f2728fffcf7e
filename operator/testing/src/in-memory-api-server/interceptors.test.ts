import { describe, expect, it } from 'vitest';

import { ConfigMap } from '@kubewright/runtime/kinds';
import { createInMemoryApiServer } from './index.ts';

const key = { namespace: 'default', name: 'a' };
const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: key } as const;

describe('an interceptor that never answers', () => {
  it('holds a request until its caller aborts', async () => {
    const server = createInMemoryApiServer();
    using _silence = server.intercept(() => new Promise(() => undefined));
    const caller = new AbortController();
    const call = server.client.resource(ConfigMap).get(key, { signal: caller.signal });
    caller.abort(new Error('takes too long'));
    await expect(call).rejects.toThrow('takes too long');
    expect(server.requests()).toMatchObject([{ verb: 'get', kind: 'ConfigMap', name: 'a' }]);
  });

  it('can let the server execute the request first, so that only the response is lost', async () => {
    const server = createInMemoryApiServer();
    using _silence = server.intercept(async (_request, next) => {
      await next();
      return new Promise(() => undefined);
    });
    const caller = new AbortController();
    const call = server.client.resource(ConfigMap).create(map, { signal: caller.signal });
    await Promise.resolve();
    caller.abort(new Error('takes too long'));
    await expect(call).rejects.toThrow('takes too long');
    expect(server.objects(ConfigMap)).toHaveLength(1);
  });
});
