import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { compareCrds, formatChanges } from '@kubewright/infra/crd-changes';
import { parse } from 'yaml';

import { CommandError, getMessage } from '../report-error.ts';
import type { DevCluster } from './dev-cluster.ts';

export const fieldManager = '--field-manager=kubewright-dev';
const checkManager = '--field-manager=kubewright-dev-check';

type Texts = Readonly<Record<string, string>>;

/** Applies CRDs that changed since the last call, and waits until the API server serves them. */
export class Crds {
  readonly #cluster: DevCluster;
  /** The accepted texts: as the operator declares them, and as they were applied. */
  #accepted: { readonly declared: Texts; readonly applied: Texts } = { declared: {}, applied: {} };

  constructor(cluster: DevCluster) {
    this.#cluster = cluster;
  }

  /**
   * Guarantees: if the API server rejects one of the CRDs, all of them stay as the running operator needs them.
   * @param declared the CRDs without conversions
   * @param prepare adds the conversions; called if the API server accepts all CRDs in a dry run
   * @returns a description of the changes, with those that break stored objects or clients; empty without changes
   */
  async apply(declared: Texts, prepare = (): Promise<Texts> => Promise.resolve(declared)): Promise<string> {
    const before = this.#accepted;
    await this.#tryOut(pick(declared, listChanged(before.declared, declared)));
    const crds = await prepare();
    const changed = listChanged(before.applied, crds);
    if (changed.length > 0) await this.#applyOrUndo(pick(crds, changed), { ...declared, ...before.applied });
    this.#accepted = { declared, applied: crds };
    const known = changed.filter((file) => before.applied[file] !== undefined);
    const [old = [], now = []] = [before.applied, crds].map((set) => known.map((file) => parseCrd(set[file])));
    return formatChanges(compareCrds(old, now));
  }

  /**
   * Rejects if the API server would reject one of the CRDs. The dry run has its own field manager, so that it does not
   * remove the conversion of `kubewright dev` from a CRD.
   */
  async #tryOut(crds: Texts): Promise<void> {
    if (Object.keys(crds).length === 0) return;
    await this.#kubectl(crds, ['apply', '--server-side', '--force-conflicts', '--dry-run=server', checkManager]);
  }

  /**
   * A dry run does not see everything: the API server may accept a CRD and then not serve it, for example because
   * another CRD has its names. The other CRDs then must not refer to conversions that the running code does not have.
   */
  async #applyOrUndo(crds: Texts, former: Texts): Promise<void> {
    try {
      await this.#applyAll(crds);
    } catch (error) {
      const undone = pick(former, Object.keys(crds));
      await this.#kubectl(undone, ['apply', '--server-side', '--force-conflicts', fieldManager]).catch(() => undefined);
      throw error;
    }
  }

  async #applyAll(crds: Texts): Promise<void> {
    await this.#kubectl(crds, ['apply', '--server-side', '--force-conflicts', fieldManager]);
    await awaitEstablished(() => this.#kubectl(crds, ['wait', '--for=condition=Established', '--timeout=30s']));
    await this.#awaitStorage(Object.values(crds).map(parseCrd));
  }

  #kubectl(crds: Texts, args: readonly string[]): Promise<string> {
    const input = Object.values(crds).map((text) => `${text.trimEnd()}\n`);
    return this.#cluster.kubectl([...args, '-f', '-'], input.join('---\n')).catch(explain('apply the CRDs'));
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

function listChanged(before: Texts, now: Texts): readonly string[] {
  return Object.keys(now).filter((file) => now[file] !== before[file]);
}

function pick(texts: Texts, files: readonly string[]): Texts {
  return Object.fromEntries(files.flatMap((file) => (texts[file] === undefined ? [] : [[file, texts[file]]])));
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
