import type { CrdSchema } from '@kubewright/declaration';

import { buildGenerateError } from '../generate-error.ts';
import { renderDocComment } from './doc-comment.ts';
import { listObjects, nameKind, nameObjects } from './names.ts';
import { formatLiteral, type Member, type ObjectType, type TypeNode, TypeReader } from './types.ts';

/** The fields of a CRD that its types need. */
export interface ForeignCrd {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema?: { readonly openAPIV3Schema?: CrdSchema };
    }[];
  };
}

/** What a module of a foreign kind needs besides its CRD. */
export interface ForeignKindOptions {
  /** The version whose types the module has. */
  readonly version: string;
  /** The file with the CRD, relative to the module: `./certificate.crd.json`. */
  readonly crdFile: string;
  /** Lines of comments at the top. @default - none */
  readonly header?: readonly string[];
}

const widest = 120;

/**
 * The TypeScript module of a kind of others: an interface per object of its schema, and the typed `Kind`. The same CRD
 * gives the same text.
 *
 * Errors: `GENERATE_FAILED` if the CRD lacks the version.
 */
export function renderForeignKind({ spec }: ForeignCrd, { version, crdFile, header = [] }: ForeignKindOptions): string {
  const found = spec.versions.find(({ name }) => name === version);
  if (found === undefined) throw buildGenerateError(`type ${spec.names.kind}`, `its CRD lacks the version ${version}`);
  const schema = found.schema?.openAPIV3Schema ?? {};
  const isNamespaced = spec.scope === 'Namespaced';
  const base = isNamespaced ? 'NamespacedObject' : 'KubeObject';
  const members = new TypeReader().readMembers(schema, [], ['apiVersion', 'kind', 'metadata']).map(toRootMember);
  const objects = listObjects(members.map(({ type }) => type));
  const kind = nameKind(spec.names.kind);
  const names = nameObjects(kind, objects);
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const interfaces = [
    renderInterface({ ...schema, path: [], members, isOpen }, { name: `${kind} extends ${base}`, names }),
    renderKind(spec, { kind, version, isNamespaced, crdFile }),
    ...objects.map((object) => renderInterface(object, { name: names.get(object) ?? '', names })),
  ];
  const imports = `import type { Kind, ${base} } from '@kubewright/runtime';\n`;
  return `${header.map((line) => `// ${line}\n`).join('')}${imports}\n${interfaces.join('\n')}`;
}

/** An object has no status until a controller writes it. */
function toRootMember(member: Member): Member {
  return member.name === 'status' ? { ...member, isOptional: true } : member;
}

function renderKind(
  { group, names }: ForeignCrd['spec'],
  of: { readonly kind: string; readonly version: string; readonly isNamespaced: boolean; readonly crdFile: string },
): string {
  return `export const ${of.kind}: Kind<${of.kind}> = {
  group: ${formatLiteral(group)},
  version: ${formatLiteral(of.version)},
  kind: ${formatLiteral(names.kind)},
  plural: ${formatLiteral(names.plural)},
  namespaced: ${String(of.isNamespaced)},
  crdFile: new URL(${formatLiteral(of.crdFile)}, import.meta.url),
};
`;
}

interface Naming {
  readonly name: string;
  readonly names: ReadonlyMap<ObjectType, string>;
}

function renderInterface({ description, members, isOpen }: ObjectType, { name, names }: Naming): string {
  const lines = [
    ...members.map((member) => renderMember(member, names)),
    ...(isOpen ? ['  readonly [field: string]: unknown;\n'] : []),
  ];
  const body = lines.length === 0 ? '{}' : `{\n${lines.join('')}}`;
  return `${renderDocComment(description)}export interface ${name} ${body}\n`;
}

function renderMember({ name, isOptional, type, description }: Member, names: Naming['names']): string {
  const comment = renderDocComment(description).replaceAll(/^(?=.)/gm, '  ');
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : formatLiteral(name);
  const start = `  readonly ${key}${isOptional ? '?' : ''}:`;
  const line = `${start} ${formatType(type, names)};\n`;
  return comment + (line.length <= widest + 1 ? line : `${start}${breakType(type, names)};\n`);
}

function formatType(type: TypeNode, names: Naming['names']): string {
  switch (type.is) {
    case 'text':
      return type.text;
    case 'union':
      return type.of.join(' | ');
    case 'nullable':
      return `${formatType(type.of, names)} | null`;
    case 'array':
      return `readonly ${formatItem(type.of, names)}[]`;
    case 'map':
      return `Readonly<Record<string, ${formatType(type.of, names)}>>`;
    case 'object':
      return names.get(type.object) ?? '';
  }
}

function formatItem(type: TypeNode, names: Naming['names']): string {
  const text = formatType(type, names);
  return / /.test(text) && type.is !== 'map' ? `(${text})` : text;
}

/** A type that is too long for its line, as Prettier breaks it: the choices of a union below, if need be each on a line. */
function breakType(type: TypeNode, names: Naming['names']): string {
  const isList = type.is === 'array';
  const choices = listChoices(isList ? type.of : type);
  if (choices === undefined) return ` ${formatType(type, names)}`;
  const line = `    ${choices.join(' | ')}`;
  const lines = line.length <= widest - (isList ? 0 : 1) ? line : formatChoices(choices);
  return isList ? ` readonly (\n${lines}\n  )[]` : `\n${lines}`;
}

function listChoices(type: TypeNode): readonly string[] | undefined {
  if (type.is === 'union') return type.of;
  return type.is === 'nullable' && type.of.is === 'union' ? [...type.of.of, 'null'] : undefined;
}

function formatChoices(choices: readonly string[]): string {
  return choices.map((choice) => `    | ${choice}`).join('\n');
}
