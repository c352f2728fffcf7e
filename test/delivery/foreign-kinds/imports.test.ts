import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import * as prettier from 'prettier';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { importKinds } from '../../../cli/src/import/import-kinds.ts';
import type { CrdSchema } from '../../../operator/declaration/src/json-schema.ts';
import { mergePatch } from '../../../operator/declaration/src/merge-patch.ts';
import { getMessage, type Kind, systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Client, connect, unchecked } from '../../../operator/runtime/src/client/index.ts';
import { CustomResourceDefinition } from '../../../operator/runtime/src/kinds/index.ts';
import {
  type ControlPlane,
  createInMemoryApiServer,
  type InMemoryApiServer,
  startControlPlane,
} from '../../../operator/testing/src/index.ts';
import { compileExamples } from '../../../scripts/check/examples.ts';
import { root } from '../../../scripts/run.ts';
import { findModule } from '../../support/go-module.ts';
import { until } from '../../support/until.ts';
import { buildMinimal } from './minimal-object.ts';

/** Folders with CRDs in pinned Go modules. */
const folders: readonly (readonly [pinnedIn: string, module: string, folder: string])[] = [
  ['foreign-crds', 'github.com/cert-manager/cert-manager', 'deploy/crds'],
  ['foreign-crds', 'github.com/crossplane/crossplane', 'cluster/crds'],
  ['foreign-crds', 'knative.dev/serving', 'config/core/300-resources'],
  ['foreign-crds', 'knative.dev/eventing', 'config/core/resources'],
  ['gateway-api', 'sigs.k8s.io/gateway-api', 'config/crd/standard'],
  ['gitops-tools', 'github.com/argoproj-labs/argocd-operator', 'config/crd/bases'],
  ['prometheus-operator', 'github.com/prometheus-operator/prometheus-operator', 'example/prometheus-operator-crd'],
];

const withPort = { spec: { rules: [{ backendRefs: [{ name: 'a', port: 1 }] }] } };
/** Specs that satisfy CEL rules of a CRD, which a minimal object does not. */
const required: Readonly<Record<string, object>> = {
  BackendTLSPolicy: { spec: { validation: { wellKnownCACertificates: 'System' } } },
  TCPRoute: withPort,
  TLSRoute: withPort,
  UDPRoute: withPort,
  Usage: { spec: { reason: 'a', of: { resourceRef: { name: 'a' } } } },
};

interface Crd {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly scope: string;
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: CrdSchema } }[];
  };
}

interface Imported {
  readonly file: string;
  readonly text: string;
  readonly kind: Kind;
  readonly crd: Crd;
}

let folder: string;
let imported: readonly Imported[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'imports-'));
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  for (const [pinnedIn, module, below] of folders) {
    const source = path.join(await findModule({ pinnedIn, module }), below);
    await importKinds({ folder, module: 'src/operator.ts' }, source, {});
  }
  vi.restoreAllMocks();
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts')).sort();
  imported = await Promise.all(files.map((file) => load(path.join(folder, file))));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(file: string): Promise<Imported> {
  const values = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Readonly<Record<string, Kind>>;
  const [kind] = Object.values(values);
  if (kind?.crdFile === undefined) throw new Error(`${file} exports no kind with its CRD`);
  const crd = JSON.parse(await readFile(kind.crdFile, 'utf8')) as Crd;
  return { file, text: await readFile(file, 'utf8'), kind, crd };
}

describe('the CRDs of cert-manager, Crossplane, Knative, the Gateway API, Argo CD and Prometheus', () => {
  it('compile', () => {
    expect(imported.length).toBeGreaterThanOrEqual(40);
    const examples = imported.map(({ file, text }) => ({
      file: path.join(root, 'operator', path.relative(folder, file)),
      text,
    }));
    expect(compileExamples(examples)).toEqual([]);
  });

  it('are written as Prettier writes them, and as before', async () => {
    const options = { parser: 'typescript', printWidth: 120, singleQuote: true };
    for (const { text, file } of imported) expect(await prettier.format(text, options), file).toBe(text);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    expect(await importKinds({ folder, module: 'src/operator.ts' }, undefined, { check: true })).toBe(true);
    vi.restoreAllMocks();
  });

  describe('on both API servers', () => {
    let memory: InMemoryApiServer;
    let controlPlane: ControlPlane;
    let real: Client;

    beforeAll(async () => {
      memory = createInMemoryApiServer({ kinds: imported.map(({ kind }) => kind) });
      controlPlane = await startControlPlane();
      ({ client: real } = await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock }));
      const crds = real.resource(unchecked(CustomResourceDefinition));
      for (const { crd } of imported) await crds.create(crd);
      await until('the CRDs are established', async () => (await countEstablished()) === imported.length);
    });
    afterAll(async () => {
      await real.transport.close();
      await controlPlane[Symbol.asyncDispose]();
    });

    async function countEstablished(): Promise<number> {
      const { items } = await real.resource(CustomResourceDefinition).list();
      const isEstablished = (item: CustomResourceDefinition): boolean =>
        item.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True') === true;
      return items.filter(isEstablished).length;
    }

    it('accept the same smallest objects, and complete them alike', async () => {
      const outcomes = [];
      for (const { kind, crd } of imported) {
        const object = buildObject(kind, crd);
        const [ours, theirs] = [await create(memory.client, kind, object), await create(real, kind, object)];
        outcomes.push({ kind: `${kind.kind}.${kind.group}`, ours, theirs });
      }
      const differing = outcomes.filter(({ ours, theirs }) => JSON.stringify(ours) !== JSON.stringify(theirs));
      expect(differing).toEqual([]);
      const rejected = outcomes.filter(({ theirs }) => typeof theirs === 'string');
      expect(rejected).toEqual([]);
    });
  });
});

function buildObject(
  { kind, version, namespaced }: Kind,
  { spec }: Crd,
): { readonly metadata: { readonly name: string } } {
  const schema = spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema ?? {};
  const { apiVersion: _, kind: __, metadata: ___, ...properties } = schema.properties ?? {};
  const smallest = buildMinimal({ ...schema, properties });
  const rest = mergePatch(smallest, required[kind] ?? {}) as object;
  const place = namespaced ? { namespace: 'default', name: 'smallest' } : { name: 'smallest' };
  return { ...rest, metadata: place };
}

/** Creates an object. Returns the stored object without its metadata, or the error. */
async function create(client: Client, kind: Kind, object: ReturnType<typeof buildObject>): Promise<unknown> {
  try {
    const { metadata: _, ...rest } = await client.resource(unchecked(kind)).create(object);
    return sortKeys(rest);
  } catch (error) {
    return getMessage(error);
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sortKeys(part)]),
  );
}
