import type { Reply, Section } from '../../core/reply.ts';
import type { FoundProblem } from '../../imei/find/findings.ts';
import { withSections } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { problemLines } from './problem.ts';

/** The answer to one IMEI with the invalid numbers of its message below. */
export function withProblems(view: View, answer: Reply, problems: readonly FoundProblem[]): Reply {
  return withSections(answer, problemSections(view, problems));
}

/** The invalid numbers of a message as a group of their own; none when there are none. */
export function problemSections(view: View, problems: readonly FoundProblem[]): readonly Section[] {
  if (problems.length === 0) return [];
  return [
    {
      heading: view.say('list.heading', {
        heading: view.say('list.headings.invalid'),
        count: problems.length,
      }),
      fields: [],
      lines: problemLines(view, problems),
    },
  ];
}
