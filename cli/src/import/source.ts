import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { runKubectl } from '@kubewright/declaration/kubectl';

import { listFiles } from '../list-files.ts';
import { CommandError } from '../report-error.ts';
import { fetchText } from './fetch-text.ts';
import { parseCrds } from './parse-crds.ts';
import type { Crd } from './structural.ts';

/** CRDs, and the source that contains them. */
export interface SourceFile {
  /**
   * The source in a form that the user can pass again: a path relative to the project, a URL, or
   * `cluster:<group>/<version>`.
   */
  readonly source: string;
  /** SHA-256 of the source text; for a cluster, of the CRDs. */
  readonly sha256: string;
  readonly crds: readonly Crd[];
  /** The version that the user named in the source. @default - none */
  readonly version?: string;
}

export interface SourceOptions {
  /** The project's folder. Recorded paths are relative to it. */
  readonly folder: string;
  /** Context of the kubeconfig. @default - the current context */
  readonly context?: string;
}

const ofCluster =
  /^(?:cluster:)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)\/(v\d+(?:(?:alpha|beta)\d+)?)(?:\/([A-Z][A-Za-z0-9]*))?$/;

/**
 * Reads the CRDs in a file, a folder or a cluster, or at a URL. @param source as the user passed it, or as a module
 * records it
 */
export async function readSource(source: string, options: SourceOptions): Promise<readonly SourceFile[]> {
  if (/^https?:/i.test(source)) return [readText(source, await fetchText(source))];
  const [, group, version, kind] = ofCluster.exec(source) ?? [];
  if (source.trim() === '')
    throw new CommandError('import', 'the source is empty: omit it, or name a file, a URL or a kind');
  const place = path.resolve(options.folder, source);
  if (existsSync(place)) return readPlace(place, options.folder);
  if (group !== undefined && version !== undefined) return readCluster({ group, version, kind }, options);
  const hint =
    'the source is neither a file or folder, nor an https URL, nor <group>/<version>[/<Kind>] of the cluster';
  throw new CommandError(`import ${source}`, hint);
}

function readText(source: string, text: string): SourceFile {
  return { source, sha256: computeSha256(text), crds: parseCrds(text, source) };
}

async function readPlace(place: string, folder: string): Promise<readonly SourceFile[]> {
  const isFolder = (await stat(place)).isDirectory();
  const files = isFolder ? (await listFiles(place)).map((file) => path.join(place, file)) : [place];
  const read = files
    .filter((file) => !isFolder || /\.(ya?ml|json)$/.test(file))
    .sort()
    .map(async (file) => {
      const source = path.relative(folder, file).replaceAll(path.sep, '/');
      const text = await readFile(file, 'utf8');
      // Skips files of a folder that do not contain a CRD.
      if (isFolder && !/kind"?: *["']?(CustomResourceDefinition|List)/.test(text)) return [];
      return [readText(source, text)];
    });
  const found = (await Promise.all(read)).flat();
  if (found.length > 0) return found;
  throw new CommandError(
    `import ${place}`,
    'the folder has no file (.yaml, .yml or .json) with a CustomResourceDefinition',
  );
}

async function readCluster(
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string | undefined },
  { context }: SourceOptions,
): Promise<readonly SourceFile[]> {
  const all = await readClusterCrds(context);
  const crds = all.filter(
    ({ spec }) =>
      spec.group === group &&
      spec.versions.some(({ name, served }) => name === version && served) &&
      (kind === undefined || spec.names.kind === kind),
  );
  if (crds.length === 0) {
    const hint = `no CRD of the cluster serves this: \`kubectl get crd | grep ${group}\` lists the CRDs of the group`;
    throw new CommandError(`import ${[group, version, kind].filter(Boolean).join('/')}`, hint);
  }
  return crds.map((crd) => ({
    source: `cluster:${group}/${version}/${crd.spec.names.kind}`,
    sha256: computeSha256(JSON.stringify(crd)),
    crds: [crd],
    version,
  }));
}

export function computeSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Reads all CRDs of a cluster, with the kubectl on PATH. @param context @default - the current context */
async function readClusterCrds(context?: string): Promise<readonly Crd[]> {
  // A list of all CRDs can take longer than other requests.
  const args = ['get', 'customresourcedefinitions', '-o', 'json', '--request-timeout=30s'];
  const { code, stdout, stderr } = await runKubectl([
    ...(context === undefined ? [] : ['--context', context]),
    ...args,
  ]);
  if (code !== 0) throw new CommandError(`read the CRDs of the cluster`, stderr.trim());
  return parseCrds(stdout, 'the cluster');
}
