#!/usr/bin/env node
import { readEnvironment } from '../config/environment.ts';
import { runSimulation } from './run.ts';

process.exitCode = await runSimulation(process.argv.slice(2), readEnvironment('.env', process.env), process);
