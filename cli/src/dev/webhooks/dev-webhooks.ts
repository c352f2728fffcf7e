import path from 'node:path';

import { CommandError, describeError, getMessage } from '../../report-error.ts';
import { fieldManager } from '../apply.ts';
import { nameSession } from '../claim.ts';
import type { DevCluster } from '../dev-cluster.ts';
import { findObstacle } from './find-obstacle.ts';
import { openEndpoint, type WebhookAddress, type WebhookEndpoint } from './endpoint.ts';
import { type ApiObject, type LoadedOperator, type RenderedWebhooks, renderWebhooks } from './render.ts';

interface DevWebhooksOptions {
  readonly cluster: DevCluster;
  /** The project's folder. It identifies objects that a killed `kubewright dev` left in the cluster. */
  readonly folder: string;
  readonly address: WebhookAddress;
  readonly signal: AbortSignal;
  /** Prints a line for the user. */
  readonly say: (text: string) => void;
}

/** Label of the objects that `kubewright dev` creates, and removes at its end. */
const devLabel = 'kubewright.dev/dev';
const none: Omit<RenderedWebhooks, 'crds'> = { converted: [], configurations: [] };
const kinds = 'validatingwebhookconfigurations,mutatingwebhookconfigurations';

/**
 * Registers the webhooks and conversions of the operator that `kubewright dev` runs, so that API servers call its
 * process.
 * Guarantees: removes these registrations when it is disposed; if the command was killed, at its next start.
 */
export class DevWebhooks implements AsyncDisposable {
  readonly #options: DevWebhooksOptions;
  readonly #endpoint: WebhookEndpoint;
  readonly #owner: string;
  #loaded = '';
  #rendered: RenderedWebhooks = { crds: {}, ...none };
  /** Result of the test call. The call is made when the operator first declares webhooks or conversions. */
  #isReached: boolean | undefined;
  /** The applied configurations, as JSON by name. */
  #applied: ReadonlyMap<string, string> = new Map();
  /** Number of calls of `renewConversions`. */
  #renewals = 0;

  private constructor(options: DevWebhooksOptions, owner: string, endpoint: WebhookEndpoint) {
    this.#options = options;
    this.#owner = owner;
    this.#endpoint = endpoint;
    // A control plane on this machine can always call 127.0.0.1, so no test call is needed.
    if (options.cluster.context === undefined) this.#isReached = true;
  }

  /** Removes the objects that a killed command left in the cluster. */
  static async open(options: DevWebhooksOptions): Promise<DevWebhooks> {
    const { folder, cluster, address } = options;
    const owner = nameSession(folder, cluster.context);
    const certificate = path.join(folder, 'node_modules/.cache/kubewright/webhooks', owner);
    const webhooks = new DevWebhooks(options, owner, await openEndpoint(address, certificate));
    await removeAll(owner, cluster.kubectl);
    return webhooks;
  }

  /** Whether the API server can call the operator; true until a test call fails. */
  get isReachable(): boolean {
    return this.#isReached !== false;
  }

  get hasConversions(): boolean {
    return this.#rendered.converted.length > 0;
  }

  /** Flags for the operator, so that it serves the webhooks. */
  get flags(): readonly string[] {
    return this.#endpoint.flags;
  }

