import type { Theme } from 'vitepress';
import defaultTheme from 'vitepress/theme-without-fonts';

import './style.css';

/** The default theme with the fonts of the system, and diagrams. */
export const theme: Theme = {
  extends: defaultTheme,
  async enhanceApp() {
    if (import.meta.env.SSR) return;
    const { MermaidDiagram } = await import('../../diagram.ts');
    customElements.define('mermaid-diagram', MermaidDiagram);
  },
};
