import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { compareCrds, formatChanges } from '@kubewright/infra/crd-changes';
import { parse } from 'yaml';

import { CommandError, getMessage } from '../report-error.ts';
import type { DevCluster } from './dev-cluster.ts';

export const fieldManager = '--field-manager=kubewright-dev';

/** Applies CRDs that changed since the last call, and waits until the API server serves them. */
export class Crds {
  readonly #cluster: DevCluster;
  #applied: Readonly<Record<string, string>> = {};

  constructor(cluster: DevCluster) {
    this.#cluster = cluster;
  }

  /** @returns a description of the changes, with those that break stored objects or clients; empty without changes */
  async apply(crds: Readonly<Record<string, string>>): Promise<string> {
    const before = this.#applied;
    const changed = Object.keys(crds).filter((file) => crds[file] !== before[file]);
    if (changed.length === 0) return '';
    const text = changed.map((file) => `${crds[file]?.trimEnd() ?? ''}\n`).join('---\n');
    const kubectl = (...args: readonly string[]): Promise<string> =>
      this.#cluster.kubectl([...args, '-f', '-'], text).catch(explain('apply the CRDs'));
    await kubectl('apply', '--server-side', '--force-conflicts', fieldManager);
    await awaitEstablished(() => kubectl('wait', '--for=condition=Established', '--timeout=30s'));
    const known = changed.filter((file) => before[file] !== undefined);
    await this.#awaitStorage(changed.map((file) => parseCrd(crds[file])));
    this.#applied = crds;
    const [old = [], now = []] = [before, crds].map((set) => known.map((file) => parseCrd(set[file])));
    return formatChanges(compareCrds(old, now));
  }

  /**
   * For about a second after it becomes Established, the API server answers watches of a new or changed kind with an
   * error.
   */
  async #awaitStorage(crds: readonly Crd[]): Promise<void> {
    const now = Date.now();
    for (const crd of crds) {
      // Listing stored objects may need the operator's conversion webhook, and the operator does not run yet.
      const giveUpAtMs = now + (crd.spec.conversion?.strategy === 'Webhook' ? 2_000 : 10_000);
      while (Date.now() < giveUpAtMs && !(await this.#canRead(crd))) await setTimeout(50);
    }
  }

  /** Whether the API server can serve a list from its watch cache, as at the start of a watch. */
  #canRead({ spec: { group, names, versions } }: Crd): Promise<boolean> {
    const served = versions.find((version) => version.served);
    const path = `/apis/${group}/${served?.name ?? ''}/${names.plural}?limit=1&resourceVersion=0`;
    return this.#cluster.kubectl(['get', '--raw', path]).then(
      () => true,
      () => false,
    );
  }
}

/** Retries `kubectl wait`, which fails for a CRD that does not have conditions yet. */
async function awaitEstablished(wait: () => Promise<string>): Promise<void> {
  const giveUpAtMs = Date.now() + 10_000;
  for (;;) {
    try {
      await wait();
      return;
    } catch (error) {
      if (!getMessage(error).includes('accessor error') || Date.now() > giveUpAtMs) throw error;
      await setTimeout(50);
    }
  }
}

interface Crd {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
    readonly conversion?: { readonly strategy: string };
  };
}

function parseCrd(text = ''): Crd {
  return parse(text) as Crd;
}

/**
 * Applies the objects of `samples/` with force, so that the files override changes that someone made with kubectl.
 * @returns the output of kubectl
 */
export async function applySamples(folder: string, cluster: DevCluster): Promise<string> {
  const samples = path.join(folder, 'samples');
  if (!existsSync(samples) || !readdirSync(samples).some((file) => /\.(ya?ml|json)$/.test(file)))
    return 'samples/ has no objects to apply';
  const output = await cluster
    .kubectl(['apply', '--server-side', '--force-conflicts', fieldManager, '-f', samples])
    .catch(explain('apply samples/'));
  return output.trim();
}

/** Rethrows an error of kubectl without kubectl's arguments. @param what completes "failed to …" */
function explain(what: string): (error: unknown) => never {
  return (cause) => {
    const reason = getMessage(cause).replace(/^failed to run kubectl .*?( \(exit code \d+\))?: /, '');
    throw new CommandError(what, reason, cause);
  };
}
