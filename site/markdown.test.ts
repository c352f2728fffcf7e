import path from 'node:path';

import { expect, it } from 'vitest';
import { createMarkdownRenderer } from 'vitepress';

import { root } from '../scripts/run.ts';
import { configureMarkdown } from './markdown.ts';

const deadLinks: string[] = [];
const options = { pages: new Map(), reportDeadLink: (message: string) => void deadLinks.push(message) };
const md = await createMarkdownRenderer(root, { config: (renderer) => configureMarkdown(renderer, options) });
const render = (text: string) => md.render(text, { path: path.join(root, 'README.md') });

it('shows braces and names in angle brackets as they are', () => {
  expect(render('Set {{ name }} of <kind>.')).toBe('<p>Set &#123;&#123; name }} of &lt;kind&gt;.</p>\n');
  expect(render('<kind>\n\ntext')).toContain('&lt;kind&gt;');
});

it('drops comments', () => {
  expect(render('<!-- fields -->\n\ntext').trim()).toBe('<p>text</p>');
});

it('keeps the lines of a diagram', () => {
  const diagram = 'flowchart TB\n  a --> b["<x>"]\n';
  const escaped = 'flowchart TB\n  a --&gt; b[&quot;&lt;x&gt;&quot;]\n';
  expect(render(`\`\`\`mermaid\n${diagram}\`\`\``)).toBe(
    `<mermaid-diagram v-pre><pre>${escaped}</pre></mermaid-diagram>\n`,
  );
});

it('reports a link to a file that does not exist', () => {
  render('[a](AGENTS.md) [b](missing.md)');
  expect(deadLinks).toEqual(['README.md links to missing.md, which does not exist']);
});
