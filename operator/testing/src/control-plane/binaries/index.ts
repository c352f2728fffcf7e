/**
 * Where the executables of the control plane come from.
 *
 * - `find-binaries.ts`: the way in, and the order in which the ways are tried
 * - `pins.ts`: the versions, read from `operator/testing/control-plane/go.mod`
 * - `binary.ts`, `cache-directory.ts`: which executables there are, and where they are kept
 * - `install.ts`, `lock.ts`: once, atomically, whoever asks at the same time
 * - `go-toolchain.ts`, `build.ts`: built with Go
 * - `releases.ts`, `checksum.ts`, `download.ts`: downloaded from the official releases
 */
export { binaryNames, type Binaries, type BinaryName } from './binary.ts';
export { findBinaries, type FindBinariesOptions } from './find-binaries.ts';
export { readPins, type Pins } from './pins.ts';
