import path from 'node:path';

import type { MarkdownRenderer } from 'vitepress';

import { root } from '../scripts/run.ts';
import { type Page, tryResolveLink } from './pages.ts';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

export interface MarkdownOptions {
  /** The pages of the site, by path. */
  readonly pages: ReadonlyMap<string, Page>;
  readonly reportDeadLink: (message: string) => void;
}

/** Makes pages that are written for GitHub work on the site. */
export function configureMarkdown(md: MarkdownRenderer, { pages, reportDeadLink }: MarkdownOptions): void {
  md.core.ruler.push('links of the repository', ({ tokens, env }) => {
    // VitePress parses the title of a page alone, without a path.
    const { realPath, path: file = root } = env as { readonly realPath?: string; readonly path?: string };
    const from = path.relative(root, realPath ?? file);
    for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
      showHtml(token);
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href === null) continue;
      const url = tryResolveLink(pages, from, href);
      if (url === undefined) reportDeadLink(`${from} links to ${href}, which does not exist`);
      else token.attrSet('href', url);
    }
  });
  const text = md.renderer.rules.text;
  // Escapes braces, because Vue would take them for an expression.
  md.renderer.rules.text = (...args) => (text?.(...args) ?? '').replaceAll('{{', '&#123;&#123;');
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token?.info === 'mermaid')
      return `<mermaid-diagram v-pre><pre>${md.utils.escapeHtml(token.content)}</pre></mermaid-diagram>\n`;
    // The highlighter does not support PromQL.
    if (token?.info === 'promql') token.info = 'txt';
    return fence?.(tokens, index, ...rest) ?? '';
  };
}

/** Shows HTML as text, such as `<name>` in a sentence, and drops comments. */
function showHtml(token: Token): void {
  if (token.type !== 'html_inline' && token.type !== 'html_block') return;
  token.content = token.content.replaceAll(/<!--[^]*?-->/g, '');
  token.type = 'text';
}
