import type { Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';

import './style.css';

export default {
  extends: theme,
  async enhanceApp() {
    if (import.meta.env.SSR) return;
    const { MermaidDiagram } = await import('../../diagram.ts');
    customElements.define('mermaid-diagram', MermaidDiagram);
  },
} satisfies Theme;
