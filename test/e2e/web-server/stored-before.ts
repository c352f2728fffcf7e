import { type StoredBefore, type StoredResource, removeValidationRules } from '../../support/stored-before.ts';
import { buildSimulatedServer } from './servers.ts';

const namespace = 'web-servers-before';

/** A name that the older CRD allows, but that is too long for a Service once the suffix is added. */
export const long = 'a'.repeat(60);

/** Builds a WebServer that the present validation rules reject. */
function buildStoredServer(name: string): StoredResource {
  const { spec, ...rest } = buildSimulatedServer(namespace, name) as StoredResource;
  const metadata = { namespace, name, finalizers: ['example.com/kept'] };
  return { ...rest, metadata, ...(name === long && { spec }) };
}

export const webServersBefore: StoredBefore = {
  namespace,
  crd: 'webservers.my.domain',
  earlier: removeValidationRules,
  resources: [long, 'bare', 'leaving'].map(buildStoredServer),
  rejected: buildStoredServer('bare'),
};
