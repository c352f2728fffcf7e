import { OperatorError } from '@kubewright/runtime/internal/base';
import type { ChecksumSource } from './releases.ts';

const sha256 = /^[0-9a-f]{64}$/;

/**
 * The SHA-256 of a file in a published text, in lower case.
 *
 * Throws: if the text has none for the file: without a checksum nothing is installed.
 */
export function checksumIn(text: string, source: ChecksumSource): string {
  const checksum = find(text, source)?.toLowerCase();
  if (checksum === undefined || !sha256.test(checksum))
    throw new OperatorError('CLUSTER_FAILED', 'check a file', { hint: `${source.url} names no SHA-256 for it` });
  return checksum;
}

function find(text: string, source: ChecksumSource): string | undefined {
  switch (source.kind) {
    case 'digest-file':
      return text.trim().split(/\s+/)[0];
    case 'sums-file':
      return lineFor(text, source.fileName);
    case 'github-release':
      return assetDigest(text, source.fileName);
  }
}

function lineFor(text: string, fileName: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+\*?/));
  return lines.find(([, name]) => name === fileName)?.[0];
}

function assetDigest(text: string, fileName: string): string | undefined {
  const release = JSON.parse(text) as { assets?: { name: string; digest?: string | null }[] };
  const digest = release.assets?.find(({ name }) => name === fileName)?.digest;
  return digest?.startsWith('sha256:') ? digest.slice('sha256:'.length) : undefined;
}
