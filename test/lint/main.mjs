/**
 * What `npm run lint` checks beside Biome: how the code is written, texts that nothing uses, the
 * workflows of GitHub, the Dockerfile, YAML files and issue forms. It prints each problem with its
 * place, and exits with 1 if there is one.
 */
import { codeProblems } from './code.mjs';
import { dataFileProblems } from './data-files.mjs';
import { dockerfileProblems } from './dockerfile.mjs';
import { unusedTexts } from './locales.mjs';
import { workflowProblems } from './workflows.mjs';

const problems = [
  ...codeProblems(),
  ...unusedTexts(),
  ...(await workflowProblems()),
  ...dockerfileProblems(),
  ...dataFileProblems(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
