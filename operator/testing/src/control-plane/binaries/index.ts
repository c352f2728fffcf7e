/**
 * The executables of the control plane.
 *
 * - `find-binaries.ts`: start here: the ways to get them, in their order
 * - `pins.ts`: the versions, read from `operator/testing/control-plane/go.mod`
 * - `binary.ts`, `cache-directory.ts`: which executables there are, and where they are kept
 * - `install.ts`, `lock.ts`: installs once, atomically, for all processes that ask at the same time
 * - `go-toolchain.ts`, `build.ts`: builds with Go
 * - `releases.ts`, `checksum.ts`, `download.ts`: downloads from the official releases
 */
export { binaryNames, type Binaries, type BinaryName } from './binary.ts';
export { findBinaries, type FindBinariesOptions } from './find-binaries.ts';
export { readPins, type Pins } from './pins.ts';
