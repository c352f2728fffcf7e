import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { getMessage, OperatorError } from '../../base/index.ts';

/** The fields of a YAML mapping. */
export type Fields = Readonly<Record<string, unknown>>;

/** A cluster, user or context of a kubeconfig. */
export interface Entry {
  /** The entry in error messages: `the user "admin"`. */
  readonly title: string;
  readonly fields: Fields;
  /** The folder of the kubeconfig file: relative paths of the entry start there. */
  readonly folder: string;
}

/** Whether a field has a value. YAML's null and the empty text do not count as one. */
export function has({ fields }: Pick<Entry, 'fields'>, field: string): boolean {
  const value = fields[field];
  return value !== undefined && value !== null && value !== '';
}

/** Returns a text field. Errors: `UnusableError` if the value is not a string, as for kubectl. */
export function getText(entry: Pick<Entry, 'title' | 'fields'>, field: string): string | undefined {
  if (!has(entry, field)) return undefined;
  const value = entry.fields[field];
  if (typeof value === 'string') return value;
  // Omits the value, which may be a password.
  throw new UnusableError(`${field} of ${entry.title} is not a string; put it in quotes`);
}

/**
 * Returns a boolean field. Errors: `UnusableError` if the value is neither true nor false, such as the string `"true"`.
 */
export function getFlag(entry: Entry, field: string): boolean {
  if (!has(entry, field)) return false;
  const value = entry.fields[field];
  if (typeof value === 'boolean') return value;
  throw new UnusableError(`${field} of ${entry.title} is neither true nor false`);
}

/** Returns the path in a field, as an absolute path. */
export function getPath(entry: Entry, field: string): string | undefined {
  const path = getText(entry, field);
  return path === undefined ? undefined : resolve(entry.folder, path);
}

/**
 * Returns the content of the field `<field>-data`, or else of the file in `<field>`. kubectl uses the same order;
 * client-node uses the reverse.
 */
export async function readBytes(entry: Entry, field: string): Promise<Buffer | undefined> {
  const data = getText(entry, `${field}-data`);
  if (data !== undefined) return Buffer.from(data, 'base64');
  const path = getPath(entry, field);
  return path === undefined ? undefined : readFile(path);
}

/** Thrown for a problem of a kubeconfig. `buildInvalidError` adds the step that failed. */
export class UnusableError extends Error {
  override readonly name = 'Unusable';
}

/**
 * Builds a `CREDENTIALS_INVALID` error.
 * @param what completes "failed to ..."
 * @param why an error, or the reason in words
 */
export function buildInvalidError(what: string, why: unknown): OperatorError {
  const cause = why instanceof Error ? { cause: why } : {};
  return new OperatorError('CREDENTIALS_INVALID', `${what} (${getMessage(why)})`, cause);
}
