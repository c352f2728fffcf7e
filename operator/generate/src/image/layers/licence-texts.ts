import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A module of a package that is in a bundle. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** What is known of a package. */
export interface Licensed {
  readonly folder: string;
  /** An SPDX expression, or what the package says instead. */
  readonly license: string;
  /** Those of its modules that are in the bundle. */
  readonly sources: readonly Source[];
}

/** Files of licences and notices; not code of that name. */
const licenceFile = /^(licen[cs]e|copying|notice)([-.].*)?$/i;

/** The comment that a file begins with. */
const leadingComment = /^(?:\/\/[^\n]*\n)+|^\/\*[^]*?\*\//;

/**
 * The texts of the licence and the notices of a package, by file: its files, or if it has none what its modules begin with, and the
 * text of Apache-2.0, or that it is dedicated to the public domain. Empty if there is neither.
 */
export async function readLicenceTexts(licensed: Licensed): Promise<ReadonlyMap<string, Uint8Array>> {
  const { folder } = licensed;
  const files = (await readdir(folder)).filter((file) => licenceFile.test(file) && !/\.[cm]?[jt]s$/.test(file)).sort();
  if (files.length === 0) return findSubstitutes(licensed);
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(path.join(folder, file))] as const)),
  );
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

/** The Unlicense does not require its text. */
const publicDomain = 'Dedicated to the public domain: https://unlicense.org\n';

/** This package has the same licence. */
const ownLicence = path.resolve(import.meta.dirname, '../../../LICENSE');
