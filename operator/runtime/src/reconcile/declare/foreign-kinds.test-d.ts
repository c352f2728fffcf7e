import { expectTypeOf, it } from 'vitest';

import type { Kind, KubeObject } from '../../base/index.ts';
import { ConfigMap, Namespace } from '../../kinds/index.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';
import { type ContextOf, defineDependencies } from './define-dependencies.ts';

interface Gateway extends KubeObject {
  readonly spec: { readonly port: number };
  readonly status?: {
    readonly address?: string;
    readonly conditions?: readonly { readonly type: string; readonly lastTransitionTime: string }[];
  };
}
const Gateway: Kind<Gateway> = {
  ...{ group: 'example.org', version: 'v1', kind: 'Gateway', plural: 'gateways', namespaced: true },
};

const done = () => Promise.resolve(awaitChange);

it('a kind that is not ours has no status writer', () => {
  defineController(Namespace, {
    reconcile(namespace, context) {
      expectTypeOf(namespace).toEqualTypeOf<Namespace>();
      // @ts-expect-error -- its status belongs to others
      expectTypeOf(context.status).toBeAny();
      return done();
    },
  });
});

it('ownsStatus adds one, typed by the kind', () => {
  const dependencies = defineDependencies({ ownsStatus: true });
  const apart = (context: ContextOf<typeof Gateway, typeof dependencies>): void =>
    context.status.set({ address: 'localhost' });
  defineController(Gateway, {
    ...dependencies,
    reconcile(gateway, context) {
      context.status.set({ address: String(gateway.spec.port), conditions: [{ type: 'Accepted' }] });
      // @ts-expect-error -- a field that the kind does not have
      context.status.set({ host: 'localhost' });
      apart(context);
      return done();
    },
  });
});

it('a kind without a status has none to write', () => {
  // @ts-expect-error -- a ConfigMap has no status
  defineController(ConfigMap, { ownsStatus: true, reconcile: done });
});
