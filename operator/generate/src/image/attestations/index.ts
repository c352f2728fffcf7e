/**
 * Attestations: what is in an image, and what it was built from.
 *
 * @module
 */
export { type Build, provenanceMediaType, provenanceOf } from './provenance.ts';
export { type Contents, sbomMediaType, sbomOf } from './sbom.ts';
