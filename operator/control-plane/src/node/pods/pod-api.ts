import { type Client, ApiError, isApiError, buildPath } from '@kubewright/runtime/internal/client';
import {
  ConfigMap,
  PersistentVolumeClaim,
  Pod,
  type PodStatus,
  Secret,
  ServiceAccount,
} from '@kubewright/runtime/kinds';
import { PersistentVolume } from '../../claim-folders.ts';
import { completeDeletion } from '../../complete-deletion.ts';
import { emitEvent, type EventSeries } from '../../emit-event.ts';
import type { IssuedToken, TokenRequest } from '../volumes/index.ts';

export interface PodApi {
  /** Writes the status and the annotations of the Pod. Resolves to `undefined` if the Pod is deleted. */
  writeStatus(pod: Pod, report: PodReport): Promise<Pod | undefined>;
  /** Completes the graceful deletion of a Pod. Does nothing if it is already deleted. */
  remove(pod: Pod): Promise<void>;
  getConfigMap(namespace: string, name: string): Promise<ConfigMap | undefined>;
  getSecret(namespace: string, name: string): Promise<Secret | undefined>;
  /** Requests a token of the Pod's ServiceAccount that is bound to the Pod. */
  requestToken(pod: Pod, request: TokenRequest): Promise<IssuedToken>;
  claim(namespace: string, name: string): Promise<PersistentVolumeClaim | undefined>;
  getVolume(name: string): Promise<PersistentVolume | undefined>;
  /** Emits a Warning event about the Pod, as the kubelet. */
  warn(pod: Pod, warning: PodWarning): Promise<EventSeries>;
}

export interface PodWarning {
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  /** The container that the warning is about. @default - the whole Pod */
  readonly container?: string;
}

export interface PodReport {
  readonly status: PodStatus;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The field manager of the node's writes. */
export const fieldManager = 'kubewright-node';

const defaultTokenSeconds = 3600;

/** Implements `PodApi` with a client. */
export function createPodApi(client: Client, nodeName: string): PodApi {
  const pods = client.resource(Pod);
  const configMaps = client.resource(ConfigMap);
  const secrets = client.resource(Secret);
  const claims = client.resource(PersistentVolumeClaim);
  const volumes = client.resource(PersistentVolume);
  const reporter = { controller: 'kubelet', instance: nodeName };
  return {
    async writeStatus({ metadata: { name, namespace, uid } }, { status, annotations }) {
      const metadata = { name, namespace, uid, annotations };
      const object = { apiVersion: 'v1', kind: 'Pod', metadata, status };
      const write = pods.apply(object, { fieldManager, force: true, subresource: 'status' });
      return (await ignoreDeleted(write))?.object;
    },
    remove: ({ metadata }) => completeDeletion(client, metadata),
    getConfigMap: (namespace, name) => configMaps.tryGet({ namespace, name }),
    getSecret: (namespace, name) => secrets.tryGet({ namespace, name }),
    claim: (namespace, name) => claims.tryGet({ namespace, name }),
    getVolume: (name) => volumes.tryGet({ name }),
    async warn(pod, { container, ...warning }) {
      const fieldPath = container === undefined ? {} : { fieldPath: `spec.containers{${container}}` };
      return emitEvent(client, { about: pod, reporter, type: 'Warning', ...warning, ...fieldPath });
    },
    async requestToken(pod, { audience, expirationSeconds = defaultTokenSeconds }) {
      const { name, uid } = pod.metadata;
      const spec = {
        audiences: audience === undefined ? [] : [audience],
        expirationSeconds,
        boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid },
      };
      const account = pod.spec.serviceAccountName ?? 'default';
      const path = buildPath(ServiceAccount, {
        namespace: pod.metadata.namespace,
        name: account,
        subresource: 'token',
      });
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
      return ((await call(client, { method: 'POST', path, body })) as { status: IssuedToken }).status;
    },
  };
}

/** Sends a request that `Resource` does not support: subresources and options that only a kubelet needs. */
async function call(client: Client, request: Parameters<Client['transport']['call']>[0]): Promise<unknown> {
  const response = await client.transport.call(request);
  if (response.status >= 400) throw new ApiError(`${request.method} ${request.path}`, response);
  return response.body;
}

/**
 * Returns `undefined` if the Pod is deleted, or was created again under the same name, so that the uid does not match.
 */
async function ignoreDeleted<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error, 404) || isApiError(error, 409)) return undefined;
    throw error;
  }
}
