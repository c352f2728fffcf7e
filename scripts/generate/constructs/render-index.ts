interface Module {
  readonly file: string;
  readonly text: string;
}

const header = `/**
 * Typed constructs of every kind, generated from the declarations of the APIs by \`npm run generate\`.
 */
`;

/**
 * Pure: the index, which exports every construct, enum and type of the generated modules by name.
 *
 * Throws if two modules export the same name.
 */
export function renderIndex(modules: readonly Module[]): string {
  const named = modules.map((module) => ({ ...module, names: parseExportedNames(module.text) }));
  rejectDuplicates(named);
  return (
    header +
    named
      .map(({ file, names }) => `export {\n${names.map((name) => `  ${name},\n`).join('')}} from './${file}';\n`)
      .join('')
  );
}

/**
 * Exports classes and enums as values, interfaces as types. Omits functions, which cdk8s calls inside of the modules to
 * write JSON.
 */
function parseExportedNames(text: string): string[] {
  return [...text.matchAll(/^export (class|enum|interface) (\w+)/gm)].map(([, keyword, name]) =>
    keyword === 'interface' ? `type ${name ?? ''}` : (name ?? ''),
  );
}

function rejectDuplicates(modules: readonly (Module & { readonly names: readonly string[] })[]): void {
  const owners = new Map<string, string>();
  for (const { file, names } of modules) {
    for (const name of names) {
      const owner = owners.get(name);
      if (owner !== undefined) throw new Error(`failed to index imports/: ${owner} and ${file} both export ${name}`);
      owners.set(name, file);
    }
  }
}
