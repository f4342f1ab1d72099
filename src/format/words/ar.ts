import type { ListedCode } from '../../provider/errors.ts';
import type { Words } from './catalogue.ts';
import type { FailureWords } from './en.ts';
import { grammarOf } from './grammar.ts';

const { count, number: written, all, either, duration, fromNow } = grammarOf('ar');

/** As the subject of a sentence, or by itself behind a colon. */
const imeis = (number: number): string =>
  count(number, {
    zero: '# رقم IMEI',
    one: 'رقم IMEI واحد',
    two: 'رقما IMEI',
    few: '# أرقام IMEI',
    many: '# رقم IMEI',
    other: '# رقم IMEI',
  });
/** As an object or behind a preposition, where the dual is another. */
const ofImeis = (number: number): string =>
  count(number, {
    zero: '# رقم IMEI',
    one: 'رقم IMEI واحد',
    two: 'رقمي IMEI',
    few: '# أرقام IMEI',
    many: '# رقم IMEI',
    other: '# رقم IMEI',
  });
const checks = (number: number): string =>
  count(number, {
    zero: '# فحص',
    one: 'فحص واحد',
    two: 'فحصان',
    few: '# فحوصات',
    many: '# فحصًا',
    other: '# فحص',
  });
const digits = (number: number): string =>
  count(number, {
    zero: '# خانة',
    one: 'خانة واحدة',
    two: 'خانتان',
    few: '# خانات',
    many: '# خانة',
    other: '# خانة',
  });
/** Behind a noun or a preposition. */
const lastDays = (number: number): string =>
  count(number, {
    zero: 'آخر # يوم',
    one: 'اليوم الأخير',
    two: 'آخر يومين',
    few: 'آخر # أيام',
    many: 'آخر # يومًا',
    other: 'آخر # يوم',
  });

const FAILURES: Readonly<Record<ListedCode, FailureWords>> = {
  'credentials-wrong': {
    title: 'الخدمة لا تقبل بيانات دخولنا',
    lead: 'تقول إن الاسم أو كلمة المرور غير صحيحة.',
    short: 'رُفضت بيانات دخولنا',
    admin: 'يُرجى مقارنة LOOKUP_API_KEY بالحساب لدى الخدمة.',
  },
  'account-blocked': {
    title: 'حسابنا لدى الخدمة محظور',
    lead: 'لن تجيب حتى يُفتح الحساب من جديد.',
    short: 'حسابنا محظور',
    admin: 'مزوّد الخدمة وحده يعرف السبب ويستطيع رفع الحظر.',
  },
  'credentials-missing': {
    title: 'الخدمة تطلب بيانات الدخول',
    lead: 'تقول إن الاسم وكلمة المرور لم يُرسَلا.',
    short: 'الخدمة تطلب بيانات الدخول',
    admin: 'يُرجى مراجعة LOOKUP_API_KEY و LOOKUP_BASE_URL.',
  },
  'limit-exceeded': {
    title: 'الخدمة تطلب التمهل',
    lead: 'وصلتها طلبات كثيرة دفعة واحدة.',
    short: 'طلبت الخدمة التمهل',
    admin: 'ربما يستخدم شيء آخر المفتاح نفسه أو العنوان نفسه. يمكن خفض قيمة LIMIT_PER_WINDOW.',
  },
  'access-refused': {
    title: 'الخدمة ترفض طلباتنا',
    lead: 'لا تسمح لنا بالدخول في الوقت الحالي.',
    short: 'رفضتنا الخدمة',
    admin:
      'أجابت بالحالة 403 دون ذكر السبب. ربما كان عنوان هذا الجهاز محظورًا: يُرجى سؤال مزوّد الخدمة، والبحث عن برامج أخرى تستخدم العنوان نفسه.',
  },
  'imei-empty': {
    title: 'لم تجد الخدمة رقم IMEI',
    lead: 'تقول إن الرقم كان ناقصًا في طلبنا.',
    short: 'لم تجد الخدمة رقم IMEI',
  },
  'key-refused': {
    title: 'الخدمة لا تقبل مفتاحنا',
    lead: 'تقول إن المفتاح غير صالح أو معطَّل.',
    short: 'رُفض مفتاحنا',
    admin: 'يُرجى مراجعة LOOKUP_API_KEY.',
  },
  'key-inactive': {
    title: 'مفتاحنا غير مفعَّل',
    lead: 'لم يُفعَّل بعد، أو انتهت صلاحيته.',
    short: 'مفتاحنا غير مفعَّل',
    admin: 'التواريخ موجودة في /quota.',
  },
  'hourly-limit': {
    title: 'نفدت فحوصات هذه الساعة',
    lead: 'لا تعطي الخدمة مزيدًا من الإجابات في الوقت الحالي.',
    short: 'نفدت فحوصات هذه الساعة',
  },
  'daily-limit': {
    title: 'نفدت فحوصات اليوم',
    lead: 'لا تعطي الخدمة مزيدًا من الإجابات في الوقت الحالي.',
    short: 'نفدت فحوصات اليوم',
  },
  'unknown-error': {
    title: 'أجابت الخدمة بخطأ',
    lead: 'هذا خطأ لم أصادفه من قبل.',
    short: 'أجابت الخدمة بخطأ',
  },
  unreachable: {
    title: 'لا يمكن الوصول إلى الخدمة',
    lead: 'حاولت عدة مرات ولم أجد اتصالًا.',
    short: 'تعذّر الوصول إلى الخدمة',
  },
  timeout: {
    title: 'تأخرت الخدمة كثيرًا',
    lead: 'انتظرت إجابتها ثم اضطررت إلى التوقف.',
    short: 'تأخرت الخدمة كثيرًا',
  },
  reset: {
    title: 'انقطع الاتصال',
    lead: 'كان طلبي قد أُرسل، لكن لم تصل أي إجابة.',
    short: 'انقطع الاتصال',
  },
  'server-error': {
    title: 'لدى الخدمة مشكلة خاصة بها',
    lead: 'لم تستطع الإجابة الآن.',
    short: 'كانت لدى الخدمة مشكلة خاصة بها',
  },
  unreadable: {
    title: 'تعذّرت قراءة الإجابة',
    lead: 'ما وصل كان تالفًا أو لم يكن إجابة أصلًا.',
    short: 'تعذّرت قراءة الإجابة',
  },
  'too-large': {
    title: 'كانت الإجابة كبيرة جدًا',
    lead: 'كانت أطول بكثير مما ينبغي، فتوقفت عن القراءة.',
    short: 'كانت الإجابة كبيرة جدًا',
  },
  redirect: {
    title: 'أحالتني الخدمة إلى مكان آخر',
    lead: 'لا أتبع هذه الإحالة، لأن مفتاحنا لا يجوز أن يذهب إلى عنوان آخر.',
    short: 'أحالتني الخدمة إلى مكان آخر',
    admin: 'يُرجى مراجعة LOOKUP_BASE_URL: يجب أن يكون العنوان الذي يجيب بنفسه.',
  },
  unexpected: {
    title: 'لم تكن الإجابة كما توقعت',
    lead: 'أجابت الخدمة بصيغة لا أعرفها.',
    short: 'كانت الإجابة بصيغة غير معروفة',
  },
};

