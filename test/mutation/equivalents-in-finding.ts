import { changesOf, type Equivalent } from './score.ts';

/** Those in what decides which numbers of a text are meant as IMEIs. */
export const FINDING: readonly Equivalent[] = [
  ...changesOf(
    'src/imei/find/attempts.ts',
    "case 'prose':",
    'without it the function ends with nothing, which is as good as false',
    ["case 'prose':"],
  ),
  ...changesOf(
    'src/imei/find/attempts.ts',
    'return groups',
    'more sizes than the patterns look at change nothing',
    ['groups'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    'if (chain.length < FREE_LENGTHS.least ||',
    'it spares the look at the groups; that look decides',
    ['false'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    'while (index < chain.groups.length) {',
    'behind the last group nothing has a shape',
    ['index <= chain.groups.length'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    'if (!FIRST_SIZES.has(sizeAt(chain, from))) return undefined;',
    'it spares the look at every cut; that look decides',
    ['false'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    'if (sizeAt(chain, from) !== FIRST_CARD_SIZE) return undefined;',
    'it spares the look at every cut; that look decides',
    ['false'],
  ),
  ...changesOf('src/imei/find/findings.ts', 'if (span === undefined) return;', 'what is told has groups', [
    'false',
  ]),
  ...changesOf(
    'src/imei/find/findings.ts',
    'return first === undefined || last === undefined ?',
    'what is told has groups',
    ['false', 'first === undefined && last === undefined'],
  ),
  ...changesOf(
    'src/imei/find/attempts.ts',
    'if ((length === 10 || length === 11) &&',
    'groups of these sizes have one of these lengths, and nothing but them has',
    ['true', '/(?:1-)?3-3-4$/'],
  ),
  ...changesOf(
    'src/imei/find/findings.ts',
    "return problem.kind === 'looks-like' &&",
    'no other problem says what it looks like',
    ['true'],
  ),
  ...changesOf(
    'src/imei/find/meaning.ts',
    "if (standing === 'labelled' || chain.label.kind",
    'a labelled number has that label',
    ['false'],
  ),
  ...changesOf(
    'src/imei/find/meaning.ts',
    "return lead !== '' &&",
    'the pattern says the same of the commonest lead, more slowly',
    ['true'],
  ),
  ...changesOf(
    'src/imei/find/parse.ts',
    'const before = BEFORE_NUMBER.exec(written)',
    'the pattern matches every text',
    ['BEFORE_NUMBER.exec(written)[0]'],
  ),
  ...changesOf(
    'src/imei/find/findings.ts',
    'const span = isFull() ?',
    'what is full takes no more; that is only told sooner',
    ['false'],
  ),
  ...changesOf(
    'src/imei/find/search.ts',
    'if (collector.isFull && isMistyped(characters))',
    'what is full takes no more; that is only told sooner',
    ['false'],
  ),
  ...changesOf(
    'src/imei/find/search.ts',
    'if (first?.from === 0 && first.to ===',
    'where nothing is left, nothing is found; that is only told sooner',
    ['false'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    'const gap = gapIndex < 0 ?',
    'before the first gap there is none',
    ['false'],
  ),
  ...changesOf('src/imei/find/search.ts', 'tellCutOffs(chain.groups[0]', 'a chain has a first group', [
    'chain.groups[0].start',
  ]),
  ...changesOf(
    'src/imei/find/search.ts',
    'looked += 1;',
    'what is counted downwards is a multiple as often',
    ['looked -= 1'],
  ),
  ...changesOf(
    'src/imei/find/search.ts',
    'for (; !next.done && next.value.start < to;',
    'no other number starts where one that is cut off does',
    ['next.value.start <= to'],
  ),
  ...changesOf(
    'src/imei/find/search.ts',
    'for (; lineEnd >= 0 && lineEnd <',
    'no number starts with a line end',
    ['lineEnd <= next.value.start'],
  ),
  ...changesOf(
    'src/imei/find/search.ts',
    'return from === 1 && label.slotAhead &&',
    'a chain has a first group',
    ['first.text'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    'const joined = index > 0 &&',
    'before the first group there is no candidate',
    ['index >= 0'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    'const spoken = sizes.length > 2 &&',
    'two groups of six digits are no number',
    ['true', 'sizes.length >= 2'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    'const version = to > digitsTo ?',
    'a candidate ends within its chain',
    ['chain.groups[digitsTo].text'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    'if (gap === undefined) return to;',
    'behind the last group none has a size',
    ['false'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    '/^0{1,2}$/.test(chain.groups[to]',
    'it is asked of the last group only',
    ['chain.groups[to].text'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    'if (from !== 1 || !chain.firstOnLine',
    'a chain has a first group',
    ['chain.groups[0].text'],
  ),
  ...changesOf(
    'src/imei/find/shapes.ts',
    "return chain.gaps[0] !== '.' ||",
    'the second group is the one that is asked about',
    ['chain.groups[1].text'],
  ),
];
