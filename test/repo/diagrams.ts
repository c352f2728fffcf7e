import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';

/** The diagrams of a page, as they are written. */
export function diagramsIn(page: string): readonly string[] {
  return [...page.matchAll(/^```mermaid\n([^]*?)^```/gm)].map(([, text = '']) => text);
}

/** What mermaid says of a diagram that it cannot parse; `undefined` if it can. */
export async function errorIn(diagram: string): Promise<string | undefined> {
  try {
    await mermaid.parse(diagram);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Mermaid's own parser, without a browser. It asks for a window only to clean labels that it is about to draw: to one
 * that can make no documents it gives them back as they are.
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
