import ts from 'typescript';

type Schema = Readonly<Record<string, unknown>>;

/** A type, and the program that knows it. */
interface Typed {
  readonly checker: ts.TypeChecker;
  readonly type: ts.Type;
}

/**
 * The JSON Schema with what the comments of an interface say of each field, as editors show it: its meaning, and what
 * holds if it is left out (`@default`).
 *
 * Throws if the file has no such interface.
 */
export function described(schema: Schema, file: string, name: string): Schema {
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const found = program
    .getSourceFile(file)
    ?.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name);
  if (found === undefined) throw new Error(`${file} has no interface ${name}`);
  return withTexts(schema, { checker, type: checker.getTypeAtLocation(found) });
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  allowImportingTsExtensions: true,
  strict: true,
  noEmit: true,
  types: [],
};

function withTexts(schema: Schema, typed: Typed): Schema {
  const { properties, items, additionalProperties, anyOf } = schema;
  const { checker, type } = typed;
  const within = (inner: unknown, of: ts.Type | undefined): object =>
    of === undefined ? (inner as object) : withTexts(inner as Schema, { checker, type: of });
  return {
    ...schema,
    ...(isSchema(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, each]) => [
          key,
          withText(each as Schema, propertyOf(typed, key), checker),
        ]),
      ),
    }),
    ...(isSchema(items) && { items: within(items, indexOf(typed, ts.IndexKind.Number)) }),
    ...(isSchema(additionalProperties) && {
      additionalProperties: within(additionalProperties, indexOf(typed, ts.IndexKind.String)),
    }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((each) => within(each, type)) }),
  };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function withText(schema: Schema, property: ts.Symbol | undefined, checker: ts.TypeChecker): Schema {
  if (property === undefined) return schema;
  const description = textOf(property, checker);
  return {
    ...(description !== '' && { description }),
    ...withTexts(schema, { checker, type: checker.getTypeOfSymbol(property) }),
  };
}

/** The property of one of the types of a union, as of `false | {…}`. */
function propertyOf({ checker, type }: Typed, name: string): ts.Symbol | undefined {
  return alternativesOf(type)
    .map((each) => checker.getPropertyOfType(each, name))
    .find((each) => each !== undefined);
}

function indexOf({ checker, type }: Typed, kind: ts.IndexKind): ts.Type | undefined {
  return alternativesOf(type)
    .map((each) => checker.getIndexTypeOfType(each, kind))
    .find((each) => each !== undefined);
}

const alternativesOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

/** Two paragraphs, `Number of Pods.` and `Default: 2`, or one of them. */
function textOf(property: ts.Symbol, checker: ts.TypeChecker): string {
  const usual = property.getJsDocTags(checker).find(({ name }) => name === 'default')?.text;
  const texts = [
    ts.displayPartsToString(property.getDocumentationComment(checker)),
    usual === undefined ? '' : `Default: ${ts.displayPartsToString(usual).replace(/^- /, '')}`,
  ];
  const paragraphs = texts
    .flatMap((each) => each.split(/\n\s*\n/))
    .map((each) => each.replaceAll(/\s*\n\s*/g, ' ').trim());
  return paragraphs.filter((each) => each !== '').join('\n\n');
}
