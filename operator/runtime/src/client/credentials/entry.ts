import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { getMessage, OperatorError } from '../../base/index.ts';

/** The fields of a mapping in YAML. */
export type Fields = Readonly<Record<string, unknown>>;

/** A cluster, user or context of a kubeconfig. */
export interface Entry {
  /** Names the entry in errors: `the user "admin"`. */
  readonly title: string;
  readonly fields: Fields;
  /** The folder of its kubeconfig, the base of relative paths. */
  readonly folder: string;
}

/** Whether a field has a value: YAML's null and the empty text do not count. */
export function has({ fields }: Pick<Entry, 'fields'>, field: string): boolean {
  const value = fields[field];
  return value !== undefined && value !== null && value !== '';
}

/** Errors: `UnusableError` if the value is not a string, as for kubectl. */
export function getText(entry: Pick<Entry, 'title' | 'fields'>, field: string): string | undefined {
  if (!has(entry, field)) return undefined;
  const value = entry.fields[field];
  if (typeof value === 'string') return value;
  // Omits the value, which may be a password.
  throw new UnusableError(`${field} of ${entry.title} is not a string; put it in quotes`);
}

/** Errors: `UnusableError` if the value is neither true nor false: the string `"true"` enables nothing. */
export function getFlag(entry: Entry, field: string): boolean {
  if (!has(entry, field)) return false;
  const value = entry.fields[field];
  if (typeof value === 'boolean') return value;
  throw new UnusableError(`${field} of ${entry.title} is neither true nor false`);
}

/** An absolute path. */
export function getPath(entry: Entry, field: string): string | undefined {
  const path = getText(entry, field);
  return path === undefined ? undefined : resolve(entry.folder, path);
}

/** The content of `<field>-data`, or else of the file `<field>`. kubectl uses this order; client-node the reverse. */
export async function readBytes(entry: Entry, field: string): Promise<Buffer | undefined> {
  const data = getText(entry, `${field}-data`);
  if (data !== undefined) return Buffer.from(data, 'base64');
  const path = getPath(entry, field);
  return path === undefined ? undefined : readFile(path);
}

/** A problem of a kubeconfig. `buildInvalidError` adds the step at which it was found. */
export class UnusableError extends Error {
  override readonly name = 'Unusable';
}

/** @param what completes "failed to ..." @param why an error, or the reason in words */
export function buildInvalidError(what: string, why: unknown): OperatorError {
  const cause = why instanceof Error ? { cause: why } : {};
  return new OperatorError('CREDENTIALS_INVALID', `${what} (${getMessage(why)})`, cause);
}
