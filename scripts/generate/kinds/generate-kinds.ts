import { format, type Options } from 'prettier';

import { type OpenApiSource, readApiDocuments } from './api-documents.ts';
import { builtinKinds, type KindGroup } from './builtin-kinds.ts';
import { collectDeclarations } from './declarations.ts';
import { renderGroupFile, renderIndexFile } from './group-file.ts';
import { seal } from './seal.ts';
import { embeddedTypes, renderStructuralSchemas } from './structural-schemas.ts';

/** Settings of `generateKinds`. */
export interface GenerateKindsOptions {
  /** The result of `kindsFingerprint`. It is written to `index.ts`, for `kindsAreCurrent`. */
  readonly fingerprint: string;
  /** The kinds to generate. @default - `builtinKinds` */
  readonly groups?: readonly KindGroup[];
  /** The full names of the schemas that a CRD can embed. @default - the words of `t` */
  readonly embedded?: readonly string[];
}

/**
 * The files of `runtime/src/kinds/generated`, formatted, by their name in that folder. Every other file there is stale.
 *
 * Guarantees: the order of the keys in `components.schemas` does not change the texts.
 * Errors: for a kind that the API server does not serve, a reference to a missing schema, and an unsupported OpenAPI
 * type.
 */
export async function generateKinds(
  source: OpenApiSource,
  { fingerprint, groups = builtinKinds, embedded = embeddedTypes }: GenerateKindsOptions,
): Promise<ReadonlyMap<string, string>> {
  const { version, ...documents } = await readApiDocuments(source, groups);
  const declarations = collectDeclarations({ version, ...documents });
  const names = [...new Set(declarations.all.map(({ file }) => file))].sort();
  const texts = new Map(
    names.map((file) => [`${file}.ts`, renderGroupFile(file, { declarations, schemas: documents.schemas })]),
  );
  texts.set('schemas.ts', renderStructuralSchemas({ version, schemas: documents.schemas }, embedded));
  texts.set('index.ts', renderIndexFile(names, declarations.all));
  const formatted = await Promise.all(
    [...texts].map(async ([name, text]) => [name, await format(renderHeader(version) + text, style)] as const),
  );
  return seal(new Map(formatted), fingerprint);
}

/**
 * The options of `.prettierrc.json`, as constants: generated files are formatted like all others, regardless of the
 * configuration of the machine.
 */
const style: Options = { parser: 'typescript', printWidth: 120, singleQuote: true, trailingComma: 'all' };

function renderHeader(version: string): string {
  return `// Generated from Kubernetes ${version} by \`npm run generate\`: do not edit. Comments are those of its OpenAPI documents.\n`;
}
