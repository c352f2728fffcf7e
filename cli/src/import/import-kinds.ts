import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { compareFiles, formatWritten, writeFiles } from '@kubewright/generate';
import { compareCrds, type CrdChange, formatChanges } from '@kubewright/infra/crd-changes';

import { canAsk, confirmOverwrite } from '../init/ask.ts';
import type { Project } from '../project.ts';
import { CommandError } from '../report-error.ts';
import { type Choice, chooseKinds, type Found } from './choose.ts';
import { type ImportedKind, listImported, renderImported, toCrdPath } from './imported-kind.ts';
import { readSource, type SourceFile } from './source.ts';

/** The flags of `kubewright import`. */
export interface ImportFlags extends Choice {
  readonly context?: string;
  readonly check?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * Writes a module for each kind of a source; with `check`, only compares.
 * @param source the source as the user passed it. @default - the sources that the existing modules record
 * @returns false if `check` found a change
 */
export async function importKinds(
  project: Pick<Project, 'folder' | 'module'>,
  source: string | undefined,
  flags: ImportFlags,
): Promise<boolean> {
  const { folder, module } = project;
  const root = path.posix.dirname(module.replaceAll(path.sep, '/'));
  const imported = await listImported(folder, root);
  const found =
    source === undefined
      ? await findRecorded(imported, { folder, root, ...flags })
      : chooseKinds(await readSource(source, { folder, ...flags }), imported, { ...flags, root });
  return flags.check === true ? check(found, flags) : write(folder, found, flags);
}

interface Place extends ImportFlags {
  readonly folder: string;
  readonly root: string;
}

/** Finds the already imported kinds in the sources that their modules record. Reads each source once. */
async function findRecorded(imported: readonly ImportedKind[], options: Place): Promise<readonly Found[]> {
  if (imported.length === 0) {
    const hint = `${path.posix.join(options.root, 'imported')} has no imported kind: pass a file, a URL or <group>/<version>`;
    throw new CommandError('import again', hint);
  }
  const found: Found[] = [];
  for (const [source, kinds] of Map.groupBy(imported, (kind) => kind.source)) {
    const files = await readSource(source, options);
    found.push(...chooseKinds(keepKnown(files, kinds, source), imported, { root: options.root }));
  }
  return found;
}

function keepKnown(
  files: readonly SourceFile[],
  kinds: readonly ImportedKind[],
  source: string,
): readonly SourceFile[] {
  const names = new Set(kinds.map(({ crd }) => crd.metadata.name));
  const present = new Set(files.flatMap(({ crds }) => crds.map(({ metadata }) => metadata.name)));
  const gone = [...names].find((name) => !present.has(name));
  if (gone !== undefined)
    throw new CommandError(
      `import ${gone}`,
      `${source} no longer contains this kind: import the kind from another source`,
    );
  return files.map((file) => ({ ...file, crds: file.crds.filter(({ metadata }) => names.has(metadata.name)) }));
}

async function write(folder: string, found: readonly Found[], flags: ImportFlags): Promise<boolean> {
  const files = new Map(found.flatMap(({ file, ...origin }) => [...renderImported(file, origin)]));
  const { changed } = await compareFiles(folder, files);
  await protectEdits(folder, found, { changed, flags });
  const result = await writeFiles(folder, files);
  if (flags.json === true) console.log(JSON.stringify({ changed: result.changed }));
  else console.log(formatWritten(result).trimEnd());
  warnOfOutside(found);
  return true;
}

/** `--check` reads the source again, and would not find it on another machine. */
function warnOfOutside(found: readonly Found[]): void {
  for (const source of new Set(found.map((each) => each.source)))
    if (source.startsWith('../'))
      console.error(
        `warning: ${source} is outside of the project, so \`kubewright import --check\` fails on other machines: import a URL, or copy the file into the project`,
      );
}

/** Asks before it overwrites a file that differs from what the command wrote. */
async function protectEdits(
  folder: string,
  found: readonly Found[],
  { changed, flags }: { readonly changed: readonly string[]; readonly flags: ImportFlags },
): Promise<void> {
  const isLost = ({ file, before }: Found): boolean => {
    if (![file, toCrdPath(file)].some((each) => changed.includes(each))) return false;
    return before === undefined ? existsSync(path.join(folder, file)) : before.isEdited;
  };
  const files = found.filter(isLost).map(({ file }) => file);
  if (files.length === 0 || flags.yes === true) return;
  const what = `write ${files.join(', ')}`;
  if (canAsk(flags) && (await confirmOverwrite(files, what))) return;
  throw new CommandError(what, 'the file was edited after the import: pass --yes to overwrite the edits');
}

interface Outdated {
  readonly file: string;
  readonly source: string;
  readonly changes: readonly CrdChange[];
}

/** Compares the CRDs of the sources with those in the project. */
function check(found: readonly Found[], { json }: ImportFlags): boolean {
  if (found.every(({ before }) => before === undefined)) {
    throw new CommandError(
      'compare the imported kinds',
      'no kind of the source is imported yet: run the command without --check',
    );
  }
  const outdated = found.flatMap(({ file, source, crd, before }): Outdated[] => {
    if (before === undefined || isDeepStrictEqual(before.crd, crd)) return [];
    return [{ file, source, changes: compareCrds([before.crd], [crd]) }];
  });
  if (json === true) console.log(JSON.stringify({ outdated }));
  else console.log(formatOutdated(outdated));
  return outdated.length === 0;
}

function formatOutdated(outdated: readonly Outdated[]): string {
  if (outdated.length === 0) return 'all imported kinds are up to date';
  const texts = outdated.map(({ file, source, changes }) => {
    const what = changes.length === 0 ? 'only descriptions or columns changed' : formatChanges(changes).trimEnd();
    return `outdated: ${file}, from ${source}\n${what}`;
  });
  return `${texts.join('\n')}\nrun \`kubewright import\` with the same source, and commit the result`;
}
