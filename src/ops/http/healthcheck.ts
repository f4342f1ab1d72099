#!/usr/bin/env node
import { askHealth } from './ask-health.ts';

const { healthy, said } = await askHealth(process.env);
process.stdout.write(`${said}\n`);
process.exitCode = healthy ? 0 : 1;
