import { build } from 'rolldown';
import config from '../rolldown.config.js';

const BUILD = new URL('../../../dist/platforms/', import.meta.url);

// Not by the command of the bundler, which lists all files first.
await build({ ...config, output: { ...config.output, dir: 'dist/platforms' } });
await import(new URL('test/support/platforms/main.js', BUILD).href);
