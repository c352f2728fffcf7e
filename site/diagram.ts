import mermaidScript from '@mermaid-js/tiny/dist/mermaid.tiny.js?url';

interface Mermaid {
  initialize(options: { readonly startOnLoad: boolean; readonly theme: string; readonly fontFamily: string }): void;
  render(id: string, text: string): Promise<{ readonly svg: string }>;
}

let loading: Promise<Mermaid> | undefined;

/** Loads Mermaid with the first diagram, because most pages have none. */
function loadMermaid(): Promise<Mermaid> {
  return (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = mermaidScript;
    script.onload = () => resolve((globalThis as unknown as { readonly mermaid: Mermaid }).mermaid);
    script.onerror = () => reject(new Error('failed to load Mermaid'));
    document.head.append(script);
  }));
}

let drawn = 0;

/** Draws the text inside of it, in the colours of the page. Until then, and if Mermaid fails, the text is visible. */
export class MermaidDiagram extends HTMLElement {
  readonly #theme = new MutationObserver(() => void this.#draw());

  connectedCallback(): void {
    this.#theme.observe(document.documentElement, { attributeFilter: ['class'] });
    void this.#draw();
  }

  disconnectedCallback(): void {
    this.#theme.disconnect();
  }

  async #draw(): Promise<void> {
    const mermaid = await loadMermaid();
    const theme = document.documentElement.classList.contains('dark') ? 'dark' : 'neutral';
    mermaid.initialize({ startOnLoad: false, theme, fontFamily: 'inherit' });
    const { svg } = await mermaid.render(`diagram-${String((drawn += 1))}`, this.textContent);
    (this.shadowRoot ?? this.attachShadow({ mode: 'open' })).innerHTML = svg;
  }
}
