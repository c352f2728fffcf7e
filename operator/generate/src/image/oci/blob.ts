import { createHash } from 'node:crypto';

import { failed } from '../failed.ts';

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
  readonly variant?: string;
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

export function digestOf(data: Uint8Array): string {
  return `sha256:${createHash('sha256').update(data).digest('hex')}`;
}

export function blobOf(mediaType: string, data: Uint8Array): Blob {
  return { descriptor: { mediaType, digest: digestOf(data), size: data.byteLength }, data };
}

export function jsonBlob(mediaType: string, value: unknown): Blob {
  return blobOf(mediaType, Buffer.from(JSON.stringify(value)));
}

/** What a blob of JSON says. Whoever reads it checks what it needs of it. */
export function jsonOf<T>(data: Uint8Array): Partial<T> {
  return JSON.parse(Buffer.from(data).toString()) as Partial<T>;
}

/** `data`, if it has the digest. Throws: if it has another one. */
export function verified(data: Uint8Array, digest: string): Uint8Array {
  if (digestOf(data) === digest) return data;
  throw failed(`read ${digest}`, `its content has the digest ${digestOf(data)}: take it from where it is intact`);
}
