import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import type { TerminalSize } from './kubelet-host.ts';

const largest = 65_535;

/** Passes on every size that the client sends: one JSON object a line. Never rejects. */
export async function sizesOf(text: Readable, resize: (size: TerminalSize) => void): Promise<void> {
  try {
    for await (const line of createInterface({ input: text })) {
      const size = sizeIn(line);
      if (size !== undefined) resize(size);
    }
  } catch {
    // The client has disconnected.
  }
}

/** `undefined`: no size that a terminal can have. */
function sizeIn(line: string): TerminalSize | undefined {
  const { Width: width, Height: height } = parse(line);
  return isSize(width) && isSize(height) ? { width, height } : undefined;
}

function parse(line: string): { readonly Width?: unknown; readonly Height?: unknown } {
  try {
    return (JSON.parse(line) ?? {}) as object;
  } catch {
    return {};
  }
}

function isSize(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= largest;
}
