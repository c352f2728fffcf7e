import ts from 'typescript';

/** All forms of a word that we do not use, and the usual Kubernetes words to use instead. */
export interface BannedWord {
  /** In lower case, with spaces: `held back` also matches `HeldBack` and `held-back`. */
  readonly forms: readonly string[];
  readonly instead: string;
  /** The files to which the ban applies; elsewhere the word has another, correct meaning. @default - all files */
  readonly only?: RegExp;
  /** The files that may use the word. @default - none */
  readonly except?: RegExp;
}

/** Some words are banned only in the runtime: elsewhere Echo is a kind, for instance. */
const runtime = /^operator\/runtime\/src\//;
/** Files that may use `tell` and `tools`: generated kinds, which have Kubernetes' own comments, and `reconcile`. */
const ownWords = /\/(generated|reconcile)\//;

/** The glossary, operator/docs/glossary.md, explains the words to use. */
export const bannedWords: readonly BannedWord[] = [
  { forms: ['feed', 'feeds'], instead: 'watch progress', only: runtime },
  { forms: ['held back', 'holds back'], instead: 'deferred events', only: runtime },
  { forms: ['bury', 'buried', 'unbury', 'grave', 'graves'], instead: 'tombstone' },
  { forms: ['echo'], instead: 'own write', only: runtime },
  { forms: ['cache rows'], instead: 'indexer' },
  { forms: ['stranger', 'strangers'], instead: 'unowned object' },
  { forms: ['puts right', 'put right', 'brings in line', 'bring in line'], instead: 'update, repair' },
  { forms: ['in line'], instead: 'up to date', only: runtime },
  { forms: ['let go', 'lets go'], instead: 'remove the finalizer', only: runtime },
  { forms: ['left behind', 'leave behind', 'leaves behind'], instead: 'abandoned', only: runtime },
  { forms: ['patience'], instead: 'timeout' },
  { forms: ['look at all', 'looks at all'], instead: 'resync', only: runtime },
  { forms: ['own doings'], instead: 'own writes' },
  { forms: ['keyed work queue'], instead: 'work queue' },
  { forms: ['told', 'untold'], instead: 'notified, emitted, reported, logged', except: /\/generated\// },
  {
    forms: ['tell', 'tells', 'telling', 'teller'],
    instead: 'notify, emit, report, log',
    only: runtime,
    except: ownWords,
  },
  { forms: ['tools', 'make tools'], instead: 'injected', only: runtime, except: ownWords },
  { forms: ['goes unseen', 'unseen end', 'unseen child'], instead: 'terminating, unwatched' },
];

/** The banned words in the name of a file. */
export function findBannedInName(file: string): string[] {
  return findBanned(file, file);
}

/** The banned words in identifiers, comments and test titles, with their lines. Other strings may contain them. */
export function findBannedInSource(text: string, file = ''): string[] {
  // Skips parsing for most files.
  if (findBanned(text, file).length === 0) return [];
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  return [...collectOffsets(source)].flatMap(([start, end]) => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    return findBanned(text.slice(start, end), file).map((problem) => `line ${line}: ${problem}`);
  });
}

/** The start and end offset of each identifier, comment and test title. */
function collectOffsets(source: ts.SourceFile): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    if (children.length === 0) for (const { pos, end } of listCommentsBefore(source.text, node)) found.set(pos, end);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.set(node.getStart(source), node.end);
    const title = findTitle(node);
    if (title !== undefined) found.set(title.getStart(source), title.end);
    children.forEach(visit);
  };
  visit(source);
  return found;
}

/** The name of the called function: `it.each` for `it.each(rows)` and for `it.each(rows)('title', test)`. */
function formatCallee(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression))
    return `${formatCallee(expression.expression)}.${expression.name.text}`;
  if (ts.isCallExpression(expression)) return formatCallee(expression.expression);
  return ts.isTaggedTemplateExpression(expression) ? formatCallee(expression.tag) : '';
}

/** The title of a test or a group, which may be a template. */
function findTitle(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !/^(?:describe|it|test)\b/.test(formatCallee(node.expression))) return undefined;
  const [title] = node.arguments;
  return title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) ? title : undefined;
}

/** The comments between a token and the previous one. */
function listCommentsBefore(text: string, { pos }: ts.Node): readonly ts.CommentRange[] {
  return [...(ts.getTrailingCommentRanges(text, pos) ?? []), ...(ts.getLeadingCommentRanges(text, pos) ?? [])];
}

function findBanned(text: string, file: string): string[] {
  const plain = ` ${splitWords(text)} `;
  return bannedWords
    .filter(({ only, except }) => only?.test(file) !== false && except?.test(file) !== true)
    .flatMap(({ forms, instead }) =>
      forms.filter((form) => plain.includes(` ${form} `)).map((form) => `"${form}" is "${instead}" here`),
    );
}

/** Splits a text into words in lower case: `#heldBack`, `HeldBack` and `held-back` all become "held back". */
function splitWords(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
    .trim();
}
