import { toVariable } from '../init/names.ts';
import type { DeclaredKind } from './find-kind.ts';
import type { Node, SourceText } from './source-text.ts';
import { joinParts, type Part, splitLiteral } from './split-literal.ts';
import { findProperty, getName, toNodes } from './syntax.ts';

/** The input for adding a version to a kind. */
export interface NewVersion {
  readonly declared: DeclaredKind;
  /** Name of the hub version, which controllers use; `other` is the version that becomes a spoke. */
  readonly hub: string;
  readonly other: string;
  /** Name of the variable that declares the spoke's version, such as `CafeV1`. */
  readonly api: string;
}

/** The source texts that declare a kind in two versions. */
export interface Declarations {
  /** Constants with the fields that both versions share; empty if the source's syntax does not allow sharing. */
  readonly constants: string;
  /** The argument of `defineApi` for the hub; it replaces the text of `present`. */
  readonly hub: string;
  readonly present: Node;
  /** The `defineApi` call of the spoke's version. */
  readonly other: string;
  /** The value of the spoke's option `shared`. */
  readonly shared: string | undefined;
}

/** Renders the declarations of both versions, with constants for shared fields. */
export function renderDeclarations(added: NewVersion): Declarations {
  const { source, variable, declaration, version: present } = added.declared;
  const { init } = variable;
  const isInCall = declaration.start > init.start && declaration.end < init.end;
  if (!isInCall) return renderSpread(added, toNodes(init['arguments'])[0] ?? declaration);
  const shared = shareParts(added.declared);
  const render = (version: string): string => {
    const isPresent = version === present;
    const isOld = isPresent && version === added.other;
    const parts = shared.parts.flatMap((part) => {
      if (part.name === 'deprecated') return isPresent ? [part] : [];
      if (part.name !== 'version') return [part];
      const named = { ...part, code: `version: '${version}'`, trail: isPresent ? part.trail : '' };
      return isOld && !shared.isDeprecated ? [named, createPart(shared.parts, 'deprecated: true')] : [named];
    });
    return joinParts(parts);
  };
  const before = source.text.slice(init.start, declaration.start);
  const other = before + render(added.other) + source.text.slice(declaration.end, init.end);
  return {
    ...{ constants: shared.constants, shared: shared.fields },
    ...{ hub: render(added.hub), present: declaration, other },
  };
}

/** Renders the declarations if the argument of `defineApi` is a variable. */
function renderSpread({ declared, hub, other }: NewVersion, present: Node): Declarations {
  const render = (version: string): string => `{ ...${declared.source.slice(present)}, version: '${version}' }`;
  return { constants: '', shared: undefined, hub: render(hub), present, other: `defineApi(${render(other)})` };
}

interface SharedParts {
  readonly constants: string;
  /** Name of the constant that contains the shared fields. */
  readonly fields: string | undefined;
  /** The properties of both declarations: `version`, and the constants in place of what the properties repeat. */
  readonly parts: readonly Part[];
  readonly isDeprecated: boolean;
}

function shareParts({ source, declaration, kind }: DeclaredKind): SharedParts {
  const all = splitLiteral(source, declaration);
  const isOwn = (name: string): boolean => all.some((part) => part.name === name);
  const isSpread = (name: string): boolean => !isOwn(name) && findProperty(source, declaration, name) !== undefined;
  const fields =
    isSpread('spec') || isSpread('status') ? undefined : shareFields(source, all, `${toVariable(kind)}Shared`);
  const version = all.find(({ name }) => name === 'version') ?? createPart(all, '', 'version');
  const rest = shareRest(source, all, `${toVariable(kind)}Api`);
  const withFields = all.map((part) => fields?.parts.get(part) ?? part);
  const parts =
    rest === undefined
      ? [...withFields, ...(isOwn('version') ? [] : [version])]
      : [rest.part, version, ...withFields.filter(({ name }) => name !== undefined && own.has(name))];
  const constants = [fields?.constant, rest?.constant].filter((each) => each !== undefined).join('\n\n');
  return {
    constants,
    fields: fields?.name,
    parts,
    isDeprecated: findProperty(source, declaration, 'deprecated') !== undefined,
  };
}

/** Properties that differ between versions, so they are not shared. */
const own: ReadonlySet<string> = new Set(['deprecated', 'spec', 'status']);

/** Creates a part, on its own line if the existing parts have their own lines. */
function createPart(parts: readonly Part[], code: string, name?: string): Part {
  const lead = parts.map((part) => /\n[ \t]*$/.exec(part.lead)?.[0]).find((each) => each !== undefined) ?? ' ';
  return { name, lead, code, trail: '' };
}

interface SharedFields {
  readonly name: string;
  readonly constant: string;
  /** Replacements for the existing `spec` and `status` that use the constant. */
  readonly parts: ReadonlyMap<Part, Part>;
}

/** Moves the fields of `t.object({ … })` into a constant. Returns `undefined` if a schema has another form. */
function shareFields(source: SourceText, all: readonly Part[], name: string): SharedFields | undefined {
  const schemas = all.filter((part) => part.name === 'spec' || part.name === 'status');
  const found = schemas.flatMap((part) => {
    const fields = findFields(part.node);
    return fields === undefined ? [] : [{ part, fields }];
  });
  if (found.length === 0 || found.length < schemas.length || isUsed(source, name)) return undefined;
  const lines = found.map(({ part, fields }) => `  ${part.name ?? ''}: ${source.slice(fields)},`);
  const parts = found.map(({ part, fields }): [Part, Part] => {
    const start = part.node?.start ?? 0;
    const before = part.code.slice(0, fields.start - start);
    const code = `${before}{ ...${name}.${part.name ?? ''} }${part.code.slice(fields.end - start)}`;
    return [part, { ...part, code }];
  });
  const constant = `/** The fields that all versions have. */\nconst ${name} = {\n${lines.join('\n')}\n};`;
  return { name, constant, parts: new Map(parts) };
}

/** Returns the object literal in `t.object({ … })`. */
function findFields(property: Node | undefined): Node | undefined {
  const call = property?.['value'] as Node | undefined;
  const callee = call?.['callee'] as Node | undefined;
  if (callee?.type !== 'MemberExpression') return undefined;
  const [fields] = toNodes(call?.['arguments']);
  const isObject = getName(callee['object']) === 't' && getName(callee['property']) === 'object';
  return isObject && fields?.type === 'ObjectExpression' ? fields : undefined;
}

/** Moves the properties that are equal in all versions into a constant, unless they are in one already. */
function shareRest(
  source: SourceText,
  all: readonly Part[],
  name: string,
): { readonly constant: string; readonly part: Part } | undefined {
  const rest = all.filter((part) => part.name === undefined || (part.name !== 'version' && !own.has(part.name)));
  const [first] = rest;
  if (first === undefined || (rest.length === 1 && first.name === undefined) || isUsed(source, name)) return undefined;
  const part = createPart(all, `...${name}`);
  return { constant: `const ${name} = ${joinParts(rest)} as const;`, part };
}

function isUsed({ text }: SourceText, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
