import type { Declaration } from './declarations.ts';

/** The text of the generated `index.ts`, without its header: the exports of each file, values first. */
export function indexFile(files: readonly string[], declarations: readonly Declaration[]): string {
  const exports = files.map((file) => {
    const own = declarations.filter((declaration) => declaration.file === file);
    const kinds = own.filter((declaration) => declaration.kind !== undefined).map(({ type }) => type);
    const types = own.filter((declaration) => declaration.kind === undefined).map(({ type }) => type);
    return exportText(`./${file}.ts`, kinds, types);
  });
  return exports.join('\n');
}

/** An `export` for one file. A file without kinds has no values: `export type` avoids its import at run time. */
function exportText(from: string, kinds: readonly string[], types: readonly string[]): string {
  if (kinds.length === 0) return `export type { ${[...types].sort().join(', ')} } from '${from}';`;
  const names = [...kinds].sort().concat([...types].sort().map((type) => `type ${type}`));
  return `export { ${names.join(', ')} } from '${from}';`;
}
