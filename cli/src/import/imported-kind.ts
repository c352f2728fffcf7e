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

/** What a module of a foreign kind is made of. */
export interface Origin {
  readonly crd: Crd;
  readonly version: string;
  readonly source: string;
  /** Of the source. */
  readonly sha256: string;
}

/** A module in the project. */
export interface ImportedKind extends Origin {
  /** Relative to the project. */
  readonly file: string;
  /** Whether somebody has changed the module or its CRD. */
  readonly isEdited: boolean;
}

const headerPattern =
  /^\/\/ (?<kind>\S+) of [^/\s]+\/(?<version>\S+)\. .*\n\/\/ source: (?<source>.*)\n\/\/ sha256: (?<sha256>\w+)\n\/\/ content: (?<content>\w+)\n/;

/**
 * The modules that a kind may have: `src/imported/cert-manager.io/certificate.ts`, and `certificates.ts` if that is
 * another kind's, such as HTTPRoute's and HttpRoute's. A group has only one kind of each plural.
 *
 * @param root the folder of the operator's module
 */
export function listModulePaths(root: string, { spec }: Crd): readonly string[] {
  const names = [toKebab(spec.names.kind), spec.names.plural];
  return names.map((name) => path.posix.join(root, 'imported', spec.group, `${name}.ts`));
}

export function toCrdPath(file: string): string {
  return file.replace(/\.ts$/, '.crd.json');
}

/** The module and its CRD: text by path. The same origin gives the same texts. */
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

/** Finds edits of either file. */
function seal(body: string, crdText: string): string {
  return computeSha256(body + crdText).slice(0, 16);
}

/** The imported kinds of a project, in the order of their files. */
export async function listImported(folder: string, root: string): Promise<readonly ImportedKind[]> {
  const base = path.posix.join(root, 'imported');
  if (!existsSync(path.join(folder, base))) return [];
  const files = (await listFiles(path.join(folder, base))).filter((file) => file.endsWith('.ts'));
  const read = files.map((file) => readImported(folder, path.posix.join(base, file)));
  return (await Promise.all(read)).filter((kind) => kind !== undefined);
}

/** `undefined` for a file of the author. */
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

/** Somebody may have edited or merged the file. @param command writes it again, if it is missing */
function parseImported(text: string, file: string, command: string): Crd {
  const fail = (problem: string, cause: unknown): CommandError =>
    new CommandError(`read ${file}`, `${problem}: restore it, or delete it and run \`${command}\``, cause);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw fail(`it is not valid JSON (${getMessage(cause)})`, cause);
  }
  try {
    return normalizeCrd((parsed ?? {}) as Manifest, file);
  } catch (cause) {
    throw fail('it is not a valid CRD', cause);
  }
}
