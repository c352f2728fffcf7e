import { awaitChange, defineApi, defineController, owns, t, usedBy, watches } from '@kubewright/runtime';

import { Gateway, HTTPRoute } from './kinds/gateway-api.ts';

export const Shop = defineApi({
  group: 'gateway.example.com',
  version: 'v1',
  kind: 'Shop',
  spec: t.object({ host: t.string(), gateway: t.string() }),
  status: t.object({ route: t.enum(['NotInstalled', 'Requested']), addresses: t.array(t.string()) }),
});

const gatewayOf = usedBy(Shop, ({ spec }) => [spec.gateway]);

/** Routes a host to a Shop if the Gateway API is installed, and shows the addresses of its Gateway. */
export const shop = defineController(Shop, {
  owns: { routes: owns(HTTPRoute, { optional: true }) },
  watches: { gateways: watches(Gateway, gatewayOf, { optional: true }) },
  async reconcile({ metadata: { name }, spec }, { routes, gateways, status }) {
    await routes?.apply({
      metadata: { name },
      spec: {
        hostnames: [spec.host],
        parentRefs: [{ name: spec.gateway }],
        rules: [{ backendRefs: [{ name, port: 80 }] }],
      },
    });
    const { addresses = [] } = gateways?.get(spec.gateway)?.status ?? {};
    status.set({
      route: routes === undefined ? 'NotInstalled' : 'Requested',
      addresses: addresses.map(({ value }) => value),
    });
    return awaitChange;
  },
});
