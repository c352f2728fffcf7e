import type { Declaration, Declarations } from './declarations.ts';
import { renderDocComment } from '../../../operator/generate/src/foreign-kinds/doc-comment.ts';
import type { Schemas } from './schema.ts';
import { baseTypes } from './schema-names.ts';
import { type ResolveName, formatProperties, formatType } from './type-text.ts';

/** The input of a group file besides its own declarations. */
export interface GroupFileContext {
  readonly declarations: Declarations;
  readonly schemas: Schemas;
}

/** The text of one generated file, without its header: imports, then the kinds, then the other types. */
export function renderGroupFile(file: string, context: GroupFileContext): string {
  const imports = new Imports(file);
  const resolveName = createNameResolver(context, imports);
  const own = context.declarations.all.filter((declaration) => declaration.file === file);
  const body = own.map((declaration) => renderDeclaration(declaration, resolveName, imports));
  return `${imports.render()}\n${body.join('\n')}`;
}

function createNameResolver({ declarations, schemas }: GroupFileContext, imports: Imports): ResolveName {
  const resolveName: ResolveName = (fullName) => {
    const base = baseTypes.get(fullName);
    if (base !== undefined) return imports.useBase(base);
    const declaration = declarations.tryFind(fullName);
    if (declaration !== undefined) return imports.use(`./${declaration.file}.ts`, declaration.type);
    return formatType(schemas[fullName] ?? {}, resolveName);
  };
  return resolveName;
}

function renderDeclaration(declaration: Declaration, resolveName: ResolveName, imports: Imports): string {
  if (declaration.kind !== undefined) return renderKind(declaration, resolveName, imports);
  const { type, schema } = declaration;
  const doc = renderDocComment(schema.description);
  if (schema.properties === undefined) return `${doc}export type ${type} = ${formatType(schema, resolveName)};\n`;
  return `${doc}export interface ${type} {\n${formatProperties(schema, resolveName)}\n}\n`;
}

/**
 * The text of a kind. Its `spec` is required: the API server stores a spec for every kind that has one, and reconcilers
 * need not check for it.
 */
function renderKind({ type, schema, kind }: Declaration, resolveName: ResolveName, imports: Imports): string {
  const { apiVersion: _a, kind: _k, metadata: _m, ...properties } = schema.properties ?? {};
  const base = kind?.namespaced === true ? 'NamespacedObject' : 'KubeObject';
  const required = [...(schema.required ?? []), 'spec'];
  const members = formatProperties({ properties, required }, resolveName);
  return `${renderDocComment(schema.description)}export interface ${type} extends ${imports.useBase(base)} {
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

  render(): string {
    return [...this.#names]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}';\n`)
      .join('');
  }
}

/** The text of the generated `index.ts`, without its header: the exports of each file, values first. */
export function renderIndexFile(files: readonly string[], declarations: readonly Declaration[]): string {
  const exports = files.map((file) => {
    const own = declarations.filter((declaration) => declaration.file === file);
    const kinds = own.filter((declaration) => declaration.kind !== undefined).map(({ type }) => type);
    const types = own.filter((declaration) => declaration.kind === undefined).map(({ type }) => type);
    return renderExport(`./${file}.ts`, kinds, types);
  });
  return exports.join('\n');
}

/** An `export` for one file. A file without kinds has no values: `export type` avoids its import at run time. */
function renderExport(from: string, kinds: readonly string[], types: readonly string[]): string {
  if (kinds.length === 0) return `export type { ${[...types].sort().join(', ')} } from '${from}';`;
  const names = [...kinds].sort().concat([...types].sort().map((type) => `type ${type}`));
  return `export { ${names.join(', ')} } from '${from}';`;
}
