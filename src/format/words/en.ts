import type { CommandWords } from '../../core/command.ts';
import type { ListedCode } from '../../provider/errors.ts';
import { grammarOf, type TimeUnit } from './grammar.ts';

const { count, rank, number: written, all, either, duration } = grammarOf('en');

const imeis = (number: number): string => count(number, { one: '# IMEI', other: '# IMEIs' });
const checks = (number: number): string => count(number, { one: '# check', other: '# checks' });
const digits = (number: number): string => count(number, { one: '# digit', other: '# digits' });

/** What a failure of the service says to people, and what it tells an admin to do. */
export interface FailureWords {
  readonly title: string;
  readonly lead: string;
  /** A few words, for one line of a list. */
  readonly short: string;
  readonly admin?: string;
}

const FAILURES: Readonly<Record<ListedCode, FailureWords>> = {
  'credentials-wrong': {
    title: 'The service does not accept our login',
    lead: 'It says that the name or the password is wrong.',
    short: 'our login was refused',
    admin: 'Please compare LOOKUP_API_KEY with the account at the service.',
  },
  'account-blocked': {
    title: 'Our account at the service is blocked',
    lead: 'It gives no answers until the account is open again.',
    short: 'our account is blocked',
    admin: 'Only the provider of the service can say why, and unblock it.',
  },
  'credentials-missing': {
    title: 'The service asks for a login',
    lead: 'It says that name and password were missing.',
    short: 'the service asks for a login',
    admin: 'Please look at LOOKUP_API_KEY and LOOKUP_BASE_URL.',
  },
  'limit-exceeded': {
    title: 'The service asks for a pause',
    lead: 'Too many requests reached it at once.',
    short: 'the service asked for a pause',
    admin: 'Something else may be using the same key or address. LIMIT_PER_WINDOW can be set lower.',
  },
  'access-refused': {
    title: 'The service refuses our requests',
    lead: 'It does not let us in just now.',
    short: 'the service refused us',
    admin:
      'It gave status 403 and no reason. The address of this machine may be blocked: please ask the provider, and look for other programs that use it.',
  },
  'imei-empty': {
    title: 'The service saw no IMEI',
    lead: 'It says that the number was missing from our request.',
    short: 'the service saw no IMEI',
  },
  'key-refused': {
    title: 'The service does not accept our key',
    lead: 'It says that the key is invalid or disabled.',
    short: 'our key was refused',
    admin: 'Please look at LOOKUP_API_KEY.',
  },
  'key-inactive': {
    title: 'Our key is not active',
    lead: 'It has not been activated yet, or it has expired.',
    short: 'our key is not active',
    admin: 'The dates are in /quota.',
  },
  'hourly-limit': {
    title: 'The checks of this hour are used up',
    lead: 'The service gives no more answers for the moment.',
    short: 'the checks of this hour are used up',
  },
  'daily-limit': {
    title: 'The checks of today are used up',
    lead: 'The service gives no more answers for the moment.',
    short: 'the checks of today are used up',
  },
  'unknown-error': {
    title: 'The service answered with an error',
    lead: 'It is an error I have not met before.',
    short: 'the service answered with an error',
  },
  unreachable: {
    title: 'The service cannot be reached',
    lead: 'I tried several times and found no connection.',
    short: 'the service could not be reached',
  },
  timeout: {
    title: 'The service took too long',
    lead: 'I waited for its answer and had to give up.',
    short: 'the service took too long',
  },
  reset: {
    title: 'The connection broke off',
    lead: 'My question had left, but no answer came back.',
    short: 'the connection broke off',
  },
  'server-error': {
    title: 'The service has a problem of its own',
    lead: 'It could not answer just now.',
    short: 'the service had a problem of its own',
  },
  unreadable: {
    title: 'The answer could not be read',
    lead: 'What came back was broken or not an answer at all.',
    short: 'the answer could not be read',
  },
  'too-large': {
    title: 'The answer was too large',
    lead: 'It was much longer than an answer should be, so I stopped reading.',
    short: 'the answer was too large',
  },
  redirect: {
    title: 'The service sent me elsewhere',
    lead: 'I do not follow, because our key must not travel to another address.',
    short: 'the service sent me elsewhere',
    admin: 'Please look at LOOKUP_BASE_URL: it should be the address that answers by itself.',
  },
  unexpected: {
    title: 'The answer was not what I expected',
    lead: 'The service answered in a form I do not know.',
    short: 'the answer had an unknown form',
  },
};

/** The words of a command are English in its own file, `commands/NAME.ts`. */
const IN_THEIR_FILES: Readonly<Record<string, CommandWords>> = {};

