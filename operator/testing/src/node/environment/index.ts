/**
 * What a container starts with: its command line and its variables, as a kubelet makes them.
 *
 * - `command-line`: ENTRYPOINT and CMD against `command` and `args`
 * - `container-environment`: `env`, `envFrom`, `valueFrom`
 * - `expansion`: `$(NAME)` and `$$`
 * - `downward`: the downward API
 * - `metrics-address`: what a Pod's loopback and its address mean to who serves metrics
 * - `service-names`: addresses instead of names of Services
 * - `pod-sources`: where ConfigMaps and Secrets come from
 *
 * @module
 */
export { commandLine, execLine } from './command-line.ts';
export { containerVariables, type EnvironmentInput } from './container-environment.ts';
export { fieldText, type Place, resourceText } from './downward.ts';
export { expand } from './expansion.ts';
export { metricsAddress } from './metrics-address.ts';
export { ConfigError, contentOf, type PodSources } from './pod-sources.ts';
export { type ServiceReference, withServiceAddresses } from './service-names.ts';
