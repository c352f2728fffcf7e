import type { Declaration, Declarations } from './declarations.ts';
import { docComment } from './doc-comment.ts';
import type { Schemas } from './schema.ts';
import { baseTypes } from './schema-names.ts';
import { type NameOf, propertiesText, typeText } from './type-text.ts';

/** The input of a group file besides its own declarations. */
export interface GroupFileContext {
  readonly declarations: Declarations;
  readonly schemas: Schemas;
}

/** The text of one generated file, without its header: imports, then the kinds, then the other types. */
export function groupFile(file: string, context: GroupFileContext): string {
  const imports = new Imports(file);
  const nameOf = nameIn(context, imports);
  const own = context.declarations.all.filter((declaration) => declaration.file === file);
  const body = own.map((declaration) => declarationText(declaration, nameOf, imports));
  return `${imports.text()}\n${body.join('\n')}`;
}

function nameIn({ declarations, schemas }: GroupFileContext, imports: Imports): NameOf {
  const nameOf: NameOf = (fullName) => {
    const base = baseTypes.get(fullName);
    if (base !== undefined) return imports.useBase(base);
    const declaration = declarations.tryFind(fullName);
    if (declaration !== undefined) return imports.use(`./${declaration.file}.ts`, declaration.type);
    return typeText(schemas[fullName] ?? {}, nameOf);
  };
  return nameOf;
}

function declarationText(declaration: Declaration, nameOf: NameOf, imports: Imports): string {
  if (declaration.kind !== undefined) return kindText(declaration, nameOf, imports);
  const { type, schema } = declaration;
  const doc = docComment(schema.description);
  if (schema.properties === undefined) return `${doc}export type ${type} = ${typeText(schema, nameOf)};\n`;
  return `${doc}export interface ${type} {\n${propertiesText(schema, nameOf)}\n}\n`;
}

/**
 * The text of a kind. Its `spec` is required: the API server stores a spec for every kind that has one, and reconcilers
 * need not check for it.
 */
function kindText({ type, schema, kind }: Declaration, nameOf: NameOf, imports: Imports): string {
  const { apiVersion: _a, kind: _k, metadata: _m, ...properties } = schema.properties ?? {};
  const required = [...(schema.required ?? []), 'spec'];
  const members = propertiesText({ properties, required }, nameOf);
  return `${docComment(schema.description)}export interface ${type} extends ${imports.useBase('KubeObject')} {
${members}
}

export const ${type}: ${imports.useBase('Kind')}<${type}> = ${JSON.stringify(kind)};
`;
}

/** The imports of one file. */
class Imports {
  readonly #file: string;
  readonly #names = new Map<string, Set<string>>();

  constructor(file: string) {
    this.#file = file;
  }

  useBase(name: string): string {
    return this.use('../../base/index.ts', name);
  }

  use(from: string, name: string): string {
    if (from === `./${this.#file}.ts`) return name;
    this.#names.set(from, (this.#names.get(from) ?? new Set()).add(name));
    return name;
  }

  text(): string {
    return [...this.#names]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}';\n`)
      .join('');
  }
}

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