/** Every word people see, in English, but for those of the commands. */
export const en = {
  /** The language of these words, for dates, numbers and durations. */
  locale: 'en',

  commands: IN_THEIR_FILES,

  times: {
    justNow: 'just now',
    momentAgo: 'a moment ago',
    about: (amount: number, unit: TimeUnit) => `about ${duration(amount, unit)}`,
    fewSeconds: 'a few seconds',
    inAbout: (amount: number, unit: TimeUnit) => `in about ${duration(amount, unit)}`,
    inFewSeconds: 'in a few seconds',
  },

  notes: {
    /** `ago` is "just now" or "3 days ago". */
    fromService: (ago: string) => `From the service, ${ago}`,
    fromSandbox: (ago: string) => `Answered ${ago}`,
    kept: (ago: string) => `Kept from ${ago}, no check spent`,
    sameTac: (ago: string) => `From another IMEI with the same type code (TAC), ${ago}, no check spent`,
    sandbox: 'Sandbox data, not from the real service',
    nothingSpent: 'No check was spent',
    figures: (ago: string) => `Figures from the service, ${ago}`,
    sandboxFigures: (ago: string) => `Figures from ${ago}`,
  },

  actions: {
    full: 'Full details',
    brief: 'Brand and model',
    fresh: 'Check again (spends a check)',
    retry: 'Try again',
    retryMaybePaid: 'Try again (may pay twice)',
    rest: 'Check the rest',
    checkThem: 'Check them',
    leaveThem: 'Not now',
    share: 'Show to everyone',
    checkThis: (imei: string) => `Check ${imei}`,
    checkAnyway: 'Check anyway',
    stop: 'Stop',
    refresh: 'Refresh',
  },

  yes: 'Yes',
  no: 'No',

  device: {
    unnamed: 'A device without a name',
    brand: 'Brand',
    model: 'Model',
    imei: 'IMEI',
    partsHeading: 'What the IMEI is made of',
    tac: 'Type code (TAC)',
    serial: 'Serial number',
    checkDigit: 'Check digit',
    oldPartsHeading: 'The same in its older form',
    oldTac: 'Type approval code (TAC)',
    oldFac: 'Final assembly code (FAC)',
    oldSnr: 'Serial number (SNR)',
    oldCd: 'Check digit (CD)',
    echo: 'IMEI in the answer',
    echoDiffers: 'Careful: the service answered for another number than the one I asked about.',
    nameOnly: 'Brand and model are all the service told about it.',
    tooManyForFull: (most: number) =>
      `Full details are shown for up to ${count(most, { one: '# IMEI', other: '# IMEIs' })} at a time.`,
  },

  notFound: {
    title: 'Not found',
    lead: 'The service has no record of this IMEI.',
  },

  table: {
    label: 'According to the open TAC table',
    /** The table's name of a phone, in one line with other things. */
    marked: (name: string) => `${name} (open TAC table)`,
  },

  waiting: {
    title: (imei: string) => `Checking ${imei}`,
    probably: (name: string) => `Probably ${name}`,
    asking: 'The service is being asked.',
    next: (time: string) => `Next in line, ${time}.`,
    place: (place: number, time: string) =>
      `${rank(place, { one: '#st', two: '#nd', few: '#rd', other: '#th' })} in line, ${time}.`,
    held: 'I cannot reach my memory just now. Nothing is lost: I go on by myself as soon as it is back.',
    /** `when` is "in about 1 minute". */
    starting: (when: string) =>
      `I have just started and cannot tell what was asked before, so I let the service’s limit run out first. Your turn comes ${when}.`,
    quota: 'Asking for the state of the key',
  },

  list: {
    progressTitle: (total: number) => `Checking ${imeis(total)}`,
    progressLead: (done: number, total: number) => `${written(done)} of ${written(total)} done.`,
    /** `when` is "in about 5 minutes". */
    left: (when: string) => `Ready ${when}.`,
    title: (found: number, total: number) => `${written(found)} of ${written(total)} found`,
    stoppedTitle: (done: number, total: number) => `Stopped: ${written(done)} of ${written(total)} checked`,
    summary: (parts: readonly string[]) => `${all(parts)}.`,
    counts: {
      found: (number: number) => `${written(number)} found`,
      notFound: (number: number) => `${written(number)} not found`,
      failed: (number: number) => `${written(number)} without an answer`,
      invalid: (number: number) => count(number, { one: '# wrong number', other: '# wrong numbers' }),
      stopped: (number: number) => `${written(number)} not checked`,
    },
    duplicates: (number: number) =>
      count(number, {
        one: 'One IMEI came twice and was checked once.',
        other: '# repeated IMEIs were left out.',
      }),
    headings: {
      found: 'Found',
      notFound: 'Not found',
      failed: 'No answer',
      invalid: 'Wrong numbers',
      stopped: 'Not checked',
      waiting: 'Waiting',
    },
    heading: (heading: string, number: number) => `${heading} (${written(number)})`,
    marks: {
      service: 'checked now',
      cache: (ago: string) => `kept from ${ago}`,
      tac: 'from the same type code',
    },
    line: (number: number, text: string) => `Line ${written(number)}: ${text}`,
    retryHint: 'The ones without an answer can be tried again.',
    asked: (number: number) => `${written(number)} checked now`,
    kept: (number: number) => `${written(number)} without spending a check`,
  },

  stopped: {
    title: 'Stopped',
    lead: 'You stopped me before the answer came.',
  },

  files: {
    nothingGiven: {
      title: 'What shall I check?',
      lead: 'Please give me an IMEI, or a file with IMEIs in it.',
    },
    file: 'File',
    cutOff: {
      title: 'The spreadsheet has cut this number off',
      lead: 'Only its first digits are left. Please format the column as text, put the numbers in again and export once more.',
      short: 'the spreadsheet has cut this number off; format the column as text and export again',
    },
    unreadable: {
      'too-large': {
        title: 'The file is too large',
        lead: (most: string) =>
          `I take files of up to ${most}. Please split it, or leave out what I do not need.`,
      },
      gone: {
        title: 'The file is not there any more',
        lead: 'Please send it once more, or look whether its name is right.',
      },
      failed: {
        title: 'The file could not be read',
        lead: 'It did not reach me. Please send it once more.',
      },
      empty: {
        title: 'The file is empty',
        lead: 'There is nothing in it. Please look whether it is the right one.',
      },
      'not-a-table': {
        title: 'I cannot read this kind of file',
        lead: 'I read CSV, TSV, TXT and XLSX. Please save the list as one of them and send it again.',
      },
      'old-workbook': {
        title: 'This is an old Excel file',
        lead: 'I cannot read XLS. Please open it, save it as XLSX or CSV, and send that.',
      },
      locked: {
        title: 'The file has a password',
        lead: 'I cannot open it. Please save it without a password and send it again.',
      },
      'too-much': {
        title: 'There is too much in this file',
        lead: 'It has more cells than I can go through. Please send only the columns and rows that matter.',
      },
      'no-imeis': {
        title: 'I see no IMEI in this file',
        lead: 'An IMEI is the 15-digit number of a phone. Please look whether it is the right file, and whether the column is formatted as text.',
      },
      'too-slow': {
        title: 'Reading the file took too long',
        lead: 'Please send only the columns and rows that matter.',
      },
      'too-many-yours': {
        title: 'You have several files with me already',
        lead: 'Please wait until one of them is done, and send this one again then.',
      },
      'too-many-waiting': {
        title: 'Many files are waiting just now',
        lead: 'Please send this one again in a few minutes.',
      },
    },
    reading: (name: string) => `Reading ${name}`,
    tooMany: {
      title: (most: number) =>
        `There are more than ${count(most, { one: '# number', other: '# numbers' })} in this file`,
      lead: (most: number) => `I take up to ${imeis(most)} in one file. Please split it.`,
      split: (rows: number) =>
        count(rows, {
          one: 'The first row is as much as I can take.',
          other: 'The first # rows are as much as I can take.',
        }),
    },
    counts: {
      paid: 'Checks spent',
      kept: 'Known already',
      notFound: 'Not found',
      wrong: 'Wrong numbers',
    },
    below: 'Your table is in the file, with the answers behind each row.',
    numbersOnly:
      'The file could not be read once more, so the answer has only the numbers and not the other columns.',
    besideText: 'The numbers in your message were not checked; please send them on their own.',
    result: 'Result',
    further: (title: string, place: number) => `${title} ${place}`,
    detail: (heading: string, label: string) => `${heading}: ${label}`,
    results: {
      found: 'Found.',
      notFound: 'Not found.',
      notChecked: (why: string) => `Not checked: ${why}.`,
      stopped: 'stopped before its turn',
      wrong: (why: string) => `Wrong number: ${why}.`,
      zeroRestored: 'The zero at the beginning was lost, so I put it back.',
    },
  },

  photos: {
    reading: { title: 'Looking at the picture', lead: 'I read the bar codes and QR codes on it.' },
    onePhone: 'These are the two IMEIs of one phone, one for each SIM.',
    labelHeading: 'Also on the picture',
    serial: 'Serial number',
    ean: 'EAN',
    upc: 'UPC',
    gtin: 'GTIN',
    none: {
      title: 'I see no IMEI on the picture',
      noCodes: 'I could not read a bar code or QR code on it.',
      otherCodes: 'I could read a code on it, but none that holds an IMEI.',
    },
    better:
      'Please take the picture from close by and straight above, in good light, so that all bars are sharp and nothing shines. Or type the number that stands below the bars.',
    problems: {
      tooLarge: {
        title: 'The picture is too large',
        lead: (most: string) => `I take pictures of up to ${most}. Please send a smaller one.`,
      },
      tooManyPixels: {
        title: 'The picture has too many pixels',
        lead: (most: string) =>
          `I take pictures of up to ${most} megapixels. Please send a smaller one, or only the part with the codes.`,
      },
      unknownFormat: {
        title: 'I cannot read this kind of picture',
        lead: (format: string) => `It is in the format ${format}. Please send it as a JPEG or PNG.`,
      },
      noPicture: {
        title: 'This is not a picture',
        lead: 'Please send a photo, or a picture as a JPEG or PNG.',
      },
      broken: {
        title: 'The picture cannot be read',
        lead: 'It is damaged, or a part of it is missing. Please send it once more.',
      },
      tooSlow: {
        title: 'Reading the picture took too long',
        lead: 'Please send only the part with the codes, or type the number.',
      },
    },
  },

  tooMany: {
    title: (number: number) => `${imeis(number)} are too many at once`,
    lead: (most: number, parts: number) =>
      `I take up to ${imeis(most)} in one message. Please send them in ${count(parts, { one: '# part', other: '# parts' })}.`,
    partsHeading: 'Where to split',
    lines: (part: number, from: number, to: number) =>
      from === to
        ? `Part ${written(part)}: line ${written(from)}`
        : `Part ${written(part)}: lines ${written(from)} to ${written(to)}`,
    imeis: (part: number, number: number, last: string) =>
      `Part ${written(part)}: ${imeis(number)}, the last is ${last}`,
  },

  suggestions: {
    kept: 'kept answer, no check spent',
    completed: 'check digit added',
    repair: 'perhaps this one',
  },

  plan: {
    title: (number: number) => `Shall I check ${imeis(number)}?`,
    lead: 'That is a long list, so here is first what it takes. On a line without buttons, add confirmed=yes.',
    valid: 'Valid',
    known: 'Known already',
    duplicates: 'Repeated, left out',
    wrong: 'Wrong',
    cost: 'Will cost at most',
    duration: 'Will take',
    dismissed: { title: 'All right, I leave them', lead: 'Nothing was checked and no check was spent.' },
  },

  recent: {
    title: (number: number) => count(number, { one: 'Your last check', other: 'Your last # checks' }),
    nameless: 'not found',
    note: 'Only you see this. /forget removes it.',
    none: { title: 'Nothing yet', lead: 'You have not checked an IMEI in the last 30 days.' },
    off: { title: 'I keep no list', lead: 'The operator of this bot has switched it off.' },
  },

  forget: {
    title: 'Forgotten',
    nothing: 'There was nothing of you to remove.',
    /** `what` has at least one of the two below. */
    removed: (what: readonly string[]) => `I removed ${all(what)}, and the buttons under my answers to you.`,
    checks: (number: number) =>
      count(number, { one: 'your one recent check', other: 'your # recent checks' }),
    requests: (number: number) => count(number, { one: 'one open question', other: '# open questions' }),
    note: 'How many checks you spent today stays as a number, without what they were.',
  },

  privacy: {
    title: 'What I keep',
    lead: 'As little as it takes to answer you once and not to pay twice.',
    answers: 'Answers',
    answersKept: (found: string, notFound: string) =>
      `${found}, “not found” ${notFound}; filed under a secret code, not under who asked`,
    requests: 'Your question',
    requestsKept: (most: string) => `until it is answered, at most ${most}`,
    buttons: 'Buttons under answers',
    buttonsKept: (time: string) => `what they do, with the IMEIs in it, for ${time}`,
    history: 'Your recent checks',
    historyKept: (time: string) => `the last 20, for ${time}, for you only`,
    historyOff: 'not kept',
    allowance: 'Checks you spent today',
    allowanceKept: 'their number, for two days',
    log: 'The log',
    logKept: 'the first eight digits of an IMEI at most, which name the model and not the phone',
    sealed: 'What is written to disk is encrypted.',
    service: 'The IMEI itself goes to the look-up service, and to nobody else.',
    forget: '/forget removes what I hold of you, at once.',
  },

  alarms: {
    opened: 'I send nothing for now. Single questions are told so, and long lists wait.',
    closed: { title: 'The service answers again', lead: 'Everything goes on by itself.' },
    budget: {
      low: {
        title: (percent: number) => `${written(percent)} % of today's checks are spent`,
        lead: (limit: number) =>
          `CHECKS_PER_DAY allows ${checks(limit)}. Once they are used up, nobody can check anything new until midnight UTC.`,
      },
      usedUp: {
        title: "Today's checks are used up",
        lead: (limit: number) =>
          `CHECKS_PER_DAY allows ${checks(limit)}. Nobody can check anything new until midnight UTC; what was checked before is still answered.`,
      },
    },
    checksLow: {
      title: (left: number) =>
        left === 0
          ? 'The checks of this month are used up'
          : `${count(left, { one: '# check is', other: '# checks are' })} left this month`,
      lead: (percent: number) => `That is ${written(percent)} % or less of the most this key has shown.`,
      none: 'What was checked before is still answered; for new ones the key needs more checks.',
      usedUp: (date: string) => `At the pace of this week they last until ${date}.`,
    },
    keyExpires: {
      title: (left: number) =>
        count(left, { one: 'The key expires within a day', other: 'The key expires within # days' }),
      lead: (date: string) => `Its last day is ${date}. After that the service refuses every check.`,
    },
    storeFailing: {
      title: 'I cannot write anything down',
      lead: 'Each person can still have a few new numbers checked, long lists wait. Please look at the disk and the file of STORE_URL; I go on by myself as soon as it works.',
      said: 'The database said',
    },
    storeHealed: { title: 'I can write again', lead: 'What happened meanwhile is written down now.' },
    poisoned: {
      title: 'I closed a question that keeps stopping me',
      lead: 'Each process that began with it ended soon after, so it is not tried any more; whoever asked was told. The log has its id. A file or a picture may be behind it.',
    },
    undeliverable: {
      title: (answers: number) => `Answers I could not deliver: ${written(answers)}`,
      lead: 'I tried for as long as a question lives. The chats are closed to me, or their platform was away; the log has the reason.',
    },
  },

  hint: {
    title: 'I see no IMEI here',
    lead: 'An IMEI is the 15-digit number of a phone. Dial *#06# to see it, or look in the settings, on the SIM tray or on the box.',
    example: 'For example',
  },

  warnings: {
    completed: (digit: string) => `You gave 14 digits, so I added the check digit ${digit}.`,
    softwareVersion: (version: string) =>
      `You gave 16 digits: the last two (${version}) are the software version. I left them out and put the check digit in their place.`,
    testBody: (body: string) => `Numbers that begin with ${body} belong to test devices.`,
    sample: 'This is a well-known sample number, so it may not be the phone in your hand.',
    lost: 'This number is known from phones that have lost their own IMEI.',
  },

  problems: {
    titleMany: 'No IMEI I can check',
    given: 'You sent',
    empty: { title: 'There is no number here', lead: 'An IMEI has 15 digits.' },
    tooShort: {
      title: 'The number is too short',
      lead: (given: number) => `It has ${digits(given)}; an IMEI has 15.`,
      short: (given: number) => `too short, ${digits(given)} instead of 15`,
    },
    tooLong: {
      title: 'The number is too long',
      lead: (given: number) => `It has ${digits(given)}; an IMEI has 15.`,
      short: (given: number) => `too long, ${digits(given)} instead of 15`,
    },
    checkDigit: {
      title: 'The check digit does not fit',
      lead: (expected: string, given: string) =>
        `The last digit should be ${expected}, not ${given}. Perhaps a digit was mistyped.`,
      short: (expected: string, given: string) => `the check digit should be ${expected}, not ${given}`,
      repairs: 'Perhaps you mean',
      moreRepairs: (number: number) => count(number, { one: 'or one more', other: 'or # more' }),
      networkForm: (imei: string) =>
        `Networks write 0 in that place: if the number comes from one, the IMEI is ${imei}.`,
    },
    letter: {
      title: 'There is a letter in the number',
      lead: (character: string, position: number) =>
        `Character ${written(position)} is “${character}”, where a digit should be.`,
      short: (character: string, position: number) =>
        `character ${written(position)} is “${character}” instead of a digit`,
    },
    looksLike: {
      title: 'This is another kind of number',
      lead: (what: string) => `It looks like ${what}, not like an IMEI.`,
      short: (what: string) => `looks like ${what}`,
      kinds: {
        iccid: 'the number of a SIM card (ICCID)',
        eid: 'the number of an eSIM (EID)',
        meid: 'an MEID',
        'meid-decimal': 'an MEID in decimal digits',
        phone: 'a phone number',
        'apple-serial': 'an Apple serial number',
      },
    },
    placeholder: {
      title: 'This is a placeholder, not an IMEI',
      lead: 'Phones and programs show such a number when the real one is missing.',
      short: 'a placeholder, not an IMEI',
    },
    card: {
      title: 'This is not an IMEI',
      lead: "This looks like a card number. I haven't sent it anywhere.",
      short: 'looks like a card number, not sent anywhere',
    },
    unassigned: {
      title: 'This is hardly an IMEI',
      lead: 'No phone has such a number. Check anyway?',
      short: 'no phone has such a number, not checked',
    },
    whereToLook: 'Dial *#06# on the phone to see its IMEI.',
  },

  failures: FAILURES,
  failure: {
    notPaid: 'No check was spent.',
    maybePaid: 'The check may have been paid for all the same; trying again may pay for it a second time.',
    maybePaidSome:
      'Some checks may have been paid for all the same; trying them again may pay a second time.',
    /** A title as a sentence before others. */
    sentence: (title: string) => `${title}.`,
    looksAgain: (when: string) => `I look again ${when}.`,
    laterAgain: 'Please try again in a few minutes.',
    tellOperator: 'The operator of this bot can mend this; please tell them.',
    said: 'The service said',
    broke: 'something broke on our side',
    refused: {
      allowance: 'your checks of today are used up',
      reserve: 'the last checks are kept',
      budget: "the bot's checks of today are used up",
      store: 'my memory fails just now',
    },
  },
  refused: {
    allowance: {
      title: 'Your checks of today are used up',
      lead: (limit: number) =>
        `Everyone here has ${checks(limit)} a day. What was checked before can still be asked, because it costs nothing.`,
    },
    budget: {
      title: "The bot's checks of today are used up",
      lead: (_limit: number) =>
        'Together, people have asked for as many new checks as the bot may make in a day. It goes on after midnight UTC. What was checked before can still be asked, because it costs nothing.',
    },
    store: {
      title: 'I cannot check more for you just now',
      lead: (_limit: number) =>
        'I cannot write down what is spent, and until I can, I check only a few new numbers for each person. Please try again later.',
    },
    reserve: {
      title: 'The last checks are kept',
      lead: (limit: number) =>
        `The last ${count(limit, { one: 'check of the month is', other: '# checks of the month are' })} kept for the admins. What was checked before can still be asked, because it costs nothing.`,
    },
  },

  sheet: {
    headings: {
      design: 'Design',
      display: 'Display',
      hardware: 'Hardware',
      battery: 'Battery',
      network: 'Network',
      release: 'Release',
      other: 'Other',
    },
    /** By the wire name, with the member's name behind a dot where the wire has a list or an object. */
    labels: {
      weight: 'Weight',
      'size.height': 'Height',
      'size.width': 'Width',
      'size.thickness': 'Thickness',
      build: 'Build',
      qwerty: 'QWERTY keyboard',
      'display.type': 'Type',
      'display.inches': 'Size',
      'display.width': 'Width',
      'display.height': 'Height',
      'display.color': 'Color',
      touch_scr: 'Touchscreen',
      os: 'Operating system',
      cpu: 'Processor',
      cpu_clock: 'Processor clock',
      int_memory: 'Internal memory',
      memory_card: 'Memory card',
      'battery.type': 'Type',
      'battery.capacity': 'Capacity',
      stand_by: 'Standby time',
      talk_time: 'Talk time',
      talk_time_umts: 'Talk time on UMTS',
      tel_func: 'Phone calls',
      gsm_band: 'GSM bands',
      umts_band: 'UMTS bands',
      hsdpa_band: 'HSDPA bands',
      other_band: 'Other bands',
      wifi_hotspot: 'Wi-Fi hotspot',
      lan: 'LAN',
      lan_ports: 'LAN ports',
      year: 'Released',
    },
    /** Names for whole fields of which the sheet shows the members, when they came in an unknown form. */
    wholes: { size: 'Size', display: 'Display', battery: 'Battery' },
    /** Several values of one field. */
    values: (values: readonly string[]) => values.join(', '),
    /** As the service has them, each may be missing: "March 2004". */
    released: (month: string, year: string) => `${month} ${year}`.trim(),
    inches: (inches: number) => count(inches, { one: '# inch', other: '# inches' }),
    more: (number: number) => count(number, { one: 'One more field', other: '# more fields' }),
  },

  quota: {
    title: {
      ok: 'The key works',
      expiresSoon: (when: string) => `The key expires ${when}`,
      expired: (when: string) => `The key expired ${when}`,
      today: 'today',
      notYet: 'The key is not active yet',
      noAccess: 'The key has no access',
      usedUp: 'No checks left',
      unreadable: 'The state of the key is not known',
    },
    keyHeading: 'Key',
    access: 'Access',
    activated: 'Active from',
    expires: 'Expires',
    dateIn: (date: string, when: string) => `${date} (${when})`,
    leftHeading: 'Checks left',
    hour: 'This hour',
    day: 'Today',
    month: 'This month',
    noLimit: 'No limit',
    of: (left: string, total: string) => `${left} of ${total}`,
    spentHeading: 'Spent and saved by this bot',
    today: 'Today',
    budget: 'Budget of today',
    thisMonth: 'This month',
    spentAndSaved: (spent: string, saved: string) => `${spent} spent, ${saved} saved`,
    checks,
    amount: (amount: string, money: string) => `${amount} (${money})`,
    inDoubt: 'Possibly paid twice',
    inDoubtValue: (today: string, month: string) => `${today} today, ${month} this month`,
    nowHeading: 'Right now',
    waiting: 'Waiting in line',
    inFlight: 'Being asked',
    window: (time: string) => `Requests in the last ${time}`,
    paused: 'Paused',
    pausedValue: (why: string, when: string) => `${why}; I look again ${when}`,
    pausedUnknown: 'the service gives no answers',
  },

  quotaPicture: {
    title: 'Checks left this month',
    now: (left: string) => `${left} now`,
    left: 'Checks left, as noted',
    rise: 'New checks',
    pace: (days: number) =>
      count(days, { one: 'At the pace of the last day', other: 'At the pace of the last # days' }),
    usedUp: (date: string) => `Used up on ${date}`,
    remaining: (left: string, date: string) => `About ${left} on ${date}`,
    expires: (date: string) => `The key expires on ${date}`,
    days: 'Checks per day',
    paid: (amount: string) => `Paid: ${amount}`,
    saved: (amount: string) => `Saved: ${amount}`,
    asOf: (time: string) => `${time} UTC`,
    alt: {
      line: (from: string, to: string, first: string, last: string) =>
        `The line shows the checks left this month: ${first} on ${from}, ${last} on ${to}.`,
      usedUp: (date: string) => `At the pace shown they are used up on ${date}.`,
      remaining: (left: string, date: string) => `At the pace shown about ${left} are left on ${date}.`,
      bars: (paid: string, saved: string) =>
        `The bars show the checks of each day: ${paid} paid and ${saved} saved in all.`,
    },
    forecastHeading: 'Forecast',
    paceLabel: 'Pace',
    perDay: (amount: string, days: number) =>
      `on average ${amount} a day over the last ${count(days, { one: 'day', other: '# days' })}`,
    underOne: 'less than one check',
    outlookLabel: 'At this pace',
    willBeUsedUp: (date: string, when: string) => `used up on ${date} (${when})`,
    lastsMonth: (left: string, date: string) => `enough for the month, about ${left} left on ${date}`,
    lastsUntilExpiry: (left: string, date: string) =>
      `enough until the key expires, about ${left} left on ${date}`,
    tooNew: 'A forecast needs the figures of half a day.',
    idle: 'No check was used lately, so there is nothing to foretell.',
    growing: 'A picture of the checks left follows as soon as there are two figures. It grows with time.',
  },

  help: {
    title: 'I tell which phone an IMEI belongs to',
    lead: 'Send me an IMEI in any form, many at once, or a file of them. What I have checked before is kept and costs nothing.',
    commands: 'Commands',
    examples: 'Examples',
    whereHeading: 'Where an IMEI is found',
    where: 'Dial *#06#, or look in the settings, on the SIM tray or on the box.',
    sandboxHeading: 'The sandbox',
    sandbox:
      'I am running on the sandbox: a copy of the service for trying out. It costs nothing, needs no key, and its answers are not from the real service.',
  },

  refusals: {
    notAllowed: {
      title: 'I may not answer here',
      lead: (id: string) =>
        `Please ask the operator of this bot to allow you or this place. Your id is ${id}.`,
    },
    notAdmin: {
      title: 'This is for admins',
      lead: (id: string) => `If you run this bot, add this to its settings: ADMINS=${id}`,
    },
    options: {
      title: 'I did not understand that',
      example: 'For example',
      missing: (option: string) => `“${option}” is missing.`,
      notAChoice: (option: string, given: string, choices: readonly string[]) =>
        `“${given}” is not one of the choices for “${option}”: ${either(choices)}.`,
      notAFlag: (option: string, given: string) =>
        `“${option}” is either yes or no, and I cannot read “${given}” as one of them.`,
      wrongKind: (option: string) => `“${option}” came in a form I cannot use.`,
      tooLong: (option: string, most: number) =>
        `“${option}” is too long. I can take up to ${count(most, { one: '# character', other: '# characters' })}.`,
    },
    busy: {
      title: 'One thing after the other',
      lead: 'So much is waiting for an answer already that I did not take this one. Please ask again in a while.',
    },
    interrupted: {
      title: 'Picking up where I stopped',
      lead: 'I was restarted while working on this. Nothing is lost; the answer follows here.',
    },
    tooOld: {
      title: 'Sorry, this took too long',
      lead: 'I was away while you waited, and your question is too old to answer now. Please ask again.',
    },
    poisoned: {
      title: 'Sorry, I can’t answer this one',
      lead: 'Each time I began with it, I had to be started again. I have stopped trying and told my operator. Your other questions are fine.',
    },
    unexpected: {
      title: 'Something broke on our side',
      lead: 'Nothing you sent is lost, and the operator can see what happened. Please try again in a moment.',
      reference: (reference: string) => `Reference: ${reference}`,
    },
    notYourButton: {
      title: 'This button is for somebody else',
      lead: 'Only the person who asked can use it. You are welcome to ask me yourself.',
    },
    buttonExpired: {
      title: 'This button no longer works',
      lead: 'Too much time has passed. Please ask again.',
    },
    shuttingDown: {
      title: 'I am just restarting',
      lead: 'I did not take your question. Please ask again in a minute; no check was spent.',
    },
    storeFailing: {
      title: 'I cannot write anything down just now',
      lead: 'So I did not take your question, and no check was spent. Please try again in a moment.',
    },
  },

  console: {
    greeting: 'Which phone is it? Type an IMEI, or /help.',
    greetingOnSandbox:
      'Which phone is it? Type an IMEI, or /help. This is the sandbox, so answers are not from the real service.',
    prompt: 'imei> ',
    unknownCommand: (name: string, nearest: string | undefined) =>
      nearest === undefined
        ? `There is no /${name}. /help shows what there is.`
        : `There is no /${name}. Did you mean /${nearest}?`,
    answeredAfterRestart: 'You asked this before I was stopped. Here is the answer:',
    unfinished: (number: number) =>
      count(number, {
        one: 'One question is still open; I go on with it when I am started again.',
        other: '# questions are still open; I go on with them when I am started again.',
      }),
    fileNotSaved: (name: string) => `The file ${name} could not be saved.`,
    bye: 'Goodbye.',
  },

  discord: {
    /** In the menu of a message; at most 32 characters. */
    contextMenu: 'Check IMEIs',
    publicOption: { name: 'public', description: 'Show the answer to everyone here, not only to you' },
    label: (label: string) => `${label}:`,
    wholeFileName: 'answer.txt',
    wholeInFile: 'This is not all: the whole answer is in the attached file.',
    fileLeftOut: (name: string) => `The file ${name} is too large for Discord and was left out.`,
    comesLater:
      'This takes longer than Discord keeps this message open (15 minutes). If the answer is not here by then, I send it to you as a direct message; if I cannot write to you, you get it with your next command.',
    comesLaterShared:
      'This takes longer than Discord keeps this message open (15 minutes). If the answer is not here by then, I send it to you as a direct message; if I cannot write to you, I post it in this channel.',
    late: 'You asked this a while ago. Here is the answer:',
    /** Follows a mention of the person: "@ann your answer is ready". */
    answerWaits:
      'your answer is ready, but I cannot send you a direct message. Use any of my commands, and I show it to you alone.',
  },

  telegram: {
    label: (label: string) => `${label}:`,
    openPrivateChat:
      'The answer is for you alone. Please open a private chat with me, press Start, and ask there.',
    openPrivateChatButton: 'Open the private chat',
    answeredInPrivate: 'I have answered you in our private chat.',
    restInFile: (file: string) => `… The whole answer is in the file ${file}.`,
    restLeftOut: '… There is more; ask me in a private chat to see it all.',
    replyFileName: 'answer.txt',
    maybeNotArrived:
      'Telegram broke off just now. If you see no answer of mine above, please ask again: what I have checked is kept and costs nothing.',
    checkButton: 'Check it',
    inlineNotChecked: 'Not checked yet.',
    inlineOpenChat: 'Check in the private chat',
    notYourButton: 'Only the person who sent this can use the button. You are welcome to ask me yourself.',
  },
};
