import type { PlainObject } from '@kubewright/declaration';
import { type Output, runtime } from '@pulumi/pulumi';

/** One resource as registered with the engine. */
export interface RegisteredResource {
  readonly type: string;
  readonly name: string;
  readonly inputs: PlainObject;
  readonly custom: boolean;
  /** The requested provider, by its URN and id; empty for the default provider. */
  readonly provider: string;
  /** Version of the provider's plugin. */
  readonly version: string;
  /** Whether destroy retains the object in the cluster. */
  readonly retained: boolean;
  /** Timeout of each operation; empty: the provider's default. */
  readonly timeouts: Readonly<Record<'create' | 'update' | 'delete', string>>;
  /** Type and name, which together are unique. */
  readonly id: string;
  /** Ids of the resources that must be created first. */
  readonly dependsOn: readonly string[];
}

/** The getters of Pulumi's generated request that we read. */
interface RegisterRequest {
  getType(): string;
  getName(): string;
  getVersion(): string;
  getRetainondelete(): boolean;
  getDependenciesList(): string[];
  getCustomtimeouts(): Timeouts | undefined;
}

interface Timeouts {
  getCreate(): string;
  getUpdate(): string;
  getDelete(): string;
}

interface Monitor {
  registerResource(request: RegisterRequest, callback: unknown): Promise<void>;
}

/**
 * Runs a program on Pulumi's mocks and returns all resources that it registers, in the order of the requests.
 *
 * Delays each response, so that a request that does not wait for its dependencies precedes them.
 */
export async function runWithMocks(program: () => unknown): Promise<RegisteredResource[]> {
  const resources: Omit<RegisteredResource, 'dependsOn' | 'retained' | 'timeouts' | 'version'>[] = [];
  await runtime.setMocks({
    newResource: async ({ type, name, inputs, custom = false, provider = '' }) => {
      resources.push({ id: `${type} ${name}`, type, name, inputs: inputs as PlainObject, custom, provider });
      await new Promise((resolve) => setImmediate(resolve));
      return { id: `${name}-id`, state: inputs as Record<string, unknown> };
    },
    call: () => ({}),
  });
  const requests = new Map<string, RegisterRequest>();
  const monitor = runtime.getMonitor() as unknown as Monitor;
  const registerResource = monitor.registerResource.bind(monitor);
  monitor.registerResource = (request, callback) => {
    requests.set(`${request.getType()} ${request.getName()}`, request);
    return registerResource(request, callback);
  };
  try {
    await program();
  } finally {
    await runtime.disconnect(); // waits for all running requests
  }
  return resources.map((resource) => ({
    ...resource,
    version: requests.get(resource.id)?.getVersion() ?? '',
    retained: requests.get(resource.id)?.getRetainondelete() ?? false,
    timeouts: readTimeouts(requests.get(resource.id)?.getCustomtimeouts()),
    dependsOn: (requests.get(resource.id)?.getDependenciesList() ?? []).map(formatId),
  }));
}

/** The id from a URN, whose type starts with the types of the parents. */
function formatId(urn: string): string {
  const [type = '', name = ''] = urn.split('::').slice(-2);
  return `${type.split('$').at(-1) ?? ''} ${name}`;
}

function readTimeouts(timeouts: Timeouts | undefined): RegisteredResource['timeouts'] {
  return {
    create: timeouts?.getCreate() ?? '',
    update: timeouts?.getUpdate() ?? '',
    delete: timeouts?.getDelete() ?? '',
  };
}

export function getOutputValue<T>(output: Output<T>): Promise<unknown> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}
