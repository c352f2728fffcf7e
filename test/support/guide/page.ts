/** A block of a page of the guide, in the order in which a reader follows them. */
export type Block =
  /** A file to write. If the file exists, the page only shows a part of it. */
  | { readonly type: 'file'; readonly file: string; readonly text: string }
  /** Changes of a file. */
  | { readonly type: 'edit'; readonly file: string; readonly hunks: readonly Hunk[] }
  /** Commands that the reader runs in the project's folder. */
  | { readonly type: 'commands'; readonly commands: readonly PageCommand[] };

/** Lines of a file, and the lines that replace them. Without lines before, the new ones go to the end of the file. */
export interface Hunk {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The number of new lines that the reader writes. */
  readonly written: number;
}

export interface PageCommand {
  readonly command: string;
  /** The output that the page shows for the command. @default - no output: it does not matter */
  readonly output?: string;
}

/**
 * Parses the blocks of a page of the guide. The paragraph above a file or an edit names its file, in backticks; a line
 * `@@` precedes each further change in the same diff.
 */
export function parsePage(page: string): readonly Block[] {
  const fences = page.matchAll(/((?:^(?!```)[^\S\n]*\S.*\n)*)\n*^```(\w+)\n([^]*?)^```$/gm);
  return [...fences].flatMap(([, paragraph = '', language = '', text = '']) =>
    parseBlock({ paragraph, language, text }),
  );
}

interface Fence {
  readonly paragraph: string;
  readonly language: string;
  readonly text: string;
}

function parseBlock(fence: Fence): Block[] {
  const { language, text } = fence;
  switch (language) {
    case 'sh':
      return [{ type: 'commands', commands: parseShell(text) }];
    case 'console':
      return [{ type: 'commands', commands: parseConsole(text) }];
    case 'diff':
      return [{ type: 'edit', file: findFile(fence), hunks: text.split(/^@@.*\n/m).map(parseHunk) }];
    case 'mermaid':
      return [];
    default:
      return [{ type: 'file', file: findFile(fence), text }];
  }
}

function findFile({ paragraph, text }: Fence): string {
  const named = [...paragraph.matchAll(/`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|ya?ml|json))`/g)];
  const [file, ...others] = new Set(named.map(([, name = '']) => name));
  if (file === undefined || others.length > 0) {
    const [first = ''] = text.split('\n');
    throw new Error(`the paragraph above the block "${first}" must name one file in backticks`);
  }
  return file;
}

function parseShell(text: string): readonly PageCommand[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line !== '')
    .map((command) => ({ command }));
}

function parseConsole(text: string): readonly PageCommand[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...output] = part.trimEnd().split('\n');
      return { command, output: output.join('\n') };
    });
}

function parseHunk(text: string): Hunk {
  const lines = text.replace(/\n$/, '').split('\n');
  const choose = (signs: string): string[] =>
    lines.filter((line) => signs.includes(line.charAt(0) || ' ')).map((line) => line.slice(1));
  const written = lines.filter((line) => /^\+.*\S/.test(line)).length;
  return { before: choose(' -'), after: choose(' +'), written };
}
