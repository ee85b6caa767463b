#!/usr/bin/env node
// The command `millrace` from a clone: installs and builds what has changed, then is the command.
import { bootstrap, buildCommand } from './bootstrap.mjs';

bootstrap();
buildCommand();
process.setSourceMapsEnabled(true);
await import('../apps/cli/dist/main.js');
