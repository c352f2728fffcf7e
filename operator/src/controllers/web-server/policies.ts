import { definePolicy } from '@kubewright/runtime';
import { WebServer } from '../../apis/my.domain/v1/web-server.ts';

/** Older manifests carry a field that nothing reads. A schema can keep or refuse it, but cannot warn of it. */
export const ignoredFoo = definePolicy(WebServer, {
  name: 'web-server-foo',
  validate: [{ cel: '!has(object.spec.foo)', message: 'spec.foo is ignored: remove it' }],
  actions: ['Warn'],
});
