import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { OperatorDeclaration } from './declaration.ts';
import { parseDeclaration } from './parse.ts';

/**
 * Reads the declaration of any operator from its JSON file. The paths in it, which are relative to that file, become
 * absolute.
 *
 * Throws if the file does not exist, cannot be read, or is not a declaration; the message names the file and the
 * reason.
 */
export function loadDeclaration(file: string): OperatorDeclaration {
  const declaration = parseDeclaration(readJson(file), file);
  const directory = path.resolve(path.dirname(file));
  const { apis, dashboard } = declaration;
  return {
    ...declaration,
    apis: apis.map((api) => ({ ...api, crd: path.resolve(directory, api.crd) })),
    ...(dashboard !== undefined && { dashboard: path.resolve(directory, dashboard) }),
  };
}

/** The declaration of the operators of this package's version: the default of every construct. */
export function kubewrightDeclaration(): OperatorDeclaration {
  own ??= loadDeclaration(path.join(operatorDirectory(), 'declaration.json'));
  return own;
}

let own: OperatorDeclaration | undefined;

/**
 * The published package has a copy in `dist`. In the repository (where `src` exists beside `dist`), the original is
 * read, because the copy can be out of date.
 */
function operatorDirectory(): string {
  const root = path.resolve(__dirname, '../..');
  return existsSync(path.join(root, 'src')) ? path.join(root, '../operator') : path.join(root, 'dist/operator');
}

function readJson(file: string): unknown {
  const text = textOf(file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { message } = cause as SyntaxError;
    const hint = `it must be the JSON that writeProject of @kubewright/operator writes, but is none: ${message}`;
    throw new Error(`failed to read ${file}: ${hint}`, { cause });
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`failed to read ${file}: ${reasonOf(cause as NodeJS.ErrnoException, file)}`, { cause });
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException, file: string): string {
  if (code !== 'ENOENT') return `it must be a file that this process may read: ${message}`;
  return `there is no file ${path.resolve(file)}: name the declaration.json that writeProject of @kubewright/operator writes`;
}
