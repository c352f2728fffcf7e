/**
 * The command line and the variables of a container, computed as a kubelet does.
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
export { commandLine, execLine, expand } from './command-line.ts';
export { containerVariables, type EnvironmentInput } from './container-environment.ts';
export { fieldText, type Place, resourceText } from './downward.ts';
export { metricsAddress } from './metrics-address.ts';
export { ConfigError, contentOf, type PodSources } from './pod-sources.ts';
export { type ServiceReference, withServiceAddresses } from './service-names.ts';
