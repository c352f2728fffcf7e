#!/usr/bin/env node
import { create } from '@kubewright/cli/internal/create';

await create(process.argv.slice(2));