/**
 * Every word people see, in Modern Standard Arabic. Nobody is addressed as a man or a woman: verbal nouns stand where a
 * command would ("يُرجى الإرسال"), and the written "you" is the same for both. Numbers stand behind a colon where a
 * preposition would change the dual.
 */
export const ar: Words = {
  locale: 'ar',

  commands: {
    imei: {
      name: 'imei',
      description: 'معرفة الهاتف الذي يعود إليه رقم IMEI',
      options: {
        imei: { name: 'imei', description: 'رقم IMEI واحد أو عدة أرقام، كما هي لديك' },
        file: {
          name: 'ملف',
          description: 'صورة للملصق، أو ملف فيه أرقام IMEI: CSV أو TSV أو TXT أو XLSX',
        },
        detail: {
          name: 'التفاصيل',
          description: 'مقدار ما يُعرض',
          choices: { brief: 'العلامة والطراز', full: 'كل التفاصيل' },
        },
        fresh: {
          name: 'تحديث',
          description: 'سؤال الخدمة من جديد بدل الإجابة المحفوظة؛ هذا يستهلك فحصًا',
        },
        confirmed: { name: 'مؤكد', description: 'فحص قائمة طويلة دون سؤال قبل البدء' },
        anyway: { name: 'رغم-ذلك', description: 'فحص الأرقام التي لا يحملها أي هاتف أيضًا' },
      },
    },
    quota: {
      name: 'الرصيد',
      description: 'عرض الفحوصات المتبقية وما استُهلك وحالة المفتاح',
      options: {
        fresh: { name: 'تحديث', description: 'سؤال الخدمة الآن، حتى إن كانت آخر الأرقام حديثة' },
      },
    },
    recent: {
      name: 'الأخيرة',
      description: 'عرض آخر ما فحصته',
      options: {},
    },
    forget: {
      name: 'نسيان',
      description: 'حذف ما أحتفظ به عنك',
      options: {},
    },
    privacy: {
      name: 'الخصوصية',
      description: 'ما الذي أحتفظ به، وإلى متى',
      options: {},
    },
    help: {
      name: 'مساعدة',
      description: 'عرض ما أستطيع فعله',
      options: {},
    },
  },

  times: {
    justNow: 'للتو',
    momentAgo: 'قبل لحظات',
    about: (amount, unit) => `${duration(amount, unit)} تقريبًا`,
    fewSeconds: 'بضع ثوانٍ',
    inAbout: (amount, unit) => `${fromNow(amount, unit)} تقريبًا`,
    inFewSeconds: 'خلال بضع ثوانٍ',
  },

  notes: {
    fromService: (ago) => `من الخدمة، ${ago}`,
    fromSandbox: (ago) => `وصلت الإجابة ${ago}`,
    kept: (ago) => `إجابة حُفظت ${ago}، لم يُستهلك أي فحص`,
    sameTac: (ago) => `من رقم IMEI آخر له رمز الطراز (TAC) نفسه، ${ago}، لم يُستهلك أي فحص`,
    sandbox: 'بيانات من بيئة التجربة، لا من الخدمة الحقيقية',
    nothingSpent: 'لم يُستهلك أي فحص',
    figures: (ago) => `أرقام من الخدمة، ${ago}`,
    sandboxFigures: (ago) => `وصلت الأرقام ${ago}`,
  },

  actions: {
    full: 'كل التفاصيل',
    brief: 'العلامة والطراز',
    fresh: 'فحص من جديد (يستهلك فحصًا)',
    retry: 'محاولة أخرى',
    retryMaybePaid: 'محاولة أخرى (قد يُدفع مرتين)',
    rest: 'فحص الباقي',
    checkThem: 'فحصها',
    leaveThem: 'ليس الآن',
    share: 'عرض للجميع',
    checkThis: (imei) => `فحص ${imei}`,
    checkAnyway: 'الفحص رغم ذلك',
    stop: 'إيقاف',
    refresh: 'تحديث',
  },

  yes: 'نعم',
  no: 'لا',

  device: {
    unnamed: 'جهاز بلا اسم',
    brand: 'العلامة',
    model: 'الطراز',
    imei: 'IMEI',
    partsHeading: 'مكوّنات رقم IMEI',
    tac: 'رمز الطراز (TAC)',
    serial: 'الرقم التسلسلي',
    checkDigit: 'خانة التحقق',
    oldPartsHeading: 'الشيء نفسه بالصيغة القديمة',
    oldTac: 'رمز اعتماد الطراز (TAC)',
    oldFac: 'رمز التجميع النهائي (FAC)',
    oldSnr: 'الرقم التسلسلي (SNR)',
    oldCd: 'خانة التحقق (CD)',
    echo: 'رقم IMEI في الإجابة',
    echoDiffers: 'تنبيه: أجابت الخدمة عن رقم غير الذي سألتها عنه.',
    nameOnly: 'لم تذكر الخدمة عنه سوى العلامة والطراز.',
    tooManyForFull: (most) => `الحد الأقصى لعرض كل التفاصيل دفعة واحدة: ${imeis(most)}.`,
  },

  notFound: {
    title: 'غير موجود',
    lead: 'ليس لدى الخدمة سجل لرقم IMEI هذا.',
  },

  table: {
    label: 'بحسب جدول TAC المفتوح',
    marked: (name) => `${name} (جدول TAC المفتوح)`,
  },

  waiting: {
    title: (imei) => `جارٍ فحص ${imei}`,
    probably: (name) => `على الأرجح ${name}`,
    asking: 'أسأل الخدمة الآن.',
    next: (time) => `التالي في الدور، ${time}.`,
    place: (place, time) => `الترتيب في الدور: ${written(place)}، ${time}.`,
    held: 'لا أستطيع الوصول إلى ذاكرتي الآن. لن يضيع شيء: سأتابع تلقائيًا فور عودتها.',
    starting: (when) =>
      `بدأتُ العمل للتو ولا أعرف ما الذي سُئل عنه قبل ذلك، لذا أنتظر أولًا كي لا أتجاوز حد الخدمة. يحين دورك ${when}.`,
    quota: 'أسأل عن حالة المفتاح',
  },

  list: {
    progressTitle: (total) => `جارٍ فحص ${ofImeis(total)}`,
    progressLead: (done, total) => `تم ${written(done)} من ${written(total)}.`,
    left: (when) => `سأنتهي ${when}.`,
    title: (found, total) => `الموجود: ${written(found)} من ${written(total)}`,
    stoppedTitle: (done, total) => `توقفت: فُحص ${written(done)} من ${written(total)}`,
    summary: (parts) => `${all(parts)}.`,
    counts: {
      found: (number) => `${written(number)} موجود`,
      notFound: (number) => `${written(number)} غير موجود`,
      failed: (number) => `${written(number)} بلا إجابة`,
      invalid: (number) =>
        count(number, {
          zero: '# رقم خاطئ',
          one: 'رقم خاطئ واحد',
          two: 'رقمان خاطئان',
          few: '# أرقام خاطئة',
          many: '# رقمًا خاطئًا',
          other: '# رقم خاطئ',
        }),
      stopped: (number) => `${written(number)} لم يُفحص`,
    },
    duplicates: (number) =>
      count(number, {
        zero: 'لا أرقام IMEI مكررة.',
        one: 'ورد رقم IMEI واحد مرتين وفُحص مرة واحدة.',
        two: 'تُرك رقما IMEI مكرران.',
        few: 'تُركت # أرقام IMEI مكررة.',
        many: 'تُرك # رقم IMEI مكررًا.',
        other: 'تُرك # رقم IMEI مكرر.',
      }),
    headings: {
      found: 'موجودة',
      notFound: 'غير موجودة',
      failed: 'بلا إجابة',
      invalid: 'أرقام خاطئة',
      stopped: 'لم تُفحص',
      waiting: 'قيد الانتظار',
    },
    heading: (heading, number) => `${heading} (${written(number)})`,
    marks: {
      service: 'فُحص الآن',
      cache: (ago) => `حُفظ ${ago}`,
      tac: 'من رمز الطراز نفسه',
    },
    line: (number, text) => `السطر ${written(number)}: ${text}`,
    retryHint: 'يمكن إعادة محاولة ما بقي بلا إجابة.',
    asked: (number) => `فُحص الآن: ${written(number)}`,
    kept: (number) => `دون استهلاك فحص: ${written(number)}`,
  },

  stopped: {
    title: 'توقفت',
    lead: 'أوقفتني قبل وصول الإجابة.',
  },

  files: {
    nothingGiven: {
      title: 'ما الذي أفحصه؟',
      lead: 'يُرجى إرسال رقم IMEI، أو ملف فيه أرقام IMEI.',
    },
    file: 'الملف',
    cutOff: {
      title: 'اقتطع برنامج الجداول جزءًا من هذا الرقم',
      lead: 'لم تبقَ منه سوى خاناته الأولى. يُرجى تنسيق العمود كنص، وإدخال الأرقام من جديد، ثم تصدير الملف مرة أخرى.',
      short: 'اقتطع برنامج الجداول جزءًا من هذا الرقم؛ يُرجى تنسيق العمود كنص والتصدير من جديد',
    },
    unreadable: {
      'too-large': {
        title: 'الملف كبير جدًا',
        lead: (most) => `الحد الأقصى لحجم الملف: ${most}. يُرجى تقسيمه، أو حذف ما لا أحتاج إليه منه.`,
      },
      gone: {
        title: 'الملف لم يعد موجودًا',
        lead: 'يُرجى إرساله من جديد، أو التأكد من صحة اسمه.',
      },
      failed: {
        title: 'تعذّرت قراءة الملف',
        lead: 'لم يصل إليّ. يُرجى إرساله من جديد.',
      },
      empty: {
        title: 'الملف فارغ',
        lead: 'لا يوجد فيه شيء. يُرجى التأكد من أنه الملف الصحيح.',
      },
      'not-a-table': {
        title: 'لا أستطيع قراءة هذا النوع من الملفات',
        lead: 'أقرأ CSV و TSV و TXT و XLSX. يُرجى حفظ القائمة بإحدى هذه الصيغ وإرسالها من جديد.',
      },
      'old-workbook': {
        title: 'هذا ملف Excel قديم',
        lead: 'لا أستطيع قراءة XLS. يُرجى فتح الملف وحفظه بصيغة XLSX أو CSV، ثم إرسال الملف الجديد.',
      },
      locked: {
        title: 'الملف محمي بكلمة مرور',
        lead: 'لا أستطيع فتحه. يُرجى حفظه دون كلمة مرور وإرساله من جديد.',
      },
      'too-much': {
        title: 'محتوى هذا الملف كثير جدًا',
        lead: 'عدد خلاياه أكبر مما أستطيع قراءته. يُرجى إرسال الأعمدة والصفوف المهمة فقط.',
      },
      'no-imeis': {
        title: 'لا أرى رقم IMEI في هذا الملف',
        lead: 'رقم IMEI هو رقم الهاتف التعريفي المكوّن من 15 خانة. يُرجى التأكد من أنه الملف الصحيح، ومن أن العمود منسَّق كنص.',
      },
      'too-slow': {
        title: 'استغرقت قراءة الملف وقتًا طويلًا',
        lead: 'أرسل من فضلك الأعمدة والصفوف المهمة فقط.',
      },
      'too-many-yours': {
        title: 'لديّ عدة ملفات منك بالفعل',
        lead: 'انتظر من فضلك حتى ينتهي أحدها، ثم أرسل هذا الملف مرة أخرى.',
      },
      'too-many-waiting': {
        title: 'هناك ملفات كثيرة تنتظر الآن',
        lead: 'أرسل هذا الملف مرة أخرى بعد بضع دقائق من فضلك.',
      },
    },
    reading: (name) => `تجري قراءة ${name}`,
    tooMany: {
      title: (most) => `عدد الأرقام في هذا الملف يزيد على ${written(most)}`,
      lead: (most) => `الحد الأقصى في الملف الواحد: ${imeis(most)}. يُرجى تقسيم الملف.`,
      split: (rows) =>
        `أقصى ما أستطيع أخذه: ${count(rows, { zero: 'أول # صف', one: 'الصف الأول', two: 'أول صفين', few: 'أول # صفوف', many: 'أول # صفًا', other: 'أول # صف' })}.`,
    },
    counts: {
      paid: 'الفحوصات المستهلكة',
      kept: 'معروفة من قبل',
      notFound: 'غير موجودة',
      wrong: 'أرقام خاطئة',
    },
    below: 'جدولك في الملف، والإجابات في نهاية كل صف.',
    numbersOnly: 'تعذّرت قراءة الملف مرة أخرى، لذلك تحتوي الإجابة على الأرقام فقط دون الأعمدة الأخرى.',
    besideText: 'لم تُفحص الأرقام المكتوبة في رسالتك؛ يُرجى إرسالها وحدها.',
    result: 'النتيجة',
    further: (title, place) => `${title} ${place}`,
    detail: (heading, label) => `${heading}: ${label}`,
    results: {
      found: 'موجود.',
      notFound: 'غير موجود.',
      notChecked: (why) => `لم يُفحص: ${why}.`,
      stopped: 'توقف العمل قبل دوره',
      wrong: (why) => `رقم خاطئ: ${why}.`,
      zeroRestored: 'كان الصفر الذي في البداية مفقودًا، فأعدته إلى مكانه.',
    },
  },

  photos: {
    reading: {
      title: 'أنظر إلى الصورة الآن',
      lead: 'أقرأ رموز الباركود ورموز QR التي فيها.',
    },
    onePhone: 'هذان رقما IMEI لهاتف واحد، رقم لكل شريحة SIM.',
    labelHeading: 'في الصورة أيضًا',
    serial: 'الرقم التسلسلي',
    ean: 'EAN',
    upc: 'UPC',
    gtin: 'GTIN',
    none: {
      title: 'لا أرى رقم IMEI في الصورة',
      noCodes: 'لم أستطع قراءة أي رمز باركود أو رمز QR فيها.',
      otherCodes: 'قرأت رمزًا فيها، لكنني لم أجد رمزًا يحتوي على رقم IMEI.',
    },
    better:
      'يُرجى التصوير من قريب ومن الأعلى مباشرة، في ضوء جيد، بحيث تكون كل الخطوط واضحة ولا يلمع شيء. ويمكن أيضًا كتابة الرقم الموجود تحت الخطوط.',
    problems: {
      tooLarge: {
        title: 'الصورة كبيرة جدًا',
        lead: (most) => `الحد الأقصى لحجم الصورة: ${most}. يُرجى إرسال صورة أصغر.`,
      },
      tooManyPixels: {
        title: 'في الصورة عدد كبير جدًا من وحدات البكسل',
        lead: (most) =>
          `الحد الأقصى للصورة بالميغابكسل: ${most}. يُرجى إرسال صورة أصغر، أو الجزء الذي فيه الرموز فقط.`,
      },
      unknownFormat: {
        title: 'لا أستطيع قراءة هذا النوع من الصور',
        lead: (format) => `صيغتها ${format}. يُرجى إرسالها بصيغة JPEG أو PNG.`,
      },
      noPicture: {
        title: 'هذه ليست صورة',
        lead: 'يُرجى إرسال صورة فوتوغرافية، أو صورة بصيغة JPEG أو PNG.',
      },
      broken: {
        title: 'لا يمكن قراءة الصورة',
        lead: 'الصورة تالفة أو ينقصها جزء. يُرجى إرسالها من جديد.',
      },
      tooSlow: {
        title: 'استغرقت قراءة الصورة وقتًا أطول من اللازم',
        lead: 'يُرجى إرسال الجزء الذي فيه الرموز فقط، أو كتابة الرقم.',
      },
    },
  },

  tooMany: {
    title: (number) => `العدد أكبر من أن أفحصه دفعة واحدة: ${imeis(number)}`,
    lead: (most, parts) =>
      `الحد الأقصى في الرسالة الواحدة: ${imeis(most)}. يُرجى إرسالها في ${count(parts, { zero: '# قسم', one: 'قسم واحد', two: 'قسمين', few: '# أقسام', many: '# قسمًا', other: '# قسم' })}.`,
    partsHeading: 'أين تُقسم القائمة',
    lines: (part, from, to) =>
      from === to
        ? `القسم ${written(part)}: السطر ${written(from)}`
        : `القسم ${written(part)}: الأسطر من ${written(from)} إلى ${written(to)}`,
    imeis: (part, number, last) => `القسم ${written(part)}: ${imeis(number)}، آخرها ${last}`,
  },

  suggestions: {
    kept: 'إجابة محفوظة، لا تستهلك فحصًا',
    completed: 'أُضيفت خانة التحقق',
    repair: 'ربما هذا',
  },

  plan: {
    title: (number) => `هل أفحص ${ofImeis(number)}؟`,
    lead: 'القائمة طويلة، لذلك أعرض أولًا ما تحتاج إليه. حيث لا توجد أزرار، تُضاف confirmed=yes.',
    valid: 'صحيحة',
    known: 'معروفة من قبل',
    duplicates: 'مكررة، تُركت',
    wrong: 'خاطئة',
    cost: 'أقصى تكلفة',
    duration: 'المدة',
    dismissed: { title: 'حسنًا، سأتركها', lead: 'لم يُفحص شيء ولم يُستهلك أي فحص.' },
  },

  recent: {
    title: (number) =>
      count(number, {
        zero: 'لا فحوصات حديثة',
        one: 'آخر فحص أجريته',
        two: 'آخر فحصين أجريتهما',
        few: 'آخر # فحوصات أجريتها',
        many: 'آخر # فحصًا أجريتها',
        other: 'آخر # فحص أجريتها',
      }),
    nameless: 'غير موجود',
    note: 'هذا لا يراه أحد سواك. يمكن حذفه بالأمر /forget.',
    none: { title: 'لا شيء بعد', lead: 'لا فحوصات لك خلال آخر 30 يومًا.' },
    off: { title: 'لا أحتفظ بقائمة', lead: 'أوقفت إدارة هذا البوت هذه القائمة.' },
  },

  forget: {
    title: 'تم الحذف',
    nothing: 'لم يكن لدي شيء عنك لأحذفه.',
    removed: (what) => `حذفت ${all(what)}، مع الأزرار الموجودة تحت إجاباتي لك.`,
    // As what was removed: in the accusative.
    checks: (number) =>
      count(number, {
        zero: '# فحص حديث',
        one: 'فحصًا حديثًا واحدًا',
        two: 'فحصين حديثين',
        few: '# فحوصات حديثة',
        many: '# فحصًا حديثًا',
        other: '# فحص حديث',
      }),
    requests: (number) =>
      count(number, {
        zero: '# سؤال مفتوح',
        one: 'سؤالًا مفتوحًا واحدًا',
        two: 'سؤالين مفتوحين',
        few: '# أسئلة مفتوحة',
        many: '# سؤالًا مفتوحًا',
        other: '# سؤال مفتوح',
      }),
    note: 'يبقى عدد الفحوصات التي استهلكتها اليوم محفوظًا كرقم فقط، دون ذكر ما كانت.',
  },

  privacy: {
    title: 'ما أحتفظ به',
    lead: 'أقل ما يكفي للإجابة مرة واحدة دون الدفع مرتين.',
    answers: 'الإجابات',
    answersKept: (found, notFound) =>
      `${found}، وإجابات «غير موجود» ${notFound}؛ تُحفظ تحت رمز سري، لا تحت اسم من سأل`,
    requests: 'سؤالك',
    requestsKept: (most) => `حتى الإجابة عنه، والحد الأقصى ${most}`,
    buttons: 'الأزرار تحت الإجابات',
    buttonsKept: (time) => `ما تفعله مع ما فيها من أرقام IMEI، لمدة ${time}`,
    history: 'فحوصاتك الأخيرة',
    historyKept: (time) => `آخر 20 فحصًا، لك وحدك، والمدة ${time}`,
    historyOff: 'لا تُحفظ',
    allowance: 'الفحوصات التي استهلكتها اليوم',
    allowanceKept: 'عددها، لمدة يومين',
    log: 'سجل التشغيل',
    logKept: 'أول ثماني خانات من رقم IMEI على الأكثر، وهي تدل على الطراز لا على الهاتف',
    sealed: 'كل ما يُكتب على القرص مشفَّر.',
    service: 'رقم IMEI نفسه يُرسل إلى خدمة الاستعلام، ولا يُرسل إلى أحد غيرها.',
    forget: 'الأمر /forget يحذف فورًا ما أحتفظ به عنك.',
  },

  alarms: {
    opened: 'لا أرسل شيئًا في الوقت الحالي. من يسأل عن رقم واحد أخبره بذلك، والقوائم الطويلة تنتظر.',
    closed: { title: 'عادت الخدمة إلى الإجابة', lead: 'كل شيء يستمر من تلقاء نفسه.' },
    budget: {
      low: {
        title: (percent) => `أُنفق ${written(percent)}% من فحوصات اليوم`,
        lead: (limit) =>
          `المسموح به في CHECKS_PER_DAY: ${checks(limit)}. عند نفادها لن يستطيع أحد فحص أي رقم جديد حتى منتصف الليل بتوقيت UTC.`,
      },
      usedUp: {
        title: 'نفدت فحوصات اليوم',
        lead: (limit) =>
          `المسموح به في CHECKS_PER_DAY: ${checks(limit)}. لا يستطيع أحد فحص أي رقم جديد حتى منتصف الليل بتوقيت UTC، وما فُحص من قبل تستمر الإجابة عنه.`,
      },
    },
    checksLow: {
      title: (left) =>
        left === 0 ? 'نفدت فحوصات هذا الشهر' : `الفحوصات المتبقية هذا الشهر: ${written(left)}`,
      lead: (percent) => `هذا ${written(percent)}% أو أقل من أكبر عدد ظهر لهذا المفتاح.`,
      none: 'ما فُحص من قبل تستمر الإجابة عنه؛ أما الجديد فيحتاج المفتاح من أجله إلى مزيد من الفحوصات.',
      usedUp: (date) => `بوتيرة هذا الأسبوع تكفي حتى ${date}.`,
    },
    keyExpires: {
      title: (left) =>
        count(left, {
          zero: 'تنتهي صلاحية المفتاح اليوم',
          one: 'تنتهي صلاحية المفتاح خلال يوم',
          two: 'تنتهي صلاحية المفتاح خلال يومين',
          few: 'تنتهي صلاحية المفتاح خلال # أيام',
          many: 'تنتهي صلاحية المفتاح خلال # يومًا',
          other: 'تنتهي صلاحية المفتاح خلال # يوم',
        }),
      lead: (date) => `آخر يوم له هو ${date}. بعد ذلك ترفض الخدمة كل فحص.`,
    },
    storeFailing: {
      title: 'لا أستطيع حفظ أي شيء',
      lead: 'ما زال بإمكان كل شخص فحص أرقام جديدة قليلة، والقوائم الطويلة تنتظر. يُرجى مراجعة القرص والملف المذكور في STORE_URL؛ سأتابع من تلقاء نفسي متى عاد الحفظ إلى العمل.',
      said: 'قالت قاعدة البيانات',
    },
    storeHealed: { title: 'أستطيع الحفظ من جديد', lead: 'ما حدث في هذه الأثناء محفوظ الآن.' },
    poisoned: {
      title: 'أغلقت سؤالًا يوقفني في كل مرة',
      lead: 'كل عملية بدأت به انتهت بعد ذلك بقليل، فلن يُجرَّب مرة أخرى، وقد أُبلغ من سأل. معرّفه موجود في السجل. قد يكون السبب ملفًا أو صورة.',
    },
    undeliverable: {
      title: (answers) => `إجابات تعذّر تسليمها: ${written(answers)}`,
      lead: 'حاولت طوال المدة التي يعيشها السؤال. المحادثات مغلقة أمامي أو كانت منصتها متوقفة؛ السبب في السجل.',
    },
  },

  hint: {
    title: 'لا أرى رقم IMEI هنا',
    lead: 'رقم IMEI هو رقم الهاتف التعريفي المكوّن من 15 خانة. لمعرفته يُطلب الرمز *#06# من الهاتف، وهو موجود أيضًا في الإعدادات أو على درج الشريحة أو على العلبة.',
    example: 'مثلًا',
  },

  warnings: {
    completed: (digit) => `أرسلت 14 خانة، فأضفت خانة التحقق ${digit}.`,
    softwareVersion: (version) =>
      `أرسلت 16 خانة: آخر خانتين (${version}) هما إصدار البرنامج. حذفتهما ووضعت مكانهما خانة التحقق.`,
    testBody: (body) => `الأرقام التي تبدأ بـ ${body} تعود إلى أجهزة اختبار.`,
    sample: 'هذا رقم معروف يُستخدم مثالًا، فقد لا يكون رقم الهاتف الذي في يدك.',
    lost: 'هذا الرقم معروف: يظهر في هواتف فقدت رقم IMEI الخاص بها.',
  },

  problems: {
    titleMany: 'لا يوجد رقم IMEI يمكنني فحصه',
    given: 'ما أرسلته',
    empty: { title: 'لا يوجد رقم هنا', lead: 'يتكون رقم IMEI من 15 خانة.' },
    tooShort: {
      title: 'الرقم قصير جدًا',
      lead: (given) => `طوله ${digits(given)}، وطول رقم IMEI هو 15 خانة.`,
      short: (given) => `قصير جدًا، ${digits(given)} بدلًا من 15`,
    },
    tooLong: {
      title: 'الرقم طويل جدًا',
      lead: (given) => `طوله ${digits(given)}، وطول رقم IMEI هو 15 خانة.`,
      short: (given) => `طويل جدًا، ${digits(given)} بدلًا من 15`,
    },
    checkDigit: {
      title: 'خانة التحقق غير مطابقة',
      lead: (expected, given) =>
        `يجب أن تكون الخانة الأخيرة ${expected} لا ${given}. ربما كُتبت إحدى الخانات خطأً.`,
      short: (expected, given) => `يجب أن تكون خانة التحقق ${expected} لا ${given}`,
      repairs: 'ربما المقصود',
      moreRepairs: (number) =>
        count(number, {
          zero: 'أو # رقم آخر',
          one: 'أو رقم آخر',
          two: 'أو رقمان آخران',
          few: 'أو # أرقام أخرى',
          many: 'أو # رقمًا آخر',
          other: 'أو # رقم آخر',
        }),
      networkForm: (imei) => `الشبكات تكتب 0 في هذا الموضع: إذا كان الرقم من شبكة، فرقم IMEI هو ${imei}.`,
    },
    letter: {
      title: 'في الرقم حرف',
      lead: (character, position) =>
        `في الموضع ${written(position)} يوجد «${character}»، والمفترض أن يكون فيه رقم.`,
      short: (character, position) => `في الموضع ${written(position)} يوجد «${character}» بدلًا من رقم`,
    },
    looksLike: {
      title: 'هذا نوع آخر من الأرقام',
      lead: (what) => `يبدو أنه ${what}، لا رقم IMEI.`,
      short: (what) => `يبدو أنه ${what}`,
      kinds: {
        iccid: 'رقم شريحة SIM (ICCID)',
        eid: 'رقم شريحة eSIM (EID)',
        meid: 'رقم MEID',
        'meid-decimal': 'رقم MEID بالصيغة العشرية',
        phone: 'رقم هاتف',
        'apple-serial': 'رقم تسلسلي من Apple',
      },
    },
    placeholder: {
      title: 'هذا رقم وهمي، وليس رقم IMEI',
      lead: 'تعرض الهواتف والبرامج رقمًا كهذا عندما يغيب الرقم الحقيقي.',
      short: 'رقم وهمي، وليس رقم IMEI',
    },
    card: {
      title: 'هذا ليس رقم IMEI',
      lead: 'يبدو هذا رقم بطاقة. لم أرسله إلى أي جهة.',
      short: 'يبدو رقم بطاقة، ولم يُرسل إلى أي جهة',
    },
    unassigned: {
      title: 'يُستبعد أن يكون هذا رقم IMEI',
      lead: 'لا يوجد هاتف له رقم كهذا. هل تريد فحصه رغم ذلك؟',
      short: 'لا يوجد هاتف له رقم كهذا، ولم يُفحص',
    },
    whereToLook: 'لمعرفة رقم IMEI يُطلب الرمز *#06# من الهاتف.',
  },

  failures: FAILURES,
  failure: {
    notPaid: 'لم يُستهلك أي فحص.',
    maybePaid: 'ربما دُفع ثمن الفحص رغم ذلك؛ وقد تؤدي المحاولة من جديد إلى دفعه مرة ثانية.',
    maybePaidSome: 'ربما دُفع ثمن بعض الفحوصات رغم ذلك؛ وقد تؤدي المحاولة من جديد إلى دفعه مرة ثانية.',
    sentence: (title) => `${title}.`,
    looksAgain: (when) => `سأتحقق من الخدمة مجددًا ${when}.`,
    laterAgain: 'يُرجى المحاولة من جديد بعد بضع دقائق.',
    tellOperator: 'تستطيع إدارة هذا البوت إصلاح ذلك؛ يُرجى إبلاغها.',
    said: 'قالت الخدمة',
    broke: 'حدث عطل من جهتنا',
    refused: {
      allowance: 'نفدت فحوصاتك لهذا اليوم',
      reserve: 'الفحوصات الأخيرة محجوزة',
      budget: 'نفدت فحوصات البوت لهذا اليوم',
      store: 'ذاكرتي لا تعمل الآن',
    },
  },
  refused: {
    allowance: {
      title: 'نفدت فحوصاتك لهذا اليوم',
      lead: (limit) =>
        `الحصة اليومية لكل شخص هنا: ${checks(limit)}. ما فُحص من قبل يمكن السؤال عنه دائمًا، لأنه لا يكلف شيئًا.`,
    },
    budget: {
      title: 'نفدت فحوصات البوت لهذا اليوم',
      lead: () =>
        'طلب الجميع معًا كل ما يُسمح للبوت به من فحوصات جديدة في اليوم. سيتابع بعد منتصف الليل بتوقيت UTC. ما فُحص من قبل يمكن السؤال عنه دائمًا، لأنه لا يكلف شيئًا.',
    },
    store: {
      title: 'لا أستطيع فحص المزيد لك الآن',
      lead: () =>
        'لا أستطيع تسجيل ما يُنفق، وإلى أن أستطيع ذلك لا أفحص لكل شخص إلا أرقامًا جديدة قليلة. يُرجى المحاولة لاحقًا.',
    },
    reserve: {
      title: 'الفحوصات الأخيرة محجوزة',
      lead: (limit) =>
        `آخر فحوصات الشهر محجوزة لإدارة البوت، وعددها: ${written(limit)}. ما فُحص من قبل يمكن السؤال عنه دائمًا، لأنه لا يكلف شيئًا.`,
    },
  },

  sheet: {
    headings: {
      design: 'التصميم',
      display: 'الشاشة',
      hardware: 'العتاد',
      battery: 'البطارية',
      network: 'الشبكة',
      release: 'الطرح في السوق',
      other: 'معلومات أخرى',
    },
    labels: {
      weight: 'الوزن',
      'size.height': 'الارتفاع',
      'size.width': 'العرض',
      'size.thickness': 'السماكة',
      build: 'الشكل',
      qwerty: 'لوحة مفاتيح QWERTY',
      'display.type': 'النوع',
      'display.inches': 'القياس',
      'display.width': 'العرض',
      'display.height': 'الارتفاع',
      'display.color': 'اللون',
      touch_scr: 'شاشة لمس',
      os: 'نظام التشغيل',
      cpu: 'المعالج',
      cpu_clock: 'سرعة المعالج',
      int_memory: 'الذاكرة الداخلية',
      memory_card: 'بطاقة الذاكرة',
      'battery.type': 'النوع',
      'battery.capacity': 'السعة',
      stand_by: 'مدة الاستعداد',
      talk_time: 'مدة التحدث',
      talk_time_umts: 'مدة التحدث عبر UMTS',
      tel_func: 'المكالمات الهاتفية',
      gsm_band: 'نطاقات GSM',
      umts_band: 'نطاقات UMTS',
      hsdpa_band: 'نطاقات HSDPA',
      other_band: 'نطاقات أخرى',
      wifi_hotspot: 'نقطة اتصال Wi-Fi',
      lan: 'LAN',
      lan_ports: 'منافذ LAN',
      year: 'تاريخ الطرح',
    },
    wholes: { size: 'الأبعاد', display: 'الشاشة', battery: 'البطارية' },
    values: (values) => values.join('، '),
    released: (month, year) => `${month} ${year}`.trim(),
    inches: (inches) =>
      count(inches, {
        zero: '# بوصة',
        one: 'بوصة واحدة',
        two: 'بوصتان',
        few: '# بوصات',
        many: '# بوصة',
        other: '# بوصة',
      }),
    more: (number) =>
      count(number, {
        zero: '# حقل آخر',
        one: 'حقل آخر',
        two: 'حقلان آخران',
        few: '# حقول أخرى',
        many: '# حقلًا آخر',
        other: '# حقل آخر',
      }),
  },

  quota: {
    title: {
      ok: 'المفتاح يعمل',
      expiresSoon: (when) => `تنتهي صلاحية المفتاح ${when}`,
      expired: (when) => `انتهت صلاحية المفتاح ${when}`,
      today: 'اليوم',
      notYet: 'المفتاح لم يُفعَّل بعد',
      noAccess: 'المفتاح لا يملك حق الوصول',
      usedUp: 'لا فحوصات متبقية',
      unreadable: 'حالة المفتاح غير معروفة',
    },
    keyHeading: 'المفتاح',
    access: 'حق الوصول',
    activated: 'مفعَّل من',
    expires: 'تاريخ الانتهاء',
    dateIn: (date, when) => `${date} (${when})`,
    leftHeading: 'الفحوصات المتبقية',
    hour: 'هذه الساعة',
    day: 'اليوم',
    month: 'هذا الشهر',
    noLimit: 'بلا حد',
    of: (left, total) => `${left} من ${total}`,
    spentHeading: 'ما استهلكه هذا البوت وما وفّره',
    today: 'اليوم',
    budget: 'ميزانية اليوم',
    thisMonth: 'هذا الشهر',
    spentAndSaved: (spent, saved) => `المستهلك: ${spent}، الموفَّر: ${saved}`,
    checks,
    amount: (amount, money) => `${amount} (${money})`,
    inDoubt: 'ربما دُفع مرتين',
    inDoubtValue: (today, month) => `اليوم: ${today}، هذا الشهر: ${month}`,
    nowHeading: 'في هذه اللحظة',
    waiting: 'في الدور',
    inFlight: 'قيد الفحص',
    window: (time) => `الطلبات خلال المدة الأخيرة (${time})`,
    paused: 'متوقف مؤقتًا',
    pausedValue: (why, when) => `${why}؛ سأتحقق مجددًا ${when}`,
    pausedUnknown: 'الخدمة لا تجيب',
  },

  quotaPicture: {
    title: 'الفحوصات المتبقية هذا الشهر',
    now: (left) => `الآن: ${left}`,
    left: 'الفحوصات المتبقية كما سُجّلت',
    rise: 'فحوصات جديدة',
    pace: (days) => `بوتيرة ${lastDays(days)}`,
    usedUp: (date) => `تنفد في ${date}`,
    remaining: (left, date) => `${left} تقريبًا في ${date}`,
    expires: (date) => `تنتهي صلاحية المفتاح في ${date}`,
    days: 'فحوصات كل يوم',
    paid: (amount) => `المدفوع: ${amount}`,
    saved: (amount) => `الموفَّر: ${amount}`,
    asOf: (time) => `${time} بتوقيت UTC`,
    alt: {
      line: (from, to, first, last) =>
        `يُظهر الخط الفحوصات المتبقية هذا الشهر: ${first} في ${from}، ثم ${last} في ${to}.`,
      usedUp: (date) => `بالوتيرة الظاهرة تنفد في ${date}.`,
      remaining: (left, date) => `بالوتيرة الظاهرة يبقى منها ${left} تقريبًا في ${date}.`,
      bars: (paid, saved) => `تُظهر الأعمدة فحوصات كل يوم: مجموع المدفوع ${paid}، ومجموع الموفَّر ${saved}.`,
    },
    forecastHeading: 'التوقعات',
    paceLabel: 'الوتيرة',
    perDay: (amount, days) => `${amount} في اليوم، بحسب متوسط ${lastDays(days)}`,
    underOne: 'أقل من فحص واحد',
    outlookLabel: 'بهذه الوتيرة',
    willBeUsedUp: (date, when) => `تنفد في ${date} (${when})`,
    lastsMonth: (left, date) => `تكفي لهذا الشهر؛ المتبقي في ${date}: ${left} تقريبًا`,
    lastsUntilExpiry: (left, date) => `تكفي حتى تنتهي صلاحية المفتاح؛ المتبقي في ${date}: ${left} تقريبًا`,
    tooNew: 'تحتاج التوقعات إلى أرقام نصف يوم.',
    idle: 'لم يُستهلك أي فحص مؤخرًا، فلا يوجد ما يُتوقع.',
    growing: 'سيظهر رسم للفحوصات المتبقية متى توفر رقمان. ويكبر الرسم مع الوقت.',
  },

  help: {
    title: 'أخبرك بالهاتف الذي يعود إليه رقم IMEI',
    lead: 'يمكن إرسال رقم IMEI بأي صيغة، أو عدة أرقام دفعة واحدة، أو ملف فيه أرقام IMEI. ما فحصته من قبل محفوظ ولا يكلف شيئًا.',
    commands: 'الأوامر',
    examples: 'أمثلة',
    whereHeading: 'أين يوجد رقم IMEI',
    where: 'بطلب الرمز *#06# من الهاتف، أو في الإعدادات، أو على درج الشريحة، أو على العلبة.',
    sandboxHeading: 'بيئة التجربة',
    sandbox:
      'أعمل الآن على بيئة التجربة: نسخة من الخدمة للتجريب. لا تكلف شيئًا ولا تحتاج إلى مفتاح، وإجاباتها ليست من الخدمة الحقيقية.',
  },

  refusals: {
    notAllowed: {
      title: 'لا يُسمح لي بالإجابة هنا',
      lead: (id) => `يُرجى طلب الإذن من إدارة هذا البوت، لك أو لهذا المكان. معرّفك هو ${id}.`,
    },
    notAdmin: {
      title: 'هذا لإدارة البوت فقط',
      lead: (id) => `على من يدير هذا البوت إضافة هذا إلى إعداداته: ADMINS=${id}`,
    },
    options: {
      title: 'لم أفهم ذلك',
      example: 'مثلًا',
      missing: (option) => `الخيار «${option}» ناقص.`,
      notAChoice: (option, given, choices) =>
        `«${given}» ليس من خيارات «${option}». الخيارات: ${either(choices)}.`,
      notAFlag: (option, given) =>
        `قيمة «${option}» هي yes (نعم) أو no (لا)، ولا أستطيع قراءة «${given}» على أنه أحدهما.`,
      wrongKind: (option) => `وصل «${option}» بصيغة لا أستطيع استخدامها.`,
      tooLong: (option, most) => `«${option}» طويل جدًا. الحد الأقصى لعدد الأحرف: ${written(most)}.`,
    },
    busy: {
      title: 'كل شيء في دوره',
      lead: 'ينتظر الإجابة الآن عدد كبير من الأسئلة، لذلك لم أقبل هذا السؤال. يُرجى السؤال من جديد بعد قليل.',
    },
    interrupted: {
      title: 'أتابع من حيث توقفت',
      lead: 'أُعيد تشغيلي أثناء العمل على هذا. لم يُفقد شيء، والإجابة تأتي هنا.',
    },
    tooOld: {
      title: 'عذرًا، استغرق هذا وقتًا أطول من اللازم',
      lead: 'كنت متوقفًا أثناء انتظارك، وأصبح سؤالك أقدم من أن أجيب عنه الآن. يُرجى السؤال من جديد.',
    },
    poisoned: {
      title: 'عذرًا، لا أستطيع الإجابة عن هذا السؤال',
      lead: 'في كل مرة بدأت به اضطررت إلى إعادة التشغيل. توقفت عن المحاولة وأبلغت المشغّل. أسئلتك الأخرى لا تتأثر.',
    },
    unexpected: {
      title: 'حدث عطل من جهتنا',
      lead: 'لم يُفقد شيء مما أرسلته، وتستطيع إدارة البوت رؤية ما حدث. يُرجى المحاولة من جديد بعد لحظات.',
      reference: (reference) => `المرجع: ${reference}`,
    },
    notYourButton: {
      title: 'هذا الزر لشخص آخر',
      lead: 'لا يستطيع استخدامه إلا من سأل. ويسعدني أن يصلني سؤال منك أيضًا.',
    },
    buttonExpired: {
      title: 'هذا الزر لم يعد يعمل',
      lead: 'مر وقت طويل. يُرجى السؤال من جديد.',
    },
    shuttingDown: {
      title: 'يُعاد تشغيلي الآن',
      lead: 'لم أستلم سؤالك. يُرجى السؤال من جديد بعد دقيقة؛ لم يُستهلك أي فحص.',
    },
    storeFailing: {
      title: 'لا أستطيع حفظ أي شيء الآن',
      lead: 'لذلك لم أستلم سؤالك، ولم يُستهلك أي فحص. يُرجى المحاولة من جديد بعد لحظات.',
    },
  },

  console: {
    greeting: 'أي هاتف هذا؟ يمكن كتابة رقم IMEI أو /help.',
    greetingOnSandbox:
      'أي هاتف هذا؟ يمكن كتابة رقم IMEI أو /help. هذه بيئة التجربة، فالإجابات ليست من الخدمة الحقيقية.',
    prompt: 'imei> ',
    unknownCommand: (name, nearest) =>
      nearest === undefined
        ? `لا يوجد أمر /${name}. الأمر /help يعرض الأوامر الموجودة.`
        : `لا يوجد أمر /${name}. هل المقصود /${nearest}؟`,
    answeredAfterRestart: 'سألت هذا قبل إيقافي. إليك الإجابة:',
    unfinished: (number) =>
      count(number, {
        zero: 'لا أسئلة مفتوحة.',
        one: 'بقي سؤال واحد مفتوح؛ سأتابعه عند تشغيلي من جديد.',
        two: 'بقي سؤالان مفتوحان؛ سأتابعهما عند تشغيلي من جديد.',
        few: 'بقيت # أسئلة مفتوحة؛ سأتابعها عند تشغيلي من جديد.',
        many: 'بقي # سؤالًا مفتوحًا؛ سأتابعها عند تشغيلي من جديد.',
        other: 'بقي # سؤال مفتوح؛ سأتابعها عند تشغيلي من جديد.',
      }),
    fileNotSaved: (name) => `تعذّر حفظ الملف ${name}.`,
    bye: 'إلى اللقاء.',
  },

  discord: {
    contextMenu: 'فحص أرقام IMEI',
    publicOption: { name: 'للجميع', description: 'عرض الإجابة لكل من هنا، لا لك وحدك' },
    label: (label) => `${label}:`,
    wholeFileName: 'answer.txt',
    wholeInFile: 'هذا ليس كل شيء: الإجابة الكاملة في الملف المرفق.',
    fileLeftOut: (name) => `الملف ${name} أكبر مما يسمح به Discord، لذلك لم يُرفق.`,
    comesLater:
      'يستغرق هذا وقتًا أطول من المدة التي يُبقي فيها Discord هذه الرسالة مفتوحة (15 دقيقة). إن لم تصل الإجابة هنا حتى ذلك الحين، أرسلها إليك في رسالة مباشرة؛ وإن لم أستطع الكتابة إليك، تصلك مع أمرك التالي.',
    comesLaterShared:
      'يستغرق هذا وقتًا أطول من المدة التي يُبقي فيها Discord هذه الرسالة مفتوحة (15 دقيقة). إن لم تصل الإجابة هنا حتى ذلك الحين، أرسلها إليك في رسالة مباشرة؛ وإن لم أستطع الكتابة إليك، أنشرها في هذه القناة.',
    late: 'سألت هذا قبل مدة. إليك الإجابة:',
    answerWaits:
      'إجابتك جاهزة، لكنني لا أستطيع إرسال رسالة مباشرة إليك. عند استخدام أي أمر من أوامري سأعرضها لك وحدك.',
  },

  telegram: {
    label: (label) => `${label}:`,
    openPrivateChat: 'الإجابة لك وحدك. يُرجى فتح محادثة خاصة معي والضغط على «ابدأ» والسؤال هناك.',
    openPrivateChatButton: 'فتح المحادثة الخاصة',
    answeredInPrivate: 'أجبتك في محادثتنا الخاصة.',
    restInFile: (file) => `… الإجابة الكاملة في الملف ${file}.`,
    restLeftOut: '… هناك المزيد؛ يمكن رؤيته كله بالسؤال في محادثة خاصة معي.',
    replyFileName: 'answer.txt',
    maybeNotArrived:
      'انقطع الاتصال بـ Telegram قبل لحظات. إن لم تظهر لك إجابة مني في الأعلى، فيُرجى السؤال من جديد: ما فحصته محفوظ ولا يكلف شيئًا.',
    checkButton: 'فحصه',
    inlineNotChecked: 'لم يُفحص بعد.',
    inlineOpenChat: 'فحص في المحادثة الخاصة',
    notYourButton: 'لا يستطيع استخدام الزر إلا من أرسل هذا. ويسعدني أن يصلني سؤال منك أيضًا.',
  },
};
