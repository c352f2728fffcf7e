#!/usr/bin/env node
import { create } from '@kubewright/cli/create';

await create(process.argv.slice(2));
