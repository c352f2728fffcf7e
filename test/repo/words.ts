import ts from 'typescript';

/** A word that the runtime no longer uses, in all its forms, and the words of the field that took its place. */
export interface BannedWord {
  /** Lower case, with spaces: `held back` is also in `HeldBack` and in `held-back`. */
  readonly forms: readonly string[];
  readonly instead: string;
  /** Files that may use it. @default - none */
  readonly except?: RegExp;
}

/** The types of Kubernetes come with its comments; what a reconcile says of itself has words of its own. */
const ownWords = /\/(kinds|reconcile)\//;

/** operator/docs/glossary.md explains the words that we use. */
export const bannedWords: readonly BannedWord[] = [
  { forms: ['feed', 'feeds'], instead: 'watch progress' },
  { forms: ['held back', 'holds back'], instead: 'deferred events' },
  { forms: ['bury', 'buried', 'unbury', 'grave', 'graves'], instead: 'tombstone' },
  { forms: ['echo'], instead: 'own write' },
  { forms: ['cache rows'], instead: 'indexer' },
  { forms: ['stranger', 'strangers'], instead: 'unowned object' },
  {
    forms: ['bring in line', 'brings in line', 'in line', 'let go', 'lets go', 'puts right', 'put right'],
    instead: 'update, repair, remove the finalizer',
  },
  { forms: ['left behind', 'leave behind', 'leaves behind'], instead: 'abandoned' },
  { forms: ['patience'], instead: 'timeout' },
  { forms: ['look at all', 'looks at all'], instead: 'resync' },
  { forms: ['own doings'], instead: 'own writes' },
  { forms: ['keyed work queue'], instead: 'work queue' },
  {
    forms: ['told', 'tell', 'tells', 'telling', 'teller', 'untold'],
    instead: 'notified, emitted, reported, logged',
    except: ownWords,
  },
  { forms: ['tools', 'make tools'], instead: 'injected', except: ownWords },
  { forms: ['goes unseen', 'unseen end', 'unseen child'], instead: 'terminating, unwatched' },
];

/** The banned words in the name of a file. */
export function bannedInName(file: string): string[] {
  return bannedIn(file, file);
}

/** The banned words in identifiers and comments, and the line where each stands. Other strings are free. */
export function bannedInSource(text: string, file = ''): string[] {
  // Most files hold none, and then nothing is parsed.
  if (bannedIn(text, file).length === 0) return [];
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  return [...namesAndComments(source)].flatMap(([start, end]) => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    return bannedIn(text.slice(start, end), file).map((problem) => `line ${line}: ${problem}`);
  });
}

/** Where each identifier and each comment starts and ends. */
function namesAndComments(source: ts.SourceFile): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    if (children.length === 0) for (const { pos, end } of commentsBefore(source.text, node)) found.set(pos, end);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.set(node.getStart(source), node.end);
    children.forEach(visit);
  };
  visit(source);
  return found;
}

/** The comments between a token and the one before it. */
function commentsBefore(text: string, { pos }: ts.Node): readonly ts.CommentRange[] {
  return [...(ts.getTrailingCommentRanges(text, pos) ?? []), ...(ts.getLeadingCommentRanges(text, pos) ?? [])];
}

function bannedIn(text: string, file: string): string[] {
  const plain = ` ${inWords(text)} `;
  return bannedWords
    .filter(({ except }) => except?.test(file) !== true)
    .flatMap(({ forms, instead }) =>
      forms.filter((form) => plain.includes(` ${form} `)).map((form) => `"${form}" is "${instead}" here`),
    );
}

/** `#heldBack`, `HeldBack` and `held-back` all read "held back". */
function inWords(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
    .trim();
}
