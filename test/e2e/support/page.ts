import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';

/**
 * Fetches the page at a node port until it contains `text`, because Pods and ports can be reached only after a moment.
 */
export function fetchPage(scope: Scope, nodePort: number | undefined, text: string): Promise<string> {
  if (nodePort === undefined) throw new Error('the Service lacks a node port');
  const url = `http://${scope.nodePortAddress(nodePort)}`;
  return until(`${url} shows ${text}`, async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    const page = await response.text();
    return response.ok && page.includes(text) && page;
  });
}
