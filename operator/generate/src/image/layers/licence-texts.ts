import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** A module of a package that is in a bundle. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** A package and its licence. */
export interface Licensed {
  readonly folder: string;
  /** The `license` of `package.json`: an SPDX expression or any other text. */
  readonly license: string;
  /** The modules of the package that are in the bundle. */
  readonly sources: readonly Source[];
}

/** The names of licence and notice files. */
const licenceFile = /^(licen[cs]e|copying|notice)([-.].*)?$/i;

/** The comment at the start of a file. */
const leadingComment = /^(?:\/\/[^\n]*\n)+|^\/\*[^]*?\*\//;

/**
 * Returns the licence and notice texts of a package, by file name: its licence files. If it has none, the copyright
 * comments at the start of its modules, and the text of Apache-2.0 or a note that it is in the public domain. Empty if
 * nothing applies.
 */
export async function readLicenceTexts(licensed: Licensed): Promise<ReadonlyMap<string, Uint8Array>> {
  const { folder } = licensed;
  const files = (await listFiles(folder, licenceFile)).filter((file) => !/\.[cm]?[jt]s$/.test(file)).sort();
  if (files.length === 0) return findSubstitutes(licensed);
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(path.join(folder, file))] as const)),
  );
}

/** Lists the files of a folder whose name matches, and symbolic links to files, but no folders. */
export async function listFiles(folder: string, pattern: RegExp): Promise<readonly string[]> {
  const named = (await readdir(folder)).filter((name) => pattern.test(name));
  const stats = await Promise.all(named.map((name) => stat(path.join(folder, name))));
  return named.filter((_, index) => stats[index]?.isFile() === true);
}

async function findSubstitutes({ license, sources }: Licensed): Promise<ReadonlyMap<string, Uint8Array>> {
  const comments = sources.flatMap(({ text }) => leadingComment.exec(text)?.[0] ?? []);
  const notices = [...new Set(comments.map((comment) => comment.trim()))]
    .filter((each) => /copyright/i.test(each))
    .sort();
  const texts = new Map<string, Uint8Array>();
  if (/\bApache-2\.0\b/.test(license)) texts.set('LICENSE-Apache-2.0', await readFile(ownLicence));
  if (/\bUnlicense\b/.test(license)) texts.set('LICENSE-Unlicense', Buffer.from(publicDomain));
  if (notices.length > 0) texts.set('NOTICE-in-modules', Buffer.from(`${notices.join('\n\n')}\n`));
  return texts;
}

/** The Unlicense does not require copies to contain its text. */
const publicDomain = 'Dedicated to the public domain: https://unlicense.org\n';

/** The licence of this package is Apache-2.0, so its file has that text. */
const ownLicence = path.resolve(import.meta.dirname, '../../../LICENSE');
