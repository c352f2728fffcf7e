import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';

/** Returns the source text of each Mermaid diagram on a page. */
export function listDiagrams(page: string): readonly string[] {
  return [...page.matchAll(/^```mermaid\n([^]*?)^```/gm)].map(([, text = '']) => text);
}

/** Returns the error of the Mermaid parser for a diagram; `undefined` if the diagram is valid. */
export async function findDiagramError(diagram: string): Promise<string | undefined> {
  try {
    await mermaid.parse(diagram);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Loads Mermaid's own parser without a browser. The parser uses `window` only to sanitize labels, and skips that if the
 * document has no working `implementation`.
 */
function loadMermaid(): { parse(text: string): Promise<unknown> } {
  const script = createRequire(import.meta.url).resolve('@mermaid-js/tiny');
  const window: Record<string, unknown> = {
    document: { nodeType: 9, implementation: {}, createElement: () => ({}) },
    Element: Object,
    addEventListener: () => undefined,
  };
  window['window'] = window;
  const context = vm.createContext(window);
  vm.runInContext(readFileSync(script, 'utf8'), context, { filename: script });
  return window['mermaid'] as { parse(text: string): Promise<unknown> };
}

const mermaid = loadMermaid();
