import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';

/** The source texts of the Mermaid diagrams of a page. */
export function listDiagrams(page: string): readonly string[] {
  return [...page.matchAll(/^```mermaid\n([^]*?)^```/gm)].map(([, text = '']) => text);
}

/** The error of the Mermaid parser for a diagram; `undefined` if the diagram is valid. */
export async function findDiagramError(diagram: string): Promise<string | undefined> {
  try {
    await mermaid.parse(diagram);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Loads Mermaid's own parser without a browser. Mermaid uses `window` only to sanitize labels, and leaves them as they
 * are if the document has no working `implementation`.
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
