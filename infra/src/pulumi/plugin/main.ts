#!/usr/bin/env node
/** The plugin `pulumi-resource-kubewright`, which Pulumi's engine starts for programs in any language. */
import { main } from '@pulumi/pulumi/provider';

import { kubewrightProvider } from './provider.ts';

// The engine waits as long as the plugin serves.
void main(kubewrightProvider(), process.argv.slice(2));
