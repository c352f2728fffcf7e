import { createHash } from 'node:crypto';

import { buildGenerateError } from '../../generate-error.ts';

/** https://github.com/opencontainers/image-spec/blob/main/media-types.md */
export const mediaTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  empty: 'application/vnd.oci.empty.v1+json',
} as const;

export interface Platform {
  readonly os: string;
  readonly architecture: string;
}

/** Parses `linux/amd64` or `linux/arm64`. Throws: for any other text. */
export function parsePlatform(text: string): Platform {
  const [, os, architecture] = /^(linux)\/(amd64|arm64)$/.exec(text) ?? [];
  if (os !== undefined && architecture !== undefined) return { os, architecture };
  throw buildGenerateError(`build an image for ${text}`, 'write linux/amd64 or linux/arm64');
}

export function formatPlatform({ os, architecture }: Platform): string {
  return `${os}/${architecture}`;
}

export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: Platform;
  readonly artifactType?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Blob {
  readonly descriptor: Descriptor;
  readonly data: Uint8Array;
}

/** A source of blobs: a layout in a folder, or a registry. */
export interface BlobSource {
  /** An index or an image manifest. */
  readonly top: Descriptor;
  /** The name for messages and the provenance. */
  readonly name: string;
  /** Reads content and verifies its digest. */
  read(descriptor: Descriptor): Promise<Uint8Array>;
}

export function hashSha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

export function computeDigest(data: Uint8Array): string {
  return `sha256:${hashSha256(data)}`;
}

export function createBlob(mediaType: string, data: Uint8Array): Blob {
  return { descriptor: { mediaType, digest: computeDigest(data), size: data.byteLength }, data };
}

export function createJsonBlob(mediaType: string, value: unknown): Blob {
  return createBlob(mediaType, Buffer.from(JSON.stringify(value)));
}

/** Parses a JSON blob. The caller checks the fields that it needs. */
export function parseJson<T>(data: Uint8Array): Partial<T> {
  return JSON.parse(Buffer.from(data).toString()) as Partial<T>;
}

/** Returns `data`. Throws: if its digest differs. */
export function verifyDigest(data: Uint8Array, digest: string): Uint8Array {
  if (computeDigest(data) === digest) return data;
  throw buildGenerateError(
    `read ${digest}`,
    `the content of the blob has the digest ${computeDigest(data)}: use an intact copy`,
  );
}
