import { setTimeout } from 'node:timers/promises';

import { parse } from 'yaml';

import { parseObjects } from '../cluster.ts';
import type { Crd } from '../crd.ts';
import { CommandError, getMessage } from '../report-error.ts';
import { describeChanges, listVersions } from './describe-changes.ts';
import { type DevCluster, getReason } from './dev-cluster.ts';
import { findDeletion, FixedCrdsError, rejectTakenNames } from './fixed-crds.ts';

export const fieldManager = '--field-manager=kubewright-dev';
const checkManager = '--field-manager=kubewright-dev-check';

type Texts = Readonly<Record<string, string>>;

/** A CRD that the API server has accepted. */
interface Accepted {
  readonly name: string;
  /** Its text without the conversion. */
  readonly declared: string;
  readonly applied: string;
}

export interface AppliedCrds {
  /** The changes, with those that break stored objects or clients. Empty without changes. */
  readonly changes: string;
  /** Names of CRDs that somebody had deleted. */
  readonly again: readonly string[];
}

/** Applies CRDs that changed since the last call, and waits until the API server serves them. */
export class Crds {
  readonly #cluster: DevCluster;
  /** By file. */
  #accepted: ReadonlyMap<string, Accepted> = new Map();
  /** Names of applied CRDs that somebody has deleted, with whether the API server still deletes their objects. */
  readonly #deleted = new Map<string, 'deleting' | 'gone'>();

  /** The versions of the first CRDs. Others are new, so they have no users yet. */
  #used: ReadonlySet<string> | undefined;

  constructor(cluster: DevCluster) {
    this.#cluster = cluster;
  }

  /** Finds applied CRDs that somebody has deleted. The next `apply` applies them again. */
  async findDeleted(): Promise<void> {
    const names = [...this.#accepted.values()].map(({ name }) => name);
    if (names.length === 0) return;
    const columns = 'custom-columns=:metadata.name,:metadata.deletionTimestamp';
    const args = ['get', 'crd', ...names, '--ignore-not-found', '--no-headers', '-o', columns];
    const output = await this.#cluster.kubectl(args).catch(() => undefined);
    // A save of code must not fail because of this check.
    if (output === undefined) return;
    const found = new Map(output.split('\n').map((line) => line.trim().split(/\s+/) as [string, string]));
    for (const name of names) {
      if (!found.has(name)) this.#deleted.set(name, 'gone');
      else if (found.get(name) !== '<none>') this.#deleted.set(name, 'deleting');
    }
    this.#accepted = new Map([...this.#accepted].filter(([, { name }]) => !this.#deleted.has(name)));
  }

  /**
   * Guarantees: if the API server rejects one of the CRDs, all of them stay as the running operator needs them.
   * @param declared the CRDs without conversions
   * @param prepare adds the conversions; called if the API server accepts all CRDs in a dry run
   */
  async apply(declared: Texts, prepare = (): Promise<Texts> => Promise.resolve(declared)): Promise<AppliedCrds> {
    await this.#awaitDeletion();
    const before = this.#accepted;
    await this.#tryOut(omit(declared, (file, text) => before.get(file)?.declared === text));
    const crds = await prepare();
    const changed = omit(crds, (file, text) => before.get(file)?.applied === text);
    const parsed = new Map(Object.entries(changed).map(([file, text]) => [file, parseCrd(text)]));
    const next = [...parsed.values()];
    const stored = this.#used === undefined ? [] : await this.#read(next);
    if (parsed.size > 0) await this.#applyOrUndo(changed, next, declared);
    this.#accepted = new Map(
      Object.entries(crds).map(([file, applied]) => {
        const name = parsed.get(file)?.metadata.name ?? before.get(file)?.name ?? '';
        return [file, { name, declared: declared[file] ?? applied, applied }];
      }),
    );
    this.#used ??= listVersions(next);
    const changes = describeChanges({ stored, next, used: this.#used });
    const again = next.map(({ metadata }) => metadata.name).filter((name) => this.#deleted.has(name));
    this.#deleted.clear();
    return { changes, again };
  }

  /** Reads CRDs from the cluster, where others may have replaced or deleted them. */
  async #read(crds: readonly Crd[]): Promise<readonly Crd[]> {
    if (crds.length === 0) return [];
    const names = crds.map(({ metadata }) => metadata.name);
    const printed = await this.#cluster.kubectl(['get', 'crd', ...names, '--ignore-not-found', '-o', 'json']);
    return parseObjects(printed) as readonly Crd[];
  }

  async #awaitDeletion(): Promise<void> {
    const names = [...this.#deleted].filter(([, state]) => state === 'deleting').map(([name]) => name);
    if (names.length === 0) return;
    await this.#cluster
      .kubectl(['wait', '--for=delete', ...names.map((name) => `crd/${name}`), '--timeout=10s'])
      .catch((cause: unknown) => {
        const hint = `the API server still deletes the CRD ${names.join(', ')} with its objects: wait until their finalizers are gone`;
        throw new CommandError('apply the CRDs', hint, cause);
      });
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
  async #applyOrUndo(crds: Texts, parsed: readonly Crd[], declared: Texts): Promise<void> {
    try {
      await this.#applyAll(crds, parsed);
    } catch (error) {
      const files = Object.keys(crds);
      const undone = Object.fromEntries(
        files.map((file) => [file, this.#accepted.get(file)?.applied ?? declared[file] ?? '']),
      );
      await this.#kubectl(undone, ['apply', '--server-side', '--force-conflicts', fieldManager]).catch(() => undefined);
      throw error;
    }
  }

  async #applyAll(crds: Texts, parsed: readonly Crd[]): Promise<void> {
    await this.#kubectl(crds, ['apply', '--server-side', '--force-conflicts', fieldManager]);
    const wait = (timeout: string): Promise<string> =>
      this.#kubectl(crds, ['wait', '--for=condition=Established', `--timeout=${timeout}`]);
    await awaitEstablished(() => wait('3s')).catch(async () => {
      await this.#rejectTakenNames(parsed);
      await wait('30s');
    });
    await this.#awaitStorage(parsed);
  }

  async #rejectTakenNames(crds: readonly Crd[]): Promise<void> {
    const stored = parseObjects(await this.#cluster.kubectl(['get', 'crds', '-o', 'json'])) as readonly Crd[];
    const names = crds.map(({ metadata }) => metadata.name);
    rejectTakenNames(names, stored, this.#cluster);
  }

  async #kubectl(crds: Texts, args: readonly string[]): Promise<string> {
    const input = Object.values(crds).map((text) => `${text.trimEnd()}\n`);
    try {
      return await this.#cluster.kubectl([...args, '-f', '-'], input.join('---\n'));
    } catch (cause) {
      const reason = getReason(cause);
      const deletion = findDeletion(reason, this.#cluster);
      throw deletion === undefined
        ? new CommandError('apply the CRDs', reason, cause)
        : new FixedCrdsError(reason, deletion, cause);
    }
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

/** CRDs of imported kinds are JSON and may be large, and `yaml` parses JSON slowly. */
function parseCrd(text: string): Crd {
  return (text.startsWith('{') ? JSON.parse(text) : parse(text)) as Crd;
}

function omit(texts: Texts, isOmitted: (file: string, text: string) => boolean): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([file, text]) => !isOmitted(file, text)));
}
