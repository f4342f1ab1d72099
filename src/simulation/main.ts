#!/usr/bin/env node
import { readEnvironment } from '../environment.ts';
import { runSimulation } from './run.ts';

process.exitCode = await runSimulation(process.argv.slice(2), readEnvironment('.env', process.env), process);
