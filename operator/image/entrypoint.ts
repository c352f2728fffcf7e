/**
 * The flags with which an image starts Node: they belong to the image, as the version of Node does, and not to the
 * Deployment. `operator/docs/start.md` has the same in its `Dockerfile`.
 *
 * `--max-semi-space-size`, in MiB: with V8's own choice of up to 16 a burst of objects doubles the memory, for hardly
 * less CPU time. https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib
 */
export const nodeFlags = ['--max-semi-space-size=2'] as const;