  /**
   * Call it before you apply CRDs. Deletes configurations that the operator no longer declares.
   * @returns the CRDs to apply
   */
  async prepare(loaded: LoadedOperator): Promise<LoadedOperator['crds']> {
    const text = JSON.stringify(loaded);
    if (text === this.#loaded) return this.#rendered.crds;
    const { url, caBundle } = this.#endpoint;
    const label = { [devLabel]: this.#owner };
    const all = await renderWebhooks(loaded, { url, caBundle, label });
    const rendered = (await this.#tryToReach(all, label)) ? all : { ...none, crds: loaded.crds };
    await this.#releaseConversions(rendered.converted);
    await this.#deleteExcept(rendered.configurations);
    this.#rendered = rendered;
    this.#loaded = text;
    return rendered.crds;
  }

  /**
   * Makes the API server convert all objects again. It caches converted objects, and drops the cache when the spec of
   * the CRD changes: here by a comment in the CA bundle. Call it while no operator listens, so that the old code does
   * not convert.
   */
  async renewConversions(): Promise<void> {
    const { cluster, say } = this.#options;
    this.#renewals += 1;
    const authority = Buffer.from(this.#endpoint.caBundle, 'base64').toString();
    const caBundle = Buffer.from(`${authority}\n# ${this.#renewals}\n`).toString('base64');
    const patch = JSON.stringify({ spec: { conversion: { webhook: { clientConfig: { caBundle } } } } });
    try {
      for (const name of this.#rendered.converted)
        await cluster.kubectl(['patch', 'crd', name, '--type=merge', fieldManager, '-p', patch]);
    } catch (error) {
      say(
        `failed to renew the conversions: ${describeError(error)}; lists may show objects as the old code converted them`,
      );
    }
  }

  /** Call it after the operator has started. Applies changed configurations when the operator listens. */
  async apply(): Promise<void> {
    const { configurations, converted } = this.#rendered;
    if (configurations.length + converted.length === 0) return;
    await this.#endpoint.awaitListener(this.#options.signal);
    const next = new Map(configurations.map((each) => [each.metadata.name + each.kind, JSON.stringify(each)]));
    if ([...next].every(([name, text]) => this.#applied.get(name) === text)) return;
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: configurations });
    const args = ['apply', '--server-side', '--force-conflicts', fieldManager, '-f', '-'];
    await this.#options.cluster.kubectl(args, input).catch((error: unknown) => {
      throw new CommandError('apply the webhooks', getMessage(error), error);
    });
    this.#applied = next;
    this.#options.say(`webhooks: ${configurations.length} at ${this.#endpoint.url}`);
  }

  /** To call after the process of the operator has ended: the API server would reject what its webhooks check. */
  async suspend(): Promise<void> {
    await this.#deleteExcept([]);
  }

  async #tryToReach({ configurations, converted }: RenderedWebhooks, label: Record<string, string>): Promise<boolean> {
    if (configurations.length + converted.length === 0) return true;
    if (this.#isReached !== undefined) return this.#isReached;
    const { cluster, signal, say } = this.#options;
    const obstacle = await findObstacle({ cluster, endpoint: this.#endpoint, label, signal });
    if (obstacle !== undefined) say(`the API server cannot call ${this.#endpoint.url}: ${obstacle}`);
    this.#isReached = obstacle === undefined;
    return this.#isReached;
  }

  /**
   * Deletes configurations of removed webhooks, because the API server would reject writes that it cannot send to them.
   */
  async #deleteExcept(configurations: readonly ApiObject[]): Promise<void> {
    const kept = new Set(configurations.map(({ metadata, kind }) => metadata.name + kind));
    if ([...this.#applied.keys()].every((name) => kept.has(name))) return;
    await this.#options.cluster.kubectl(['delete', kinds, '-l', `${devLabel}=${this.#owner}`]);
    this.#applied = new Map();
  }

  /**
   * Removes the Service of a deployed operator from the conversion: the API server rejects a CRD with both a Service
   * and a URL.
   */
  async #releaseConversions(names: readonly string[]): Promise<void> {
    const { kubectl } = this.#options.cluster;
    const output = 'jsonpath={.spec.conversion.webhook.clientConfig.service.name}';
    for (const name of names.filter((each) => !this.#rendered.converted.includes(each))) {
      const service = await kubectl(['get', 'crd', name, '--ignore-not-found', '-o', output]);
      if (service !== '') await removeConversion(kubectl, name);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { cluster, say } = this.#options;
    try {
      if (this.#loaded !== '') await removeAll(this.#owner, cluster.cleanUp);
    } catch (error) {
      say(`failed to remove the webhooks: ${describeError(error)}; run kubewright dev again, which removes them`);
    } finally {
      await this.#endpoint[Symbol.asyncDispose]();
    }
  }
}

/**
 * Deletes the webhooks of a killed command if the current command does not run any. Ignores errors: a user who may not
 * delete webhooks did not create them.
 */
export async function removeLeftovers({ folder, cluster }: Omit<DevWebhooksOptions, 'address'>): Promise<void> {
  await removeAll(nameSession(folder, cluster.context), cluster.kubectl).catch(() => undefined);
}

async function removeAll(owner: string, kubectl: DevCluster['kubectl']): Promise<void> {
  const selector = ['-l', `${devLabel}=${owner}`];
  const [crds] = await Promise.all([
    kubectl(['get', 'crds', ...selector, '-o', 'jsonpath={.items[*].metadata.name}']),
    kubectl(['delete', kinds, ...selector]),
  ]);
  for (const name of crds.split(' ').filter(Boolean)) await removeConversion(kubectl, name);
}

async function removeConversion(kubectl: DevCluster['kubectl'], crd: string): Promise<void> {
  const spec = { conversion: { strategy: 'None', webhook: null } };
  const patch = JSON.stringify({ metadata: { labels: { [devLabel]: null } }, spec });
  await kubectl(['patch', 'crd', crd, '--type=merge', '-p', patch]);
}
