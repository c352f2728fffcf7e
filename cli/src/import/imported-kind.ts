import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { renderForeignKind } from '@kubewright/generate';

import { toKebab } from '../init/names.ts';
import { listFiles } from '../list-files.ts';
import { CommandError, getMessage } from '../report-error.ts';
import { quote } from '../shell.ts';
import { computeSha256 } from './source.ts';
import { type Crd, type Manifest, normalizeCrd } from './structural.ts';

/** The data from which the module of an imported kind is rendered. */
export interface Origin {
  readonly crd: Crd;
  readonly version: string;
  readonly source: string;
  /** SHA-256 of the source text. */
  readonly sha256: string;
}

/** An imported kind in the project. */
export interface ImportedKind extends Origin {
  /** Path of the module, relative to the project. */
  readonly file: string;
  /** Whether the module or its CRD was edited after the import. */
  readonly isEdited: boolean;
}

const headerPattern =
  /^\/\/ (?<kind>\S+) of [^/\s]+\/(?<version>\S+)\. .*\n\/\/ source: (?<source>.*)\n\/\/ sha256: (?<sha256>\w+)\n\/\/ content: (?<content>\w+)\n/;

/**
 * Lists the paths that the module of a kind can have: `src/imported/cert-manager.io/certificate.ts`, or
 * `certificates.ts` if another kind has the first path, such as HTTPRoute and HttpRoute. Plurals are unique in a group.
 * @param root the folder of the operator's module
 */
export function listModulePaths(root: string, { spec }: Crd): readonly string[] {
  const names = [toKebab(spec.names.kind), spec.names.plural];
  return names.map((name) => path.posix.join(root, 'imported', spec.group, `${name}.ts`));
}

export function toCrdPath(file: string): string {
  return file.replace(/\.ts$/, '.crd.json');
}

/** Renders the module of an imported kind and its CRD, as path → text. The same input gives the same texts. */
export function renderImported(file: string, { crd, version, source, sha256 }: Origin): ReadonlyMap<string, string> {
  const crdText = `${JSON.stringify(crd, undefined, 2)}\n`;
  const crdFile = `./${path.posix.basename(toCrdPath(file))}`;
  const body = renderForeignKind(crd, { version, crdFile });
  const { group, names } = crd.spec;
  const header = [
    `${names.kind} of ${group}/${version}. \`kubewright import\` wrote this file, and asks before it overwrites an edit.`,
    `source: ${source}`,
    `sha256: ${sha256}`,
    `content: ${seal(body, crdText)}`,
  ];
  return new Map([
    [file, `${header.map((line) => `// ${line}\n`).join('')}${body}`],
    [toCrdPath(file), crdText],
  ]);
}

/** Computes the checksum that detects edits of the module or the CRD. */
function seal(body: string, crdText: string): string {
  return computeSha256(body + crdText).slice(0, 16);
}

/** Lists the imported kinds of a project, ordered by file. */
export async function listImported(folder: string, root: string): Promise<readonly ImportedKind[]> {
  const base = path.posix.join(root, 'imported');
  if (!existsSync(path.join(folder, base))) return [];
  const files = (await listFiles(path.join(folder, base))).filter((file) => file.endsWith('.ts'));
  const read = files.map((file) => readImported(folder, path.posix.join(base, file)));
  return (await Promise.all(read)).filter((kind) => kind !== undefined);
}

/** Reads the module of an imported kind; `undefined` if the author wrote the file. */
async function readImported(folder: string, file: string): Promise<ImportedKind | undefined> {
  const crdFile = path.join(folder, toCrdPath(file));
  const text = await readFile(path.join(folder, file), 'utf8');
  const groups = headerPattern.exec(text)?.groups;
  if (groups === undefined || !existsSync(crdFile)) return undefined;
  const crdText = await readFile(crdFile, 'utf8');
  const { kind = '', version = '', source = '', sha256 = '', content } = groups;
  const isEdited = content !== seal(text.replace(headerPattern, ''), crdText);
  const crd = parseImported(crdText, toCrdPath(file), `kubewright import ${quote(source)} --kind ${kind} --yes`);
  return { crd, version, source, sha256, file, isEdited };
}

/**
 * Parses the CRD of an imported kind, which may have been edited. @param command the command that restores a missing
 * CRD
 */
function parseImported(text: string, file: string, command: string): Crd {
  const fail = (problem: string, cause: unknown): CommandError =>
    new CommandError(`read ${file}`, `${problem}: restore it, or delete it and run \`${command}\``, cause);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw fail(`the file is not valid JSON (${getMessage(cause)})`, cause);
  }
  try {
    return normalizeCrd((parsed ?? {}) as Manifest, file);
  } catch (cause) {
    throw fail('the file is not a valid CRD', cause);
  }
}
