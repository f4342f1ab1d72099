import type { ServiceFailureCode } from '../../provider/errors.ts';
import type { Words } from './catalogue.ts';
import type { FailureWords } from './en.ts';
import { grammarOf } from './grammar.ts';

const { count, number: written, all, either, duration, fromNow } = grammarOf('hi');

// "IMEI" has one form for all counts.
const imeis = (number: number): string => `${written(number)} IMEI`;
const checks = (number: number): string => count(number, { one: '# जांच', other: '# जांचें' });
const digits = (number: number): string => `${written(number)} अंक`;
/** Before a postposition. */
const lastDays = (number: number): string => count(number, { one: 'पिछले # दिन', other: 'पिछले # दिनों' });

const FAILURES: Readonly<Record<ServiceFailureCode, FailureWords>> = {
  'credentials-wrong': {
    title: 'सेवा हमारा लॉगिन स्वीकार नहीं कर रही है',
    lead: 'उसका कहना है कि नाम या पासवर्ड गलत है।',
    short: 'हमारा लॉगिन अस्वीकार हुआ',
    admin: 'कृपया LOOKUP_API_KEY को सेवा के खाते से मिलाकर देखें।',
  },
  'account-blocked': {
    title: 'सेवा पर हमारा खाता ब्लॉक है',
    lead: 'खाता फिर से खुलने तक कोई जवाब नहीं मिलेगा।',
    short: 'हमारा खाता ब्लॉक है',
    admin: 'वजह बताना और खाता खोलना केवल सेवा देने वाले के हाथ में है।',
  },
  'credentials-missing': {
    title: 'सेवा लॉगिन मांग रही है',
    lead: 'उसका कहना है कि नाम और पासवर्ड नहीं मिले।',
    short: 'सेवा लॉगिन मांग रही है',
    admin: 'कृपया LOOKUP_API_KEY और LOOKUP_BASE_URL जांच लें।',
  },
  'limit-exceeded': {
    title: 'सेवा थोड़ा रुकने को कह रही है',
    lead: 'उसके पास एक साथ बहुत ज़्यादा अनुरोध पहुंचे।',
    short: 'सेवा ने थोड़ा रुकने को कहा',
    admin: 'हो सकता है कि यही कुंजी या पता कोई और भी इस्तेमाल कर रहा हो। LIMIT_PER_WINDOW को कम किया जा सकता है।',
  },
  'access-refused': {
    title: 'सेवा हमारे अनुरोध ठुकरा रही है',
    lead: 'फ़िलहाल वह हमें अंदर नहीं आने दे रही है।',
    short: 'सेवा ने हमें मना कर दिया',
    admin:
      'उसने बिना वजह बताए 403 स्टेटस भेजा। हो सकता है कि इस मशीन का पता ब्लॉक हो: कृपया सेवा देने वाले से पूछें, और देखें कि कोई और प्रोग्राम तो इसे इस्तेमाल नहीं कर रहा।',
  },
  'imei-empty': {
    title: 'सेवा को कोई IMEI नहीं मिला',
    lead: 'उसका कहना है कि हमारे अनुरोध में नंबर नहीं था।',
    short: 'सेवा को कोई IMEI नहीं मिला',
  },
  'key-refused': {
    title: 'सेवा हमारी कुंजी स्वीकार नहीं कर रही है',
    lead: 'उसका कहना है कि कुंजी अमान्य है या बंद कर दी गई है।',
    short: 'हमारी कुंजी अस्वीकार हुई',
    admin: 'कृपया LOOKUP_API_KEY जांच लें।',
  },
  'key-inactive': {
    title: 'हमारी कुंजी चालू नहीं है',
    lead: 'वह अभी चालू नहीं की गई है या उसकी अवधि खत्म हो चुकी है।',
    short: 'हमारी कुंजी चालू नहीं है',
    admin: 'तारीखें /quota में हैं।',
  },
  'hourly-limit': {
    title: 'इस घंटे की जांचें खत्म हो गई हैं',
    lead: 'फ़िलहाल सेवा और जवाब नहीं दे रही है।',
    short: 'इस घंटे की जांचें खत्म हो गई हैं',
  },
  'daily-limit': {
    title: 'आज की जांचें खत्म हो गई हैं',
    lead: 'फ़िलहाल सेवा और जवाब नहीं दे रही है।',
    short: 'आज की जांचें खत्म हो गई हैं',
  },
  'unknown-error': {
    title: 'सेवा ने जवाब में गड़बड़ी बताई',
    lead: 'ऐसी गड़बड़ी मैंने पहले नहीं देखी।',
    short: 'सेवा ने जवाब में गड़बड़ी बताई',
  },
  unreachable: {
    title: 'सेवा से संपर्क नहीं हो पा रहा है',
    lead: 'मैंने कई बार कोशिश की, पर कनेक्शन नहीं मिला।',
    short: 'सेवा से संपर्क नहीं हो पाया',
  },
  timeout: {
    title: 'सेवा ने बहुत देर लगा दी',
    lead: 'मैंने जवाब का इंतज़ार किया, पर आखिर में रुकना पड़ा।',
    short: 'सेवा ने बहुत देर लगा दी',
  },
  reset: {
    title: 'कनेक्शन टूट गया',
    lead: 'मेरा अनुरोध जा चुका था, पर जवाब नहीं आया।',
    short: 'कनेक्शन टूट गया',
  },
  'server-error': {
    title: 'सेवा में ही कोई समस्या है',
    lead: 'वह अभी जवाब नहीं दे पाई।',
    short: 'सेवा में ही कोई समस्या थी',
  },
  unreadable: {
    title: 'जवाब पढ़ा नहीं जा सका',
    lead: 'जो आया, वह खराब था या जवाब था ही नहीं।',
    short: 'जवाब पढ़ा नहीं जा सका',
  },
  'too-large': {
    title: 'जवाब बहुत बड़ा था',
    lead: 'वह सामान्य जवाब से कहीं ज़्यादा लंबा था, इसलिए मैंने आगे नहीं पढ़ा।',
    short: 'जवाब बहुत बड़ा था',
  },
  redirect: {
    title: 'सेवा ने मुझे किसी और पते पर भेजा',
    lead: 'मैं वहां नहीं गया, क्योंकि हमारी कुंजी किसी और पते पर नहीं जानी चाहिए।',
    short: 'सेवा ने मुझे किसी और पते पर भेजा',
    admin: 'कृपया LOOKUP_BASE_URL जांच लें: वहां वही पता होना चाहिए जो खुद जवाब देता है।',
  },
  unexpected: {
    title: 'जवाब वैसा नहीं था जैसा होना चाहिए',
    lead: 'सेवा ने ऐसे रूप में जवाब दिया जिसे मैं नहीं जानता।',
    short: 'जवाब का रूप अनजान था',
  },
};

