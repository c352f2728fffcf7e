import { installTools } from './go-tools.ts';

/** The version of Pulumi's engine, and of its SDK for Python. */
export const version = '3.220.0';

/** Returns the path of the Pulumi command line that `scripts/tools/pulumi` pins. */
export async function findPulumi(): Promise<string> {
  const linkerFlags = [`-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`];
  const { pulumi } = await installTools({ pinnedIn: 'pulumi', linkerFlags, tools: ['pulumi'] });
  return pulumi;
}

/** Returns the path of the language host for Node that `scripts/tools/pulumi-nodejs` pins. Pulumi finds it in PATH. */
export async function findLanguageHost(): Promise<string> {
  const host = 'pulumi-language-nodejs';
  return (await installTools({ pinnedIn: 'pulumi-nodejs', tools: [host] }))[host];
}

/** Returns the path of the language host for YAML that `scripts/tools/pulumi-yaml` pins. */
export async function findYamlHost(): Promise<string> {
  const host = 'pulumi-language-yaml';
  return (await installTools({ pinnedIn: 'pulumi-yaml', tools: [host] }))[host];
}
