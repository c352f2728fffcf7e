import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';

/** Fetches the page behind a node port, until it holds `text`: the network learns of Pods and ports a little later. */
export function pageAt(scope: Scope, nodePort: number | undefined, text: string): Promise<string> {
  if (nodePort === undefined) throw new Error('there is no node port');
  const url = `http://${scope.nodePortAddress(nodePort)}`;
  return until(`${url} says ${text}`, async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    const page = await response.text();
    return response.ok && page.includes(text) && page;
  });
}
