import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { listFiles } from '../list-files.ts';
import { CommandError } from '../report-error.ts';
import { type Node, SourceText } from './source-text.ts';
import { findString, getName, isCall, listVariables, resolve, toNodes, type Variable } from './syntax.ts';

/** A `defineApi` call in a module of the project. */
export interface DeclaredKind {
  /** Path of the module, relative to the project. */
  readonly file: string;
  readonly source: SourceText;
  readonly variable: Variable;
  /** The object literal that is passed to `defineApi`. */
  readonly declaration: Node;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Finds all `defineApi` calls in the project. @param root the folder of the operator's module */
export async function listKinds(folder: string, root: string): Promise<readonly DeclaredKind[]> {
  const files = (await listModules(folder, root)).filter((file) => !/\.(test|d)\.ts$/.test(file));
  const found = await Promise.all(files.map((file) => readKinds(folder, file)));
  return found.flat();
}

/** Lists the modules and tests that the author wrote: neither imported kinds nor installed packages. */
export async function listModules(folder: string, root: string): Promise<readonly string[]> {
  return (await listFiles(path.join(folder, root)))
    .map((file) => path.posix.join(root, file))
    .filter((file) => file.endsWith('.ts') && !/(^|\/)(node_modules|imported)\//.test(file));
}

async function readKinds(folder: string, file: string): Promise<readonly DeclaredKind[]> {
  const text = await readFile(path.join(folder, file), 'utf8');
  if (!text.includes('defineApi')) return [];
  const source = parse(text, file);
  return listVariables(source).flatMap((variable) => {
    const [argument] = isCall(variable.init, 'defineApi') ? toNodes(variable.init['arguments']) : [];
    const declaration = resolve(source, argument);
    if (declaration?.type !== 'ObjectExpression') return [];
    const [group, version, kind] = ['group', 'version', 'kind'].map((name) => findString(source, declaration, name));
    if (group === undefined || version === undefined || kind === undefined) return [];
    return [{ file, source, variable, declaration, group, version, kind }];
  });
}

function parse(text: string, file: string): SourceText {
  try {
    return new SourceText(text);
  } catch (cause) {
    throw new CommandError(`read ${file}`, (cause as Error).message, cause);
  }
}

/** Finds the declaration that controllers use: the hub, if the kind has a conversion. */
export function findKind(kinds: readonly DeclaredKind[], kind: string): DeclaredKind {
  const declared = kinds.filter((each) => each.kind === kind);
  const found = declared.find((each) => findConversion(each) !== undefined) ?? declared[0];
  if (found !== undefined) return found;
  const known = [...new Set(kinds.map((each) => each.kind))].join(', ') || 'none';
  const hint = `no module calls defineApi with this kind and string literals for group, version and kind; kinds of the project: ${known}`;
  throw new CommandError(`find the kind ${kind}`, hint);
}

/** Finds the variable whose value is the `defineConversion` call with this declaration as its hub. */
export function findConversion({ source, variable }: DeclaredKind): Variable | undefined {
  return listVariables(source).find(
    ({ init }) => isCall(init, 'defineConversion') && getName(toNodes(init['arguments'])[0]) === variable.name,
  );
}
