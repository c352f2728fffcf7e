import type { JsonObject } from '../json.ts';

/** Computes a default from the object that lacks the field; `undefined` for none. */
export type ComputeDefault = (parent: JsonObject) => unknown;

type Computed = Readonly<Record<string, ComputeDefault>>;

/** Returns a default that applies only to a strategy of the type `RollingUpdate`, which is also the default type. */
const ofRollingUpdate =
  (value: object): ComputeDefault =>
  ({ type = 'RollingUpdate' }) =>
    type === 'RollingUpdate' ? value : undefined;

/** The default pull policy: `Always` for an image without a tag or with the tag `latest`, otherwise `IfNotPresent`. */
const pullPolicy: ComputeDefault = ({ image }) => {
  if (typeof image !== 'string') return undefined;
  const [, tag = 'latest'] = /:([^:/@]+)(?:@.*)?$/.exec(image) ?? [];
  return tag === 'latest' && !image.includes('@') ? 'Always' : 'IfNotPresent';
};

/** Computed defaults of fields in the spec of a Pod, by path. */
export const computedPodDefaults: Computed = Object.fromEntries(
  ['containers', 'initContainers'].map((containers) => [`${containers}[].imagePullPolicy`, pullPolicy]),
);

const isExposed = (type: unknown): boolean => type === 'NodePort' || type === 'LoadBalancer';

/** Defaults that depend on other fields, by kind and path. They are filled in before the constant defaults. */
export const computedDefaults: Readonly<Record<string, Computed>> = {
  'DaemonSet.apps': { 'spec.updateStrategy.rollingUpdate': ofRollingUpdate({ maxSurge: 0, maxUnavailable: 1 }) },
  'Deployment.apps': { 'spec.strategy.rollingUpdate': ofRollingUpdate({ maxSurge: '25%', maxUnavailable: '25%' }) },
  'Job.batch': {
    'spec.completions': ({ parallelism }) => (parallelism === undefined ? 1 : undefined),
  },
  'NetworkPolicy.networking.k8s.io': {
    'spec.policyTypes': ({ egress }) => (egress === undefined ? ['Ingress'] : ['Ingress', 'Egress']),
  },
  Service: {
    'spec.ports[].targetPort': ({ port }) => port,
    'spec.internalTrafficPolicy': ({ type }) => (type === 'ExternalName' ? undefined : 'Cluster'),
    'spec.externalTrafficPolicy': ({ type }) => (isExposed(type) ? 'Cluster' : undefined),
    'spec.allocateLoadBalancerNodePorts': ({ type }) => (type === 'LoadBalancer' ? true : undefined),
  },
  'StatefulSet.apps': { 'spec.updateStrategy.rollingUpdate': ofRollingUpdate({ partition: 0 }) },
};