/** Every word people see, in Hindi. People are addressed as "आप"; the bot is a "he". Digits are those of Intl, Latin. */
export const hi: Words = {
  locale: 'hi',

  commands: {
    imei: {
      name: 'imei',
      description: 'बताता है कि IMEI किस फ़ोन का है',
      options: {
        imei: { name: 'imei', description: 'एक या कई IMEI, जैसे भी लिखे हों' },
        file: {
          name: 'फ़ाइल',
          description: 'लेबल की फ़ोटो, या IMEI वाली फ़ाइल: CSV, TSV, TXT या XLSX',
        },
        detail: {
          name: 'विवरण',
          description: 'कितना दिखाना है',
          choices: { brief: 'ब्रांड और मॉडल', full: 'पूरी जानकारी' },
        },
        fresh: {
          name: 'दोबारा',
          description: 'सहेजे गए जवाब के बजाय सेवा से दोबारा पूछें; इसमें एक जांच खर्च होती है',
        },
        confirmed: { name: 'पुष्टि', description: 'लंबी सूची को बिना पूछे जांचें' },
        anyway: { name: 'फिर-भी', description: 'ऐसे नंबर भी जांचें जो किसी फ़ोन के नहीं होते' },
      },
      examples: ['/imei 490154203237518', '/imei full 35-209900-176148-1'],
    },
    quota: {
      name: 'कोटा',
      description: 'बची हुई जांचें, खर्च और कुंजी की स्थिति दिखाता है',
      options: {
        fresh: { name: 'दोबारा', description: 'सेवा से अभी पूछें, भले ही पिछले आंकड़े नए हों' },
      },
      examples: ['/quota'],
    },
    recent: {
      name: 'हाल-की-जांचें',
      description: 'दिखाता है कि आपने हाल में क्या जांचा',
      options: {},
      examples: ['/recent'],
    },
    forget: {
      name: 'भूलें',
      description: 'आपके बारे में मेरे पास जो है, उसे हटाता है',
      options: {},
      examples: ['/forget'],
    },
    privacy: {
      name: 'गोपनीयता',
      description: 'बताता है कि मैं क्या और कितने समय तक रखता हूं',
      options: {},
      examples: ['/privacy'],
    },
    help: {
      name: 'मदद',
      description: 'दिखाता है कि मैं क्या कर सकता हूं',
      options: {},
      examples: [],
    },
  },

  times: {
    justNow: 'अभी-अभी',
    momentAgo: 'एक मिनट से भी कम पहले',
    about: (amount, unit) => `लगभग ${duration(amount, unit)}`,
    fewSeconds: 'कुछ सेकंड',
    inAbout: (amount, unit) => `लगभग ${fromNow(amount, unit)}`,
    inFewSeconds: 'कुछ सेकंड में',
  },

  notes: {
    fromService: (ago) => `सेवा से, ${ago}`,
    fromSandbox: (ago) => `जवाब मिला: ${ago}`,
    kept: (ago) => `सहेजा हुआ जवाब, ${ago}, कोई जांच खर्च नहीं हुई`,
    sameTac: (ago) => `उसी टाइप कोड (TAC) वाले दूसरे IMEI से, ${ago}, कोई जांच खर्च नहीं हुई`,
    sandbox: 'सैंडबॉक्स का डेटा, असली सेवा का नहीं',
    nothingSpent: 'कोई जांच खर्च नहीं हुई',
    figures: (ago) => `सेवा के आंकड़े, ${ago}`,
    sandboxFigures: (ago) => `आंकड़े मिले: ${ago}`,
  },

  actions: {
    full: 'पूरी जानकारी',
    brief: 'ब्रांड और मॉडल',
    fresh: 'दोबारा जांचें (एक जांच खर्च होगी)',
    retry: 'फिर कोशिश करें',
    retryMaybePaid: 'फिर कोशिश (दो बार पैसे लग सकते हैं)',
    rest: 'बाकी जांचें',
    checkThem: 'इन्हें जांचें',
    leaveThem: 'अभी नहीं',
    share: 'सबको दिखाएं',
    checkThis: (imei) => `${imei} जांचें`,
    checkAnyway: 'फिर भी जांचें',
    stop: 'रोकें',
    refresh: 'रीफ़्रेश करें',
  },

  yes: 'हां',
  no: 'नहीं',

  device: {
    unnamed: 'बिना नाम का डिवाइस',
    brand: 'ब्रांड',
    model: 'मॉडल',
    imei: 'IMEI',
    partsHeading: 'IMEI के हिस्से',
    tac: 'टाइप कोड (TAC)',
    serial: 'सीरियल नंबर',
    checkDigit: 'जांच अंक',
    oldPartsHeading: 'यही पुराने रूप में',
    oldTac: 'टाइप मंज़ूरी कोड (TAC)',
    oldFac: 'अंतिम असेंबली कोड (FAC)',
    oldSnr: 'सीरियल नंबर (SNR)',
    oldCd: 'जांच अंक (CD)',
    echo: 'जवाब में IMEI',
    echoDiffers: 'ध्यान दें: सेवा ने उस नंबर का जवाब नहीं दिया जो मैंने पूछा था, किसी दूसरे का दिया है।',
    nameOnly: 'सेवा ने ब्रांड और मॉडल के सिवा कुछ नहीं बताया।',
    tooManyForFull: (most) => `पूरी जानकारी एक बार में ज़्यादा से ज़्यादा ${imeis(most)} के लिए दिखाई जाती है।`,
  },

  notFound: {
    title: 'नहीं मिला',
    lead: 'सेवा के पास इस IMEI का कोई रिकॉर्ड नहीं है।',
  },

  table: {
    label: 'खुली TAC तालिका के अनुसार',
    marked: (name) => `${name} (खुली TAC तालिका)`,
  },

  waiting: {
    title: (imei) => `${imei} की जांच हो रही है`,
    probably: (name) => `शायद ${name}`,
    asking: 'सेवा से पूछा जा रहा है।',
    next: (time) => `अगली बारी आपकी है, ${time} और।`,
    place: (place, time) => `कतार में स्थान: ${written(place)}, ${time} और।`,
    held: 'अभी मैं अपनी याददाश्त तक नहीं पहुँच पा रहा हूँ। कुछ भी खोएगा नहीं: वह लौटते ही मैं अपने-आप आगे बढ़ूँगा।',
    starting: (when) =>
      `मैं अभी-अभी शुरू हुआ हूँ और नहीं जानता कि पहले क्या पूछा गया था, इसलिए सेवा की सीमा न टूटे, पहले इंतज़ार करता हूँ। आपकी बारी ${when} आएगी।`,
    quota: 'कुंजी की स्थिति पूछी जा रही है',
  },

  list: {
    progressTitle: (total) => `${imeis(total)} की जांच हो रही है`,
    progressLead: (done, total) =>
      `${written(total)} में से ${count(done, { one: '# हो गया', other: '# हो गए' })}।`,
    left: (when) => `काम ${when} पूरा होगा।`,
    title: (found, total) => `${written(total)} में से ${count(found, { one: '# मिला', other: '# मिले' })}`,
    stoppedTitle: (done, total) =>
      `रोक दिया: ${written(total)} में से ${count(done, { one: '# जांचा गया', other: '# जांचे गए' })}`,
    summary: (parts) => `${all(parts)}।`,
    counts: {
      found: (number) => count(number, { one: '# मिला', other: '# मिले' }),
      notFound: (number) => count(number, { one: '# नहीं मिला', other: '# नहीं मिले' }),
      failed: (number) => `${written(number)} का जवाब नहीं आया`,
      invalid: (number) => `${written(number)} गलत नंबर`,
      stopped: (number) => `${written(number)} की जांच नहीं हुई`,
    },
    duplicates: (number) => `दोहराए गए IMEI छोड़ दिए गए: ${written(number)}।`,
    headings: {
      found: 'मिले',
      notFound: 'नहीं मिले',
      failed: 'जवाब नहीं आया',
      invalid: 'गलत नंबर',
      stopped: 'जांच नहीं हुई',
      waiting: 'इंतज़ार में',
    },
    heading: (heading, number) => `${heading} (${written(number)})`,
    marks: {
      service: 'अभी जांचा गया',
      cache: (ago) => `सहेजा हुआ, ${ago}`,
      tac: 'उसी टाइप कोड से',
    },
    line: (number, text) => `पंक्ति ${written(number)}: ${text}`,
    retryHint: 'जिनका जवाब नहीं आया, उन्हें फिर से जांचा जा सकता है।',
    asked: (number) => `अभी जांचे गए: ${written(number)}`,
    kept: (number) => `बिना जांच खर्च किए: ${written(number)}`,
  },

  stopped: {
    title: 'रोक दिया',
    lead: 'जवाब आने से पहले ही आपने मुझे रोक दिया।',
  },

  files: {
    nothingGiven: {
      title: 'मैं क्या जांचूं?',
      lead: 'कृपया मुझे कोई IMEI दें, या ऐसी फ़ाइल जिसमें IMEI हों।',
    },
    file: 'फ़ाइल',
    cutOff: {
      title: 'स्प्रेडशीट ने यह नंबर काट दिया है',
      lead: 'इसके केवल शुरू के अंक बचे हैं। कृपया कॉलम का फ़ॉर्मैट टेक्स्ट रखें, नंबर फिर से डालें और दोबारा एक्सपोर्ट करें।',
      short: 'स्प्रेडशीट ने यह नंबर काट दिया है; कॉलम का फ़ॉर्मैट टेक्स्ट रखकर दोबारा एक्सपोर्ट करें',
    },
    unreadable: {
      'too-large': {
        title: 'फ़ाइल बहुत बड़ी है',
        lead: (most) =>
          `मैं ज़्यादा से ज़्यादा ${most} की फ़ाइल ले सकता हूं। कृपया उसे बांट दें, या जो मेरे काम का नहीं है, उसे हटा दें।`,
      },
      gone: {
        title: 'फ़ाइल अब वहां नहीं है',
        lead: 'कृपया उसे फिर से भेजें, या देख लें कि उसका नाम सही है या नहीं।',
      },
      failed: {
        title: 'फ़ाइल पढ़ी नहीं जा सकी',
        lead: 'वह मुझ तक नहीं पहुंची। कृपया उसे फिर से भेजें।',
      },
      empty: {
        title: 'फ़ाइल खाली है',
        lead: 'उसमें कुछ नहीं है। कृपया देख लें कि फ़ाइल सही है या नहीं।',
      },
      'not-a-table': {
        title: 'मैं इस तरह की फ़ाइल नहीं पढ़ सकता',
        lead: 'मैं CSV, TSV, TXT और XLSX पढ़ता हूं। कृपया सूची को इनमें से किसी रूप में सहेजकर फिर भेजें।',
      },
      'old-workbook': {
        title: 'यह Excel की पुरानी फ़ाइल है',
        lead: 'मैं XLS नहीं पढ़ सकता। कृपया उसे खोलें, XLSX या CSV के रूप में सहेजें और नई फ़ाइल भेजें।',
      },
      locked: {
        title: 'फ़ाइल पर पासवर्ड लगा है',
        lead: 'मैं उसे खोल नहीं सकता। कृपया उसे बिना पासवर्ड के सहेजकर फिर भेजें।',
      },
      'too-much': {
        title: 'इस फ़ाइल में बहुत ज़्यादा डेटा है',
        lead: 'इसमें इतने सेल हैं कि मैं सब नहीं देख सकता। कृपया केवल ज़रूरी कॉलम और पंक्तियां भेजें।',
      },
      'no-imeis': {
        title: 'मुझे इस फ़ाइल में कोई IMEI नहीं दिखता',
        lead: 'IMEI किसी फ़ोन की 15 अंकों की पहचान संख्या है। कृपया देख लें कि फ़ाइल सही है और कॉलम का फ़ॉर्मैट टेक्स्ट है।',
      },
      'too-slow': {
        title: 'फ़ाइल पढ़ने में बहुत समय लगा',
        lead: 'कृपया सिर्फ़ ज़रूरी कॉलम और पंक्तियाँ भेजें।',
      },
      'too-many-yours': {
        title: 'आपकी कई फ़ाइलें मेरे पास पहले से हैं',
        lead: 'कृपया उनमें से किसी एक के पूरा होने का इंतज़ार करें, फिर यह फ़ाइल दोबारा भेजें।',
      },
      'too-many-waiting': {
        title: 'इस समय बहुत-सी फ़ाइलें इंतज़ार में हैं',
        lead: 'कृपया यह फ़ाइल कुछ मिनट बाद दोबारा भेजें।',
      },
    },
    reading: (name) => `फ़ाइल पढ़ी जा रही है: ${name}`,
    tooMany: {
      title: (most) => `इस फ़ाइल में ${written(most)} से ज़्यादा नंबर हैं`,
      lead: (most) => `मैं एक फ़ाइल में ज़्यादा से ज़्यादा ${imeis(most)} ले सकता हूं। कृपया उसे बांट दें।`,
      split: (rows) =>
        count(rows, {
          one: 'मैं केवल पहली # पंक्ति ले सकता हूं।',
          other: 'मैं केवल पहली # पंक्तियां ले सकता हूं।',
        }),
    },
    counts: {
      paid: 'खर्च हुई जांचें',
      kept: 'पहले से मालूम',
      notFound: 'नहीं मिले',
      wrong: 'गलत नंबर',
    },
    below: 'आपकी तालिका फ़ाइल में है; जवाब हर पंक्ति के अंत में हैं।',
    numbersOnly: 'फ़ाइल दोबारा नहीं पढ़ी जा सकी, इसलिए जवाब में सिर्फ़ नंबर हैं, बाकी कॉलम नहीं।',
    besideText: 'आपके संदेश में लिखे नंबर नहीं जांचे गए; कृपया उन्हें अलग से भेजें।',
    result: 'नतीजा',
    further: (title, place) => `${title} ${place}`,
    detail: (heading, label) => `${heading}: ${label}`,
    results: {
      found: 'मिला।',
      notFound: 'नहीं मिला।',
      notChecked: (why) => `जांच नहीं हुई: ${why}।`,
      stopped: 'बारी आने से पहले रोक दिया गया',
      wrong: (why) => `गलत नंबर: ${why}।`,
      zeroRestored: 'शुरू का शून्य छूट गया था, इसलिए मैंने उसे वापस लगा दिया।',
    },
  },

  photos: {
    reading: {
      title: 'तस्वीर देखी जा रही है',
      lead: 'मैं उस पर बने बारकोड और QR कोड पढ़ रहा हूं।',
    },
    onePhone: 'ये एक ही फ़ोन के दो IMEI हैं, हर सिम के लिए एक।',
    labelHeading: 'तस्वीर पर यह भी है',
    serial: 'सीरियल नंबर',
    ean: 'EAN',
    upc: 'UPC',
    gtin: 'GTIN',
    none: {
      title: 'मुझे तस्वीर पर कोई IMEI नहीं दिखता',
      noCodes: 'मैं उस पर कोई बारकोड या QR कोड नहीं पढ़ पाया।',
      otherCodes: 'मैं उस पर कोड पढ़ पाया, पर उसमें कोई IMEI नहीं है।',
    },
    better:
      'कृपया तस्वीर पास से और ठीक ऊपर से, अच्छी रोशनी में लें, ताकि सभी लकीरें साफ़ दिखें और कहीं चमक न हो। या लकीरों के नीचे लिखा नंबर टाइप करें।',
    problems: {
      tooLarge: {
        title: 'तस्वीर बहुत बड़ी है',
        lead: (most) => `मैं ज़्यादा से ज़्यादा ${most} की तस्वीर ले सकता हूं। कृपया छोटी तस्वीर भेजें।`,
      },
      tooManyPixels: {
        title: 'तस्वीर में बहुत ज़्यादा पिक्सेल हैं',
        lead: (most) =>
          `मैं ज़्यादा से ज़्यादा ${most} मेगापिक्सेल की तस्वीर ले सकता हूं। कृपया छोटी तस्वीर भेजें, या केवल कोड वाला हिस्सा।`,
      },
      unknownFormat: {
        title: 'मैं इस तरह की तस्वीर नहीं पढ़ सकता',
        lead: (format) => `यह ${format} फ़ॉर्मैट में है। कृपया इसे JPEG या PNG के रूप में भेजें।`,
      },
      noPicture: {
        title: 'यह तस्वीर नहीं है',
        lead: 'कृपया कोई फ़ोटो भेजें, या JPEG या PNG के रूप में कोई तस्वीर।',
      },
      broken: {
        title: 'तस्वीर पढ़ी नहीं जा सकती',
        lead: 'वह खराब है या उसका कोई हिस्सा गायब है। कृपया उसे फिर से भेजें।',
      },
      tooSlow: {
        title: 'तस्वीर पढ़ने में बहुत देर लगी',
        lead: 'कृपया केवल कोड वाला हिस्सा भेजें, या नंबर टाइप करें।',
      },
    },
  },

  tooMany: {
    title: (number) => `एक बार में ${imeis(number)} बहुत ज़्यादा हैं`,
    lead: (most, parts) =>
      `मैं एक संदेश में ज़्यादा से ज़्यादा ${imeis(most)} ले सकता हूं। कृपया सूची को ${count(parts, { one: '# हिस्से', other: '# हिस्सों' })} में बांटकर भेजें।`,
    partsHeading: 'कहां से बांटें',
    lines: (part, from, to) =>
      from === to
        ? `हिस्सा ${written(part)}: पंक्ति ${written(from)}`
        : `हिस्सा ${written(part)}: पंक्ति ${written(from)} से ${written(to)} तक`,
    imeis: (part, number, last) => `हिस्सा ${written(part)}: ${imeis(number)}, आखिरी ${last} है`,
  },

  suggestions: {
    kept: 'सहेजा हुआ जवाब, कोई जांच खर्च नहीं होगी',
    completed: 'जांच अंक जोड़ा गया',
    repair: 'शायद यह',
  },

  plan: {
    title: (number) => `क्या मैं ${imeis(number)} जांचूं?`,
    lead: 'सूची लंबी है, इसलिए पहले देख लें कि इसमें कितना खर्च और समय लगेगा। जहां बटन न हों, वहां confirmed=yes जोड़ें।',
    valid: 'सही',
    known: 'पहले से मालूम',
    duplicates: 'दोहराए गए, छोड़े गए',
    wrong: 'गलत',
    cost: 'ज़्यादा से ज़्यादा खर्च',
    duration: 'समय लगेगा',
    dismissed: { title: 'ठीक है, इन्हें रहने देता हूं', lead: 'कुछ नहीं जांचा गया और कोई जांच खर्च नहीं हुई।' },
  },

  recent: {
    title: (number) => (number === 1 ? 'आपकी पिछली जांच' : `आपकी पिछली जांचें: ${written(number)}`),
    nameless: 'नहीं मिला',
    note: 'यह केवल आपको दिखता है। /forget इसे हटा देता है।',
    none: { title: 'अभी कुछ नहीं', lead: 'पिछले 30 दिनों में आपने कोई IMEI नहीं जांचा।' },
    off: { title: 'मैं कोई सूची नहीं रखता', lead: 'इस बॉट के संचालक ने इसे बंद कर रखा है।' },
  },

  forget: {
    title: 'भुला दिया',
    nothing: 'आपका कुछ भी हटाने को नहीं था।',
    removed: (what) => `हटाया गया: ${all(what)}। आपको दिए गए जवाबों के नीचे के बटन भी हटा दिए गए।`,
    checks: (number) => count(number, { one: 'हाल की # जांच', other: 'हाल की # जांचें' }),
    requests: (number) => count(number, { one: '# अधूरा सवाल', other: '# अधूरे सवाल' }),
    note: 'आज आपने कितनी जांचें खर्च कीं, यह केवल संख्या के रूप में रहता है: क्या जांचा, यह नहीं।',
  },

  privacy: {
    title: 'मैं क्या रखता हूं',
    lead: 'बस उतना जितना आपको एक बार जवाब देने और दोबारा पैसे न देने के लिए ज़रूरी है।',
    answers: 'जवाब',
    answersKept: (found, notFound) => `${found}, “नहीं मिला” ${notFound}; गुप्त कोड के साथ, पूछने वाले के नाम के बिना`,
    requests: 'आपका सवाल',
    requestsKept: (most) => `जवाब मिलने तक, ज़्यादा से ज़्यादा ${most}`,
    buttons: 'जवाबों के नीचे के बटन',
    buttonsKept: (time) => `वे क्या करते हैं, उनमें मौजूद IMEI के साथ, ${time} तक`,
    history: 'आपकी हाल की जांचें',
    historyKept: (time) => `पिछली 20 जांचें, केवल आपके लिए; ${time} तक`,
    historyOff: 'नहीं रखी जातीं',
    allowance: 'आज की आपकी जांचें',
    allowanceKept: 'केवल उनकी संख्या, दो दिन तक',
    log: 'लॉग',
    logKept: 'ज़्यादा से ज़्यादा IMEI के पहले आठ अंक, जिनसे मॉडल का पता चलता है, फ़ोन का नहीं',
    sealed: 'डिस्क पर जो लिखा जाता है, वह एन्क्रिप्ट होता है।',
    service: 'पूरा IMEI केवल जांच सेवा को भेजा जाता है, और किसी को नहीं।',
    forget: 'आपके बारे में मेरे पास जो है, उसे /forget तुरंत हटा देता है।',
  },

  alarms: {
    opened: 'फ़िलहाल मैं कुछ नहीं भेज रहा हूं। अकेले सवालों को यही बताया जाता है, और लंबी सूचियां इंतज़ार करती हैं।',
    closed: { title: 'सेवा फिर जवाब दे रही है', lead: 'आगे सब अपने आप चलेगा।' },
    budget: {
      low: {
        title: (percent) => `आज की ${written(percent)}% जांचें खर्च हो चुकी हैं`,
        lead: (limit) =>
          `CHECKS_PER_DAY में ${count(limit, { one: '# जांच', other: '# जांचों' })} की अनुमति है। इनके खत्म होने पर आधी रात (UTC) तक कोई कुछ नया नहीं जांच पाएगा।`,
      },
      usedUp: {
        title: 'आज की जांचें खत्म हो गई हैं',
        lead: (limit) =>
          `CHECKS_PER_DAY में ${count(limit, { one: '# जांच', other: '# जांचों' })} की अनुमति है। आधी रात (UTC) तक कोई कुछ नया नहीं जांच सकता; जो पहले जांचा जा चुका है, उसका जवाब अब भी मिलेगा।`,
      },
    },
    checksLow: {
      title: (left) =>
        left === 0
          ? 'इस महीने की जांचें खत्म हो गई हैं'
          : count(left, { one: 'इस महीने # जांच बची है', other: 'इस महीने # जांचें बची हैं' }),
      lead: (percent) => `यह इस कुंजी पर अब तक दिखी सबसे ज़्यादा जांचों का ${written(percent)}% या उससे कम है।`,
      none: 'जो पहले जांचा जा चुका है, उसका जवाब अब भी मिलेगा; नए के लिए कुंजी को और जांचें चाहिए।',
      usedUp: (date) => `इस हफ़्ते की रफ़्तार से ये ${date} तक चलेंगी।`,
    },
    keyExpires: {
      title: (left) =>
        count(left, {
          one: 'कुंजी की अवधि # दिन के अंदर खत्म होगी',
          other: 'कुंजी की अवधि # दिनों के अंदर खत्म होगी',
        }),
      lead: (date) => `उसका आखिरी दिन ${date} है। उसके बाद सेवा हर जांच से मना कर देगी।`,
    },
    storeFailing: {
      title: 'मैं कुछ भी लिख नहीं पा रहा हूं',
      lead: 'हर व्यक्ति के कुछ नए नंबर अब भी जांचे जाते हैं, लंबी सूचियां इंतज़ार करती हैं। कृपया डिस्क और STORE_URL वाली फ़ाइल जांच लें; ठीक होते ही मैं खुद आगे बढ़ूंगा।',
      said: 'डेटाबेस ने कहा',
    },
    storeHealed: { title: 'मैं फिर लिख पा रहा हूं', lead: 'इस बीच जो हुआ, वह अब लिख लिया गया है।' },
    poisoned: {
      title: 'मैंने एक सवाल बंद कर दिया जो मुझे बार-बार रोक देता है',
      lead: 'जिस भी प्रोसेस ने इसे शुरू किया, वह थोड़ी देर में बंद हो गई, इसलिए अब इसे नहीं आज़माया जाता; पूछने वाले को बता दिया गया है। इसकी पहचान लॉग में है। वजह कोई फ़ाइल या तस्वीर हो सकती है।',
    },
    undeliverable: {
      title: (answers) => `जवाब जो पहुंचाए नहीं जा सके: ${written(answers)}`,
      lead: 'एक सवाल जितनी देर रहता है, उतनी देर मैंने कोशिश की। चैट मेरे लिए बंद हैं, या उनका प्लेटफ़ॉर्म उपलब्ध नहीं था; वजह लॉग में है।',
    },
  },

  hint: {
    title: 'मुझे यहां कोई IMEI नहीं दिखता',
    lead: 'IMEI किसी फ़ोन की 15 अंकों की पहचान संख्या है, कॉल करने वाला नंबर नहीं। इसे देखने के लिए *#06# डायल करें, या सेटिंग में, सिम ट्रे पर या डिब्बे पर देखें।',
    example: 'जैसे',
  },

  warnings: {
    completed: (digit) => `आपने 14 अंक दिए, इसलिए मैंने जांच अंक ${digit} जोड़ दिया।`,
    softwareVersion: (version) =>
      `आपने 16 अंक दिए: आखिरी दो (${version}) सॉफ़्टवेयर का वर्शन हैं। मैंने उन्हें हटाकर उनकी जगह जांच अंक लगा दिया।`,
    testBody: (body) => `${body} से शुरू होने वाले नंबर टेस्ट डिवाइस के होते हैं।`,
    sample: 'यह एक जाना-माना नमूना नंबर है, इसलिए हो सकता है कि यह आपके हाथ वाला फ़ोन न हो।',
    lost: 'यह नंबर ऐसे फ़ोनों में मिलता है जो अपना IMEI खो चुके हैं।',
  },

  problems: {
    titleMany: 'ऐसा कोई IMEI नहीं जिसे मैं जांच सकूं',
    given: 'आपने भेजा',
    empty: { title: 'यहां कोई नंबर नहीं है', lead: 'IMEI में 15 अंक होते हैं।' },
    tooShort: {
      title: 'नंबर बहुत छोटा है',
      lead: (given) => `इसमें ${count(given, { one: '# अंक है', other: '# अंक हैं' })}; IMEI में 15 होते हैं।`,
      short: (given) => `बहुत छोटा, 15 के बजाय ${digits(given)}`,
    },
    tooLong: {
      title: 'नंबर बहुत लंबा है',
      lead: (given) => `इसमें ${count(given, { one: '# अंक है', other: '# अंक हैं' })}; IMEI में 15 होते हैं।`,
      short: (given) => `बहुत लंबा, 15 के बजाय ${digits(given)}`,
    },
    checkDigit: {
      title: 'जांच अंक मेल नहीं खाता',
      lead: (expected, given) => `आखिरी अंक ${given} नहीं, ${expected} होना चाहिए। शायद कोई अंक गलत टाइप हुआ है।`,
      short: (expected, given) => `जांच अंक ${given} नहीं, ${expected} होना चाहिए`,
      repairs: 'शायद आपका मतलब यह है',
      moreRepairs: (number) => `या ${written(number)} और विकल्प`,
      networkForm: (imei) => `नेटवर्क इस जगह 0 लिखते हैं: अगर नंबर नेटवर्क से आया है, तो IMEI ${imei} है।`,
    },
    letter: {
      title: 'नंबर में एक अक्षर है',
      lead: (character, position) => `स्थान ${written(position)} पर “${character}” है, जबकि वहां अंक होना चाहिए।`,
      short: (character, position) => `स्थान ${written(position)} पर अंक के बजाय “${character}” है`,
    },
    looksLike: {
      title: 'यह किसी और तरह का नंबर है',
      lead: (what) => `यह ${what} लगता है, IMEI नहीं।`,
      short: (what) => `${what} लगता है`,
      kinds: {
        iccid: 'सिम कार्ड का नंबर (ICCID)',
        eid: 'eSIM का नंबर (EID)',
        meid: 'MEID नंबर',
        'meid-decimal': 'दशमलव अंकों में MEID नंबर',
        phone: 'फ़ोन नंबर',
        'apple-serial': 'Apple का सीरियल नंबर',
      },
    },
    placeholder: {
      title: 'यह सिर्फ़ जगह भरने वाला नंबर है, IMEI नहीं',
      lead: 'असली नंबर न होने पर फ़ोन और प्रोग्राम ऐसा नंबर दिखाते हैं।',
      short: 'जगह भरने वाला नंबर, IMEI नहीं',
    },
    card: {
      title: 'यह IMEI नहीं है',
      lead: 'यह किसी कार्ड का नंबर लगता है। मैंने इसे कहीं नहीं भेजा है।',
      short: 'कार्ड का नंबर लगता है, कहीं नहीं भेजा गया',
    },
    unassigned: {
      title: 'यह शायद ही IMEI है',
      lead: 'किसी फ़ोन का ऐसा नंबर नहीं होता। फिर भी जांचें?',
      short: 'किसी फ़ोन का ऐसा नंबर नहीं होता, जांचा नहीं गया',
    },
    whereToLook: 'फ़ोन का IMEI देखने के लिए उस पर *#06# डायल करें।',
  },

  failures: FAILURES,
  failure: {
    notPaid: 'कोई जांच खर्च नहीं हुई।',
    maybePaid: 'हो सकता है कि इस जांच के पैसे फिर भी लग गए हों; फिर कोशिश करने पर दोबारा लग सकते हैं।',
    maybePaidSome: 'हो सकता है कि कुछ जांचों के पैसे फिर भी लग गए हों; फिर कोशिश करने पर दोबारा लग सकते हैं।',
    sentence: (title) => `${title}।`,
    looksAgain: (when) => `मैं ${when} फिर देखूंगा।`,
    laterAgain: 'कृपया कुछ मिनट बाद फिर कोशिश करें।',
    tellOperator: 'इसे इस बॉट के संचालक ठीक कर सकते हैं; कृपया उन्हें बताएं।',
    said: 'सेवा ने कहा',
    broke: 'हमारी तरफ़ कुछ खराब हो गया',
    refused: {
      allowance: 'आज की आपकी जांचें खत्म हो गई हैं',
      reserve: 'आखिरी जांचें बचाकर रखी गई हैं',
      budget: 'आज के लिए बॉट की जांचें खत्म हो गई हैं',
      store: 'मेरी याददाश्त अभी काम नहीं कर रही',
    },
  },
  refused: {
    allowance: {
      title: 'आज की आपकी जांचें खत्म हो गई हैं',
      lead: (limit) =>
        `यहां हर व्यक्ति को एक दिन में ${count(limit, { one: '# जांच मिलती है', other: '# जांचें मिलती हैं' })}। जो पहले जांचा जा चुका है, उसे अब भी पूछ सकते हैं, क्योंकि उसमें कुछ खर्च नहीं होता।`,
    },
    budget: {
      title: 'आज के लिए बॉट की जांचें खत्म हो गई हैं',
      lead: () =>
        'सबने मिलकर उतनी नई जांचें करवा ली हैं जितनी बॉट एक दिन में कर सकता है। आधी रात (UTC) के बाद काम आगे बढ़ेगा। जो पहले जांचा जा चुका है, उसे अब भी पूछ सकते हैं, क्योंकि उसमें कुछ खर्च नहीं होता।',
    },
    store: {
      title: 'मैं अभी आपके लिए और जांच नहीं कर सकता',
      lead: () =>
        'मैं खर्च को लिख नहीं पा रहा हूं, और जब तक ऐसा है, हर व्यक्ति के लिए कुछ ही नए नंबर जांचता हूं। कृपया बाद में कोशिश करें।',
    },
    reserve: {
      title: 'आखिरी जांचें बचाकर रखी गई हैं',
      lead: (limit) =>
        `${count(limit, { one: 'महीने की आखिरी # जांच एडमिन के लिए रखी गई है', other: 'महीने की आखिरी # जांचें एडमिन के लिए रखी गई हैं' })}। जो पहले जांचा जा चुका है, उसे अब भी पूछ सकते हैं, क्योंकि उसमें कुछ खर्च नहीं होता।`,
    },
  },

  sheet: {
    headings: {
      design: 'बनावट',
      display: 'डिस्प्ले',
      hardware: 'हार्डवेयर',
      battery: 'बैटरी',
      network: 'नेटवर्क',
      release: 'रिलीज़',
      other: 'अन्य',
    },
    labels: {
      weight: 'वज़न',
      'size.height': 'ऊंचाई',
      'size.width': 'चौड़ाई',
      'size.thickness': 'मोटाई',
      build: 'बॉडी का प्रकार',
      qwerty: 'QWERTY कीबोर्ड',
      'display.type': 'प्रकार',
      'display.inches': 'आकार',
      'display.width': 'चौड़ाई',
      'display.height': 'ऊंचाई',
      'display.color': 'रंगीन',
      touch_scr: 'टचस्क्रीन',
      os: 'ऑपरेटिंग सिस्टम',
      cpu: 'प्रोसेसर',
      cpu_clock: 'प्रोसेसर की गति',
      int_memory: 'इंटरनल मेमोरी',
      memory_card: 'मेमोरी कार्ड',
      'battery.type': 'प्रकार',
      'battery.capacity': 'क्षमता',
      stand_by: 'स्टैंडबाय समय',
      talk_time: 'टॉक टाइम',
      talk_time_umts: 'UMTS पर टॉक टाइम',
      tel_func: 'फ़ोन कॉल',
      gsm_band: 'GSM बैंड',
      umts_band: 'UMTS बैंड',
      hsdpa_band: 'HSDPA बैंड',
      other_band: 'अन्य बैंड',
      wifi_hotspot: 'वाई-फ़ाई हॉटस्पॉट',
      lan: 'LAN',
      lan_ports: 'LAN पोर्ट',
      year: 'रिलीज़ की तारीख',
    },
    wholes: { size: 'आकार', display: 'डिस्प्ले', battery: 'बैटरी' },
    values: (values) => values.join(', '),
    released: (month, year) => `${month} ${year}`.trim(),
    inches: (inches) => `${written(inches)} इंच`,
    more: (number) => `${written(number)} और फ़ील्ड`,
  },

  quota: {
    title: {
      ok: 'कुंजी काम कर रही है',
      expiresSoon: (when) => `कुंजी की अवधि ${when} खत्म होगी`,
      expired: (when) => `कुंजी की अवधि ${when} खत्म हो गई`,
      today: 'आज',
      notYet: 'कुंजी अभी चालू नहीं हुई है',
      noAccess: 'कुंजी के पास पहुंच नहीं है',
      usedUp: 'कोई जांच नहीं बची',
      unreadable: 'कुंजी की स्थिति मालूम नहीं है',
    },
    keyHeading: 'कुंजी',
    access: 'पहुंच',
    activated: 'चालू होने की तारीख',
    expires: 'खत्म होने की तारीख',
    dateIn: (date, when) => `${date} (${when})`,
    leftHeading: 'बची हुई जांचें',
    hour: 'इस घंटे',
    day: 'आज',
    month: 'इस महीने',
    noLimit: 'कोई सीमा नहीं',
    of: (left, total) => `${left} / ${total}`,
    spentHeading: 'इस बॉट का खर्च और बचत',
    today: 'आज',
    budget: 'आज का बजट',
    thisMonth: 'इस महीने',
    spentAndSaved: (spent, saved) => `खर्च: ${spent}, बचत: ${saved}`,
    checks,
    amount: (amount, money) => `${amount} (${money})`,
    inDoubt: 'शायद दो बार पैसे लगे',
    inDoubtValue: (today, month) => `आज: ${today}, इस महीने: ${month}`,
    nowHeading: 'इस समय',
    waiting: 'कतार में',
    inFlight: 'पूछी जा रही हैं',
    window: (time) => `पिछले ${time} के अनुरोध`,
    paused: 'रुका हुआ',
    pausedValue: (why, when) => `${why}; मैं ${when} फिर देखूंगा`,
    pausedUnknown: 'सेवा जवाब नहीं दे रही है',
  },

  quotaPicture: {
    title: 'इस महीने बची हुई जांचें',
    now: (left) => `अभी ${left}`,
    left: 'बची हुई जांचें, जैसी दर्ज हुईं',
    rise: 'नई जांचें',
    pace: (days) => `${lastDays(days)} की रफ़्तार से`,
    usedUp: (date) => `${date} को खत्म`,
    remaining: (left, date) => `${date} को लगभग ${left}`,
    expires: (date) => `कुंजी की अवधि ${date} को खत्म होगी`,
    days: 'हर दिन की जांचें',
    paid: (amount) => `खर्च: ${amount}`,
    saved: (amount) => `बचत: ${amount}`,
    asOf: (time) => `${time} UTC`,
    alt: {
      line: (from, to, first, last) =>
        `रेखा इस महीने बची हुई जांचें दिखाती है: ${from} को ${first}, ${to} को ${last}।`,
      usedUp: (date) => `दिखाई गई रफ़्तार से ये ${date} को खत्म हो जाएंगी।`,
      remaining: (left, date) => `दिखाई गई रफ़्तार से ${date} को लगभग ${left} बचेंगी।`,
      bars: (paid, saved) => `पट्टियां हर दिन की जांचें दिखाती हैं: कुल खर्च ${paid}, कुल बचत ${saved}।`,
    },
    forecastHeading: 'अनुमान',
    paceLabel: 'रफ़्तार',
    perDay: (amount, days) => `हर दिन ${amount}, ${lastDays(days)} का औसत`,
    underOne: 'एक से कम जांच',
    outlookLabel: 'इस रफ़्तार से',
    willBeUsedUp: (date, when) => `${date} को खत्म (${when})`,
    lastsMonth: (left, date) => `पूरे महीने के लिए काफ़ी, ${date} को लगभग ${left} बाकी`,
    lastsUntilExpiry: (left, date) => `कुंजी की अवधि खत्म होने तक काफ़ी, ${date} को लगभग ${left} बाकी`,
    tooNew: 'अनुमान के लिए आधे दिन के आंकड़े चाहिए।',
    idle: 'हाल में कोई जांच खर्च नहीं हुई, इसलिए अनुमान लगाने को कुछ नहीं है।',
    growing: 'दो आंकड़े मिलते ही बची हुई जांचों का ग्राफ़ दिखने लगेगा। वह समय के साथ बढ़ता जाएगा।',
  },

  help: {
    title: 'मैं बताता हूं कि IMEI किस फ़ोन का है',
    lead: 'मुझे कोई IMEI किसी भी रूप में भेजें, एक साथ कई भेजें, या उनकी फ़ाइल भेजें। जो मैं पहले जांच चुका हूं, वह सहेजा रहता है और उसमें कुछ खर्च नहीं होता।',
    commands: 'कमांड',
    examples: 'उदाहरण',
    whereHeading: 'IMEI कहां मिलता है',
    where: '*#06# डायल करें, या सेटिंग में, सिम ट्रे पर या डिब्बे पर देखें।',
    sandboxHeading: 'सैंडबॉक्स',
    sandbox:
      'मैं अभी सैंडबॉक्स पर चल रहा हूं: यह आज़माने के लिए सेवा की नकल है। इसमें कुछ खर्च नहीं होता और कुंजी नहीं चाहिए, पर इसके जवाब असली सेवा के नहीं हैं।',
  },

  refusals: {
    notAllowed: {
      title: 'मुझे यहां जवाब देने की अनुमति नहीं है',
      lead: (id) => `कृपया इस बॉट के संचालक से कहें कि वे आपको या इस चैट को अनुमति दें। आपकी आईडी ${id} है।`,
    },
    notAdmin: {
      title: 'यह एडमिन के लिए है',
      lead: (id) => `अगर यह बॉट आप चलाते हैं, तो इसकी सेटिंग में यह जोड़ें: ADMINS=${id}`,
    },
    options: {
      title: 'मैं यह समझ नहीं पाया',
      example: 'जैसे',
      missing: (option) => `“${option}” नहीं दिया गया है।`,
      notAChoice: (option, given, choices) =>
        `“${option}” के लिए “${given}” नहीं चलेगा। इनमें से चुनें: ${either(choices)}।`,
      notAFlag: (option, given) => `“${option}” के लिए केवल yes या no चलता है, और “${given}” मैं समझ नहीं पाया।`,
      wrongKind: (option) => `“${option}” ऐसे रूप में आया जो मेरे काम का नहीं है।`,
      tooLong: (option, most) => `“${option}” बहुत लंबा है। मैं ज़्यादा से ज़्यादा ${written(most)} अक्षर ले सकता हूं।`,
    },
    busy: {
      title: 'एक-एक करके',
      lead: 'पहले से ही इतने सवाल जवाब के इंतज़ार में हैं कि मैंने यह नहीं लिया। कृपया थोड़ी देर बाद फिर पूछें।',
    },
    interrupted: {
      title: 'जहां रुका था, वहीं से आगे बढ़ रहा हूं',
      lead: 'इस काम के बीच में मुझे फिर से चालू किया गया। कुछ भी खोया नहीं है; जवाब यहीं आएगा।',
    },
    tooOld: {
      title: 'माफ़ करें, इसमें बहुत देर हो गई',
      lead: 'आपके इंतज़ार के दौरान मैं बंद था, और अब यह सवाल जवाब देने के लिए बहुत पुराना हो गया है। कृपया फिर पूछें।',
    },
    poisoned: {
      title: 'माफ़ करें, मैं इस सवाल का जवाब नहीं दे सकता',
      lead: 'जब-जब मैंने इसे शुरू किया, मुझे फिर से चालू करना पड़ा। मैंने कोशिश बंद कर दी है और अपने संचालक को बता दिया है। आपके बाकी सवालों पर इसका असर नहीं है।',
    },
    unexpected: {
      title: 'हमारी तरफ़ कुछ खराब हो गया',
      lead: 'आपका भेजा हुआ कुछ भी खोया नहीं है, और संचालक देख सकते हैं कि क्या हुआ। कृपया थोड़ी देर में फिर कोशिश करें।',
      reference: (reference) => `संदर्भ: ${reference}`,
    },
    notYourButton: {
      title: 'यह बटन किसी और के लिए है',
      lead: 'इसे वही इस्तेमाल कर सकता है जिसने पूछा था। आप भी मुझसे अपना सवाल पूछ सकते हैं।',
    },
    buttonExpired: {
      title: 'यह बटन अब काम नहीं करता',
      lead: 'बहुत समय बीत चुका है। कृपया फिर पूछें।',
    },
    shuttingDown: {
      title: 'मैं अभी फिर से चालू हो रहा हूं',
      lead: 'मैंने आपका सवाल नहीं लिया। कृपया एक मिनट बाद फिर पूछें; कोई जांच खर्च नहीं हुई।',
    },
    storeFailing: {
      title: 'मैं अभी कुछ भी लिख नहीं पा रहा हूं',
      lead: 'इसलिए मैंने आपका सवाल नहीं लिया, और कोई जांच खर्च नहीं हुई। कृपया थोड़ी देर में फिर कोशिश करें।',
    },
  },

  console: {
    greeting: 'फ़ोन कौन-सा है? IMEI या /help लिखें।',
    greetingOnSandbox: 'फ़ोन कौन-सा है? IMEI या /help लिखें। यह सैंडबॉक्स है, इसलिए जवाब असली सेवा के नहीं हैं।',
    prompt: 'imei> ',
    unknownCommand: (name, nearest) =>
      nearest === undefined
        ? `/${name} नाम की कोई कमांड नहीं है। सभी कमांड /help में हैं।`
        : `/${name} नाम की कोई कमांड नहीं है। क्या आपका मतलब /${nearest} था?`,
    answeredAfterRestart: 'यह आपने मेरे रुकने से पहले पूछा था। जवाब यह है:',
    unfinished: (number) =>
      count(number, {
        one: '# सवाल अभी अधूरा है; फिर से चालू होने पर मैं उसे पूरा करूंगा।',
        other: '# सवाल अभी अधूरे हैं; फिर से चालू होने पर मैं उन्हें पूरा करूंगा।',
      }),
    fileNotSaved: (name) => `फ़ाइल ${name} सहेजी नहीं जा सकी।`,
    bye: 'नमस्ते।',
  },

  discord: {
    contextMenu: 'IMEI जांचें',
    publicOption: { name: 'सबको', description: 'जवाब केवल आपको नहीं, यहां सबको दिखाएं' },
    label: (label) => `${label}:`,
    wholeFileName: 'jawab.txt',
    wholeInFile: 'यह पूरा नहीं है: पूरा जवाब साथ लगी फ़ाइल में है।',
    fileLeftOut: (name) => `फ़ाइल ${name} Discord के लिए बहुत बड़ी है, इसलिए नहीं जोड़ी गई।`,
    comesLater:
      'इसमें उससे ज़्यादा समय लगेगा जितना Discord इस संदेश को खुला रखता है (15 मिनट)। तब तक जवाब यहां न आए, तो मैं उसे डायरेक्ट मैसेज में भेजूंगा; अगर आपको लिख न पाऊं, तो वह आपकी अगली कमांड के साथ मिलेगा।',
    comesLaterShared:
      'इसमें उससे ज़्यादा समय लगेगा जितना Discord इस संदेश को खुला रखता है (15 मिनट)। तब तक जवाब यहां न आए, तो मैं उसे डायरेक्ट मैसेज में भेजूंगा; अगर आपको लिख न पाऊं, तो उसे इसी चैनल में डाल दूंगा।',
    late: 'यह आपने कुछ देर पहले पूछा था। जवाब यह है:',
    answerWaits:
      'आपका जवाब तैयार है, पर मैं आपको डायरेक्ट मैसेज नहीं भेज पा रहा हूं। मेरी कोई भी कमांड चलाएं, मैं उसे केवल आपको दिखाऊंगा।',
  },

  telegram: {
    label: (label) => `${label}:`,
    openPrivateChat: 'यह जवाब केवल आपके लिए है। कृपया मेरे साथ निजी चैट खोलें, Start दबाएं और वहां पूछें।',
    openPrivateChatButton: 'निजी चैट खोलें',
    answeredInPrivate: 'मैंने आपको हमारी निजी चैट में जवाब दे दिया है।',
    restInFile: (file) => `… पूरा जवाब फ़ाइल ${file} में है।`,
    restLeftOut: '… अभी और भी है; सब देखने के लिए मुझसे निजी चैट में पूछें।',
    replyFileName: 'jawab.txt',
    maybeNotArrived:
      'Telegram से कनेक्शन अभी-अभी टूट गया। अगर ऊपर मेरा जवाब न दिखे, तो कृपया फिर पूछें: जो मैं जांच चुका हूं, वह सहेजा हुआ है और उसमें कुछ खर्च नहीं होता।',
    checkButton: 'जांचें',
    inlineNotChecked: 'अभी जांचा नहीं गया है।',
    inlineOpenChat: 'निजी चैट में जांचें',
    notYourButton: 'इस बटन को वही इस्तेमाल कर सकता है जिसने यह भेजा है। आप भी मुझसे अपना सवाल पूछ सकते हैं।',
  },
};
