import { IMEI_WORD } from './imei-words.ts';
import { MODEL_WORDS, WHICH_WORDS, withoutMarks } from './names.ts';
import { OF_SPEAKER, type OwnName, saysOf } from './own-names.ts';

/** What is looked at before a number and behind it. */
const REACH = { before: 80, behind: 40 };
/**
 * The last words of a line, up to a sign that ends them, and what may stand between them and a number, such as the marks of Markdown. Read
 * backwards from the number: from each letter of the line on, most of it would be tried in vain.
 */
const WORDS_BEFORE =
  /(?<=(\p{L}[\p{L}\p{M} _.°º#№'’/-]{0,50})[*_`]{0,2}[:：]?[*_`]{0,2} ?(?:[-=]>|→|[–—-])? ?[#№]? ?)/uy;
/** What ends the words of another number. */
const ENDS_WORDS = /\d{3}|[,;|]/u;
/** The number of a slot behind its name: `IMEI 1`, `IMEI (2):`, `IMEI no 1 -`. */
const ENDS_IN_SLOT = /[ (#]\d{1,2}\)?[ :.=*_-]{0,4}$/u;
/** Nothing but the sign of a list. */
const NO_WORDS = /^[\s>*•·–-]*$/u;
const LINE_OF_WORDS = /^[\s>*_#•·–-]*(\p{L}[\p{L}\p{M} _.°º#№'’/()-]{0,50})[*_]{0,2}[:：]?[*_]{0,2}\s*$/u;
const WORDS_BEHIND = /^[\])*_]{0,2}[ \t]{0,2}[-–—=([]{1,2}>?[ \t]{0,2}(\p{L}[\p{L}\p{M} _.°º/-]{0,30})/u;
/** Words that are the name of a number, wherever they stand, and those that are so at the end. */
const NAMES_NUMBER =
  /(?<![\p{L}\p{M}])(?:num(?:ber|er|ero|mer)|número|numéro|номер|(?:n[°ºo]?|nr|num|ref|id|code|código)[.:]?$)|(?:№|#|番号|号码|號碼|编号|編號|[单單碼码])$/iu;
/**
 * Words of a sentence, in which any phone is spoken of (“the broken one 3520…”), what phones are called and which of them: nobody names a
 * number of something else so.
 */
const OF_SENTENCE = new Set(
  [
    'and also too or plus then another second other one this that is it its the of a an for from to on in at with my our your his her here',
    'please check can you hi hello thanks same says said shows und auch noch oder dann ein eine einer zweite andere anderes das der die des dem',
    'ist mein meine meiner meines meinem unser von vom zum zur fur bitte prufen hallo danke et aussi ou un une mon ma mes ici est',
    'le la les de du au aux pour avec celui celle autre y e o u tambien otro otra mi es el los las del al para con un una este esta por favor',
    'aqui anche altro altra il lo mio mia della dello di da qui tambem outro outra meu minha do dos das na no ve ile ayrica bu diger icin',
    'lub oraz drugi drugie to i a z od dla moj moja и а у с от для мой моя моего еще та і й від мій моя',
    'और का की के को है मेरा मेरी मेरे यह',
    MODEL_WORDS,
    WHICH_WORDS,
    'mine yours hers theirs ours meins deins mien mienne mio mia tuyo meu minha мое мои моё 我的',
    'watch laptop router modem hotspot handy uhr montre tablette reloj tableta relogio celular телефон смартфон планшет часы годинник 手机 平板 手表',
    'هاتف ساعة تابلت फ़ोन मोबाइल टैबलेट घड़ी',
    'phone phones device handset smartphone tablet xperia lite note fold flip se fe xl gb tb black white blue red green gold silver used spare urgent',
  ]
    .flatMap((words) => words.split(' '))
    .map(withoutMarks),
);
/**
 * Which phone it is behind a sign, where one before is called a phone (“Phone: 3520…, work: 3521…”). Beside what is called IMEI or a device
 * they may name something else.
 */
const BEHIND_SIGN = new Set(
  [
    'work office home private personal backup lost stolen broken damaged defective previous current next loan loaner swap sold bought ebay',
    'correction correct actually sorry back settings hand gps mifi smart smartwatch chromebook mate nord tecno spark infinix htc lg tcl reno razr zenfone fairphone',
    'arbeit buro privat privates verloren gestohlen kaputt defekt voriges vorheriges aktuelles korrektur verkauft gekauft ruckseite einstellungen',
    'travail bureau prive perso personnel perdu vole casse precedent actuel vendu trabajo oficina privado perdido robado roto anterior actual',
    'trabalho escritorio pessoal roubado quebrado atual lavoro ufficio privato personale perso rubato rotto precedente attuale praca sluzbowy',
    'prywatny zgubiony skradziony is ozel yedek kayip calinti рабочий личный запасной потерянный украденный сломанный прежний робочий особистий',
    'запасний загублений вкрадений зламаний 工作 公司 私人 备用 備用 丢失 丟失 被盗 被盜 العمل الاحتياطي المسروق المفقود काम निजी',
  ]
    .flatMap((words) => words.split(' '))
    .map(withoutMarks),
);
/** Who has the other phones of a family, without the marks on their letters. */
const OF_FAMILY = new RegExp(
  [
    '^(?:wife|husband|mother|mum|mom|mama|dad|father|papa|son|daughter|brother|sister|friend|girlfriend|boyfriend|uncle|aunt|cousin|partner|kid|grand(?:ma|pa|mother|father))s?$|^child(?:ren)?$',
    '^(?:frau|mann|mutter|vater|sohn|tochter|bruder|schwester|freund|freundin|oma|opa|kind(?:er)?)(?:e?s)?$',
    '^(?:femme|mari|mere|pere|fils|fille|frere|soeur|amie?|epouse|copine|copain)$|^(?:esposa|esposo|mujer|marido|madre|padre|hij[oa]|herman[oa]|amig[oa]|novi[oa])$',
    '^(?:mulher|esposa|marido|mae|pai|filh[oa]|irmao?|namorad[oa])$|^(?:moglie|marito|figli[oa]|fratello|sorella)$',
    '^(?:zon[aye]|mez[au]|mam[ay]|tat[ay]|syna?|corki|brata?|siostry)$|^(?:es|anne|baba|kardes|abi|abla|kiz|ogl)[iıuü]?m(?:[iıuü]n)?$',
    '^(?:жен[аыеу]|муж[ау]?|мам[аыеиі]|пап[аыеи]|мат[ьи]|матер[иі]|отца?|сын[ау]?|сина?|доч[ьк]\\p{L}{0,2}|брат[ау]?|сестр[аыеи]|друг[ау]?|подруг[аи]|дружин[аиі]|чоловіка?|тат[аоу]|доньк[аи])$',
    '^[ول]{0,2}(?:زوج(?:ت?ي|تك|ها)?|[اأ]م[يه]|[اأ]ب[يوه]|[اأ]خ(?:ي|ت?ي|وي)|ابن(?:ي|تي)?|صديق(?:ي|تي)|والد(?:ي|تي))$|^(?:ו?ש?ל?)(?:אשתי|בעלי|אמא|אבא|בני|בתי|אחי|אחותי)$',
    '^(?:पत्नी|पति|भाई|बहन|मा[ँं]|पिता|पापा|मम्मी|बेट[ाीे]|दोस्त)$|老[婆公]|妈|媽|爸|哥|弟|姐|妹|儿子|兒子|女儿|女兒|朋友|妻|夫|母|父',
  ].join('|'),
  'u',
);
/** Scripts in which one character may be a whole word. */
const OF_SHORT_WORDS = /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Hangul}/u;
/** A number, also in groups. */
const DIGITS = /^\d(?:[ ./-]?\d)*/u;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;

/** How strictly words that no sign joins to a number are taken for its name. */
export type Nearness = 'no-word-of-sentence' | 'last-word';

/**
 * What a number is called by the words before it that are joined to it by no sign of a name, by those behind it, or by those alone on the
 * line above where nothing else is before it: `dossier n° 3520…`, `3520… (order)`. undefined if these say nothing of it.
 */
export function nearNameAt(
  text: string,
  start: number,
  { says = saysOf, nearness = 'no-word-of-sentence' }: { says?: typeof saysOf; nearness?: Nearness } = {},
): OwnName | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(Math.max(lineStart, start - REACH.before), start);
  const isAlone = NO_WORDS.test(before);
  const slotted = slottedImei(isAlone ? wholeLineAbove(text, lineStart) : before);
  if (slotted !== undefined) return slotted;
  const own = isAlone ? LINE_OF_WORDS.exec(wholeLineAbove(text, lineStart))?.[1] : wordsAtEnd(before);
  const name = own === undefined ? undefined : named(own, says);
  if (name !== undefined && name.says !== 'unknown') return name;
  const [, behind = ''] = WORDS_BEHIND.exec(restOf(text, start)) ?? [];
  const after = behind === '' ? undefined : named(behind, says);
  if (after !== undefined && after.says !== 'unknown') return after;
  return name !== undefined && isName(name.name, nearness) && !OF_SPEAKER.test(before) ? name : undefined;
}

/** Whether words say only which phone is meant or whose it is, also behind a sign: `old: 3520…`. */
export function isOfAnyPhone(words: string): boolean {
  return wordsOf(words).every((word) => isOfSentence(word) || BEHIND_SIGN.has(word));
}

/** `IMEI 1`, which has the number of a slot before that of the phone. */
function slottedImei(before: string): OwnName | undefined {
  if (!ENDS_IN_SLOT.test(before)) return undefined;
  const words = before.split(ENDS_WORDS).at(-1) ?? '';
  return IMEI_WORD.test(words) ? { name: words.trim(), says: 'imei' } : undefined;
}

/** The last characters of the line above; empty if there is none. */
function wholeLineAbove(text: string, lineStart: number): string {
  if (lineStart === 0) return '';
  const from = Math.max(text.lastIndexOf('\n', lineStart - 2) + 1, lineStart - REACH.before);
  return text.slice(from, lineStart - 1);
}

function wordsAtEnd(before: string): string | undefined {
  WORDS_BEFORE.lastIndex = before.length;
  return WORDS_BEFORE.exec(before)?.[1];
}

/** What stands behind the digits of a number in its line. */
function restOf(text: string, start: number): string {
  const [number = ''] = DIGITS.exec(text.slice(start, start + REACH.behind)) ?? [];
  const [rest = ''] = text.slice(start + number.length, start + number.length + REACH.behind).split('\n');
  return rest;
}

function named(words: string, saysOfName: typeof saysOf): OwnName | undefined {
  const name = words.trim();
  const says = saysOfName(name);
  // Before a sign it would be the name of a number; in a sentence any phone is spoken of.
  return says === undefined || says === 'phone' ? undefined : { name, says };
}

function isName(words: string, nearness: Nearness): boolean {
  if (NAMES_NUMBER.test(words)) return true;
  const all = wordsOf(words);
  return !(nearness === 'last-word' ? all.slice(-1) : all).some(isOfSentence);
}

function wordsOf(words: string): readonly string[] {
  return withoutMarks(words).toLowerCase().match(WORD) ?? [];
}

/** Whether a word, in small letters without marks, is one of those in which any phone is spoken of, or what phones are called. */
export function isOfSentence(word: string): boolean {
  if (word.length === 1 && !OF_SHORT_WORDS.test(word)) return true;
  return OF_SENTENCE.has(word) || OF_FAMILY.test(word);
}
