import {
  awaitChange,
  ConfigMap,
  condition,
  type ControllerDefinition,
  defineApi,
  defineController,
  type OperatorDefinition,
  owns,
  type PermittedClient,
  Pod,
  reads,
  type ResourceOf,
  ServiceAccount,
  t,
} from '@kubewright/runtime';

const named = { group: 'previews.example.com', version: 'v1' } as const;

/** A kind without a controller, which the controller of Previews reads. */
export const PreviewPolicy = defineApi({
  ...{ ...named, kind: 'PreviewPolicy', plural: 'previewpolicies', scope: 'Cluster' },
  spec: t.object({ domains: t.array(t.string(), { listType: 'set' }) }),
});
export type PreviewPolicy = ResourceOf<typeof PreviewPolicy>;

export const Preview = defineApi({
  ...{ ...named, kind: 'Preview' },
  spec: t.object({ domain: t.string() }),
  status: t.object({ conditions: t.conditions() }),
});
export type Preview = ResourceOf<typeof Preview>;

export const preview: ControllerDefinition = defineController(Preview, {
  reads: { policies: reads(PreviewPolicy) },
  reconcile({ spec }, { policies, status }) {
    const isAllowed = policies.get('default')?.spec.domains.includes(spec.domain) === true;
    const message = isAllowed ? 'The domain is allowed.' : 'PreviewPolicy default does not list the domain.';
    status.set({
      conditions: [condition('Ready', isAllowed, { reason: isAllowed ? 'Allowed' : 'NotAllowed', message })],
    });
    return Promise.resolve(awaitChange);
  },
});

export const Mirror = defineApi({
  ...{ ...named, kind: 'Mirror' },
  spec: t.object({ pod: t.string() }),
});

/** Makes requests that the handles of `reconcile` do not offer. */
class PodReader {
  readonly #client: PermittedClient;

  constructor(client: PermittedClient) {
    this.#client = client;
  }

  /** Reads the first lines of the log. */
  async readLog(namespace: string, name: string, signal: AbortSignal): Promise<string> {
    const query = { limitBytes: 200 };
    return String(
      await this.#client.request({ method: 'GET', kind: Pod, namespace, name, subresource: 'log', query, signal }),
    );
  }

  async requestToken(namespace: string, name: string, signal: AbortSignal): Promise<void> {
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { audiences: ['mirror'] } };
    await this.#client.request({
      ...{ method: 'POST', kind: ServiceAccount, namespace, name, subresource: 'token', body, signal },
    });
  }

  /** Always fails, because the operator lacks the permission to delete Pods. */
  async deletePod(namespace: string, name: string): Promise<void> {
    await this.#client.resource(Pod).delete({ namespace, name }, { propagation: 'Background' });
  }
}

export const mirror: ControllerDefinition = defineController(Mirror, {
  owns: { maps: owns(ConfigMap) },
  permissions: [
    { apiGroups: [''], resources: ['pods/log'], verbs: ['get'], reason: 'copies the logs of Pods' },
    {
      ...{ apiGroups: [''], resources: ['serviceaccounts/token'], resourceNames: ['default'], verbs: ['create'] },
      reason: 'authenticates at the log store',
    },
  ],
  uses: { pods: ({ client }) => new PodReader(client) },
  async reconcile({ metadata: { name, namespace }, spec }, { maps, pods, signal }) {
    const log = await pods.readLog(namespace, spec.pod, signal);
    await pods.requestToken(namespace, 'default', signal);
    const rejection = await pods.deletePod(namespace, spec.pod).catch((error: unknown) => String(error));
    await maps.apply({ metadata: { name }, data: { log, rejection: rejection ?? '' } });
    return awaitChange;
  },
});

/** An operator whose controller reads a kind without a controller. */
export const previews: OperatorDefinition = {
  name: 'previews',
  version: '1.0.0',
  apis: [PreviewPolicy],
  controllers: [preview, mirror],
};
