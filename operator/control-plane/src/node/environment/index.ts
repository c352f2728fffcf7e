/**
 * Computes the command line and the variables of a container like a kubelet.
 *
 * - `command-line`: ENTRYPOINT and CMD, `command` and `args`, and `$(NAME)` in them
 * - `container-environment`: `env`, `envFrom`, `valueFrom`
 * - `downward`: the downward API
 * - `metrics-address`: the address on which a container serves metrics
 * - `service-names`: replaces names of Services with addresses
 * - `pod-sources`: reads ConfigMaps and Secrets
 *
 * @module
 */
export { buildCommandLine, buildExecLine, expand } from './command-line.ts';
export { resolveVariables, type EnvironmentInput } from './container-environment.ts';
export { resolveFieldRef, type PodPlacement, resolveResourceFieldRef } from './downward.ts';
export { resolveMetricsAddress } from './metrics-address.ts';
export { ConfigError, readContent, type PodSources } from './pod-sources.ts';
export { type ServiceReference, resolveServiceAddresses } from './service-names.ts';
