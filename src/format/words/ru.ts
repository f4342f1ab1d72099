import type { ServiceFailureCode } from '../../service/errors.ts';
import type { Words } from './catalogue.ts';
import type { FailureWords } from './en.ts';
import { grammarOf } from './grammar.ts';

const { count, number: written, all, either, duration, fromNow } = grammarOf('ru');

// "IMEI" has no cases and one form for all counts.
const imeis = (number: number): string => `${written(number)} IMEI`;
const checks = (number: number): string =>
  count(number, { one: '# проверка', few: '# проверки', many: '# проверок', other: '# проверки' });
const digits = (number: number): string =>
  count(number, { one: '# цифра', few: '# цифры', many: '# цифр', other: '# цифры' });

const FAILURES: Readonly<Record<ServiceFailureCode, FailureWords>> = {
  'credentials-wrong': {
    title: 'Сервис не принимает наши данные для входа',
    lead: 'Он сообщает, что имя или пароль неверны.',
    short: 'сервис отклонил наши данные для входа',
    admin: 'Пожалуйста, сверьте LOOKUP_API_KEY с учётной записью в сервисе.',
  },
  'account-blocked': {
    title: 'Наша учётная запись в сервисе заблокирована',
    lead: 'Пока её не разблокируют, ответов не будет.',
    short: 'наша учётная запись заблокирована',
    admin: 'Назвать причину и снять блокировку может только поставщик сервиса.',
  },
  'credentials-missing': {
    title: 'Сервис требует данные для входа',
    lead: 'Он сообщает, что имени и пароля не было.',
    short: 'сервис требует данные для входа',
    admin: 'Пожалуйста, проверьте LOOKUP_API_KEY и LOOKUP_BASE_URL.',
  },
  'limit-exceeded': {
    title: 'Сервис просит паузу',
    lead: 'К нему пришло слишком много запросов сразу.',
    short: 'сервис попросил паузу',
    admin:
      'Возможно, тем же ключом или адресом пользуется кто-то ещё. Значение LIMIT_PER_WINDOW можно уменьшить.',
  },
  'imei-empty': {
    title: 'Сервис не увидел IMEI',
    lead: 'Он сообщает, что в нашем запросе не было номера.',
    short: 'сервис не увидел IMEI',
  },
  'key-refused': {
    title: 'Сервис не принимает наш ключ',
    lead: 'Он сообщает, что ключ недействителен или отключён.',
    short: 'сервис отклонил наш ключ',
    admin: 'Пожалуйста, проверьте LOOKUP_API_KEY.',
  },
  'key-inactive': {
    title: 'Наш ключ не активен',
    lead: 'Он ещё не активирован или его срок уже истёк.',
    short: 'наш ключ не активен',
    admin: 'Даты можно посмотреть в /quota.',
  },
  'hourly-limit': {
    title: 'Проверки на этот час закончились',
    lead: 'Пока что сервис больше не отвечает.',
    short: 'проверки на этот час закончились',
  },
  'daily-limit': {
    title: 'Проверки на сегодня закончились',
    lead: 'Пока что сервис больше не отвечает.',
    short: 'проверки на сегодня закончились',
  },
  'unknown-error': {
    title: 'Сервис ответил ошибкой',
    lead: 'Такая ошибка мне ещё не встречалась.',
    short: 'сервис ответил ошибкой',
  },
  unreachable: {
    title: 'Нет связи с сервисом',
    lead: 'Я пробовал несколько раз, но соединиться не получилось.',
    short: 'нет связи с сервисом',
  },
  timeout: {
    title: 'Сервис слишком долго не отвечал',
    lead: 'Я ждал ответа, но так и не дождался.',
    short: 'сервис слишком долго не отвечал',
  },
  reset: {
    title: 'Соединение прервалось',
    lead: 'Мой запрос ушёл, но ответ не пришёл.',
    short: 'соединение прервалось',
  },
  'server-error': {
    title: 'У сервиса неполадки',
    lead: 'Сейчас он не смог ответить.',
    short: 'у сервиса были неполадки',
  },
  unreadable: {
    title: 'Не удалось прочитать ответ',
    lead: 'То, что пришло, повреждено или вообще не похоже на ответ.',
    short: 'не удалось прочитать ответ',
  },
  'too-large': {
    title: 'Ответ слишком большой',
    lead: 'Он намного длиннее, чем должен быть, поэтому я не стал читать дальше.',
    short: 'ответ слишком большой',
  },
  redirect: {
    title: 'Сервис отправил меня на другой адрес',
    lead: 'Я туда не пошёл: наш ключ не должен попасть на чужой адрес.',
    short: 'сервис отправил меня на другой адрес',
    admin: 'Пожалуйста, проверьте LOOKUP_BASE_URL: там должен быть адрес, который отвечает сам.',
  },
  unexpected: {
    title: 'Ответ не такой, как я ожидал',
    lead: 'Сервис ответил в виде, который мне не знаком.',
    short: 'ответ в незнакомом виде',
  },
};

/** Every word people see, in Russian. People are addressed as "вы"; the bot is a "he". */
export const ru: Words = {
  locale: 'ru',

  commands: {
    imei: {
      name: 'imei',
      description: 'Узнать, какому телефону принадлежит IMEI',
      options: {
        imei: { name: 'imei', description: 'Один IMEI или несколько, в любом виде' },
        detail: {
          name: 'подробности',
          description: 'Сколько показывать',
          choices: { brief: 'Марка и модель', full: 'Все сведения' },
        },
        fresh: {
          name: 'заново',
          description: 'Спросить сервис ещё раз, а не брать сохранённый ответ; это тратит проверку',
        },
        confirmed: { name: 'подтверждено', description: 'Проверить длинный список без лишних вопросов' },
      },
      examples: ['/imei 490154203237518', '/imei full 35-209900-176148-1'],
    },
    quota: {
      name: 'квота',
      description: 'Показать, сколько проверок осталось и потрачено и в порядке ли ключ',
      options: {
        fresh: { name: 'заново', description: 'Спросить сервис сейчас, даже если данные совсем новые' },
      },
      examples: ['/quota'],
    },
    recent: {
      name: 'недавние',
      description: 'Показать, что вы проверяли в последнее время',
      options: {},
      examples: ['/recent'],
    },
    forget: {
      name: 'забыть',
      description: 'Удалить то, что я о вас храню',
      options: {},
      examples: ['/forget'],
    },
    privacy: {
      name: 'конфиденциальность',
      description: 'Рассказать, что я храню и как долго',
      options: {},
      examples: ['/privacy'],
    },
    help: {
      name: 'помощь',
      description: 'Показать, что я умею',
      options: {},
      examples: [],
    },
  },

  times: {
    justNow: 'только что',
    momentAgo: 'меньше минуты назад',
    about: (amount, unit) => `примерно ${duration(amount, unit)}`,
    fewSeconds: 'несколько секунд',
    inAbout: (amount, unit) => `примерно ${fromNow(amount, unit)}`,
    inFewSeconds: 'через несколько секунд',
  },

  notes: {
    fromService: (ago) => `Ответ сервиса, ${ago}`,
    fromSandbox: (ago) => `Ответ получен ${ago}`,
    kept: (ago) => `Сохранённый ответ, ${ago}, проверка не потрачена`,
    sameTac: (ago) => `По другому IMEI с тем же кодом типа (TAC), ${ago}, проверка не потрачена`,
    sandbox: 'Данные из песочницы, а не из настоящего сервиса',
    nothingSpent: 'Проверка не потрачена',
    figures: (ago) => `Данные сервиса, ${ago}`,
    sandboxFigures: (ago) => `Данные получены ${ago}`,
  },

  actions: {
    full: 'Все сведения',
    brief: 'Марка и модель',
    fresh: 'Проверить заново (тратит проверку)',
    retry: 'Попробовать ещё раз',
    retryMaybePaid: 'Ещё раз (может стоить вдвойне)',
    rest: 'Проверить остальные',
    checkThem: 'Проверить',
    leaveThem: 'Не сейчас',
    share: 'Показать всем',
    checkThis: (imei) => `Проверить ${imei}`,
    stop: 'Остановить',
    refresh: 'Обновить',
  },

  yes: 'Да',
  no: 'Нет',

  device: {
    unnamed: 'Устройство без названия',
    brand: 'Марка',
    model: 'Модель',
    imei: 'IMEI',
    partsHeading: 'Из чего состоит IMEI',
    tac: 'Код типа (TAC)',
    serial: 'Серийный номер',
    checkDigit: 'Контрольная цифра',
    oldPartsHeading: 'То же в старом виде',
    oldTac: 'Код утверждения типа (TAC)',
    oldFac: 'Код места сборки (FAC)',
    oldSnr: 'Серийный номер (SNR)',
    oldCd: 'Контрольная цифра (CD)',
    echo: 'IMEI в ответе',
    echoDiffers: 'Осторожно: сервис ответил не про тот номер, о котором я спросил.',
    nameOnly: 'Кроме марки и модели, сервис ничего не сообщил.',
    tooManyForFull: (most) => `Все сведения я показываю не больше чем для ${imeis(most)} сразу.`,
  },

  notFound: {
    title: 'Не найдено',
    lead: 'У сервиса нет записи об этом IMEI.',
  },

  table: {
    label: 'По открытой таблице TAC',
    marked: (name) => `${name} (открытая таблица TAC)`,
  },

  waiting: {
    title: (imei) => `Проверяю ${imei}`,
    probably: (name) => `Вероятно, ${name}`,
    asking: 'Спрашиваю сервис.',
    next: (time) => `Ваша проверка следующая, ещё ${time}.`,
    place: (place, time) => `Место в очереди: ${written(place)}, ещё ${time}.`,
    held: 'Сейчас моя память недоступна. Ничего не пропадёт: я сам продолжу, как только она вернётся.',
    quota: 'Спрашиваю, в порядке ли ключ',
  },

  list: {
    progressTitle: (total) => `Проверяю ${imeis(total)}`,
    progressLead: (done, total) => `Готово ${written(done)} из ${written(total)}.`,
    left: (when) => `Закончу ${when}.`,
    title: (found, total) => `Найдено ${written(found)} из ${written(total)}`,
    stoppedTitle: (done, total) => `Остановлено: проверено ${written(done)} из ${written(total)}`,
    summary: (parts) => `${all(parts)}.`,
    counts: {
      found: (number) =>
        count(number, { one: '# найден', few: '# найдено', many: '# найдено', other: '# найдено' }),
      notFound: (number) =>
        count(number, {
          one: '# не найден',
          few: '# не найдено',
          many: '# не найдено',
          other: '# не найдено',
        }),
      failed: (number) => `${written(number)} без ответа`,
      invalid: (number) =>
        count(number, {
          one: '# неверный номер',
          few: '# неверных номера',
          many: '# неверных номеров',
          other: '# неверного номера',
        }),
      stopped: (number) =>
        count(number, {
          one: '# не проверен',
          few: '# не проверено',
          many: '# не проверено',
          other: '# не проверено',
        }),
    },
    duplicates: (number) => `Повторы пропущены: ${written(number)}.`,
    headings: {
      found: 'Найдено',
      notFound: 'Не найдено',
      failed: 'Нет ответа',
      invalid: 'Неверные номера',
      stopped: 'Не проверено',
      waiting: 'В очереди',
    },
    heading: (heading, number) => `${heading} (${written(number)})`,
    marks: {
      service: 'проверено сейчас',
      cache: (ago) => `сохранено ${ago}`,
      tac: 'по тому же коду типа',
    },
    line: (number, text) => `Строка ${written(number)}: ${text}`,
    retryHint: 'Те, что без ответа, можно проверить ещё раз.',
    asked: (number) => `Проверено сейчас: ${written(number)}`,
    kept: (number) => `Без траты проверок: ${written(number)}`,
  },

  stopped: {
    title: 'Остановлено',
    lead: 'Вы остановили меня раньше, чем пришёл ответ.',
  },

  tooMany: {
    title: (number) => `${imeis(number)} — слишком много за один раз`,
    lead: (most, parts) =>
      `В одном сообщении я принимаю до ${imeis(most)}. Пожалуйста, разделите список на ${count(parts, { one: '# часть', few: '# части', many: '# частей', other: '# части' })}.`,
    partsHeading: 'Где разделить',
    lines: (part, from, to) =>
      from === to
        ? `Часть ${written(part)}: строка ${written(from)}`
        : `Часть ${written(part)}: строки с ${written(from)} по ${written(to)}`,
    imeis: (part, number, last) => `Часть ${written(part)}: ${imeis(number)}, последний — ${last}`,
  },

  suggestions: {
    kept: 'сохранённый ответ, проверка не потрачена',
    completed: 'контрольная цифра добавлена',
    repair: 'возможно, этот',
  },

  plan: {
    title: (number) => `Проверить ${imeis(number)}?`,
    lead: 'Список длинный, поэтому сначала о том, чего он будет стоить. Если кнопок нет, добавьте в строку confirmed=yes.',
    valid: 'Верные',
    known: 'Уже известны',
    duplicates: 'Повторы, пропущены',
    wrong: 'Неверные',
    cost: 'Наибольший расход',
    duration: 'Время',
    dismissed: { title: 'Хорошо, не проверяю', lead: 'Ничего не проверено, ни одна проверка не потрачена.' },
  },

  recent: {
    title: (number) =>
      number === 1 ? 'Ваша последняя проверка' : `Ваши последние проверки: ${written(number)}`,
    nameless: 'не найдено',
    note: 'Это видите только вы. /forget всё удалит.',
    none: { title: 'Пока ничего', lead: 'За последние 30 дней вы не проверили ни одного IMEI.' },
    off: { title: 'Я не веду список', lead: 'Владелец этого бота отключил его.' },
  },

  forget: {
    title: 'Забыто',
    nothing: 'Удалять было нечего.',
    removed: (what) => `Удалено: ${all(what)}, а также кнопки под моими ответами вам.`,
    checks: (number) =>
      count(number, {
        one: '# недавняя проверка',
        few: '# недавние проверки',
        many: '# недавних проверок',
        other: '# недавней проверки',
      }),
    requests: (number) =>
      count(number, {
        one: '# вопрос без ответа',
        few: '# вопроса без ответа',
        many: '# вопросов без ответа',
        other: '# вопроса без ответа',
      }),
    note: 'Сколько проверок вы потратили сегодня, останется числом: без того, что именно вы проверяли.',
  },

  privacy: {
    title: 'Что я храню',
    lead: 'Ровно столько, сколько нужно, чтобы ответить вам один раз и не платить дважды.',
    answers: 'Ответы',
    answersKept: (found, notFound) =>
      `${found}, «не найдено» — ${notFound}; под секретным кодом, без имени того, кто спросил`,
    requests: 'Ваш вопрос',
    requestsKept: (most) => `пока нет ответа; предельный срок — ${most}`,
    history: 'Ваши недавние проверки',
    historyKept: (time) => `последние 20, только для вас; срок — ${time}`,
    historyOff: 'не хранятся',
    allowance: 'Ваши проверки за сегодня',
    allowanceKept: 'только их число, два дня',
    log: 'Журнал',
    logKept: 'не больше восьми первых цифр IMEI: по ним видна модель, но не сам телефон',
    sealed: 'Всё, что записано на диск, зашифровано.',
    service: 'Сам IMEI получает только сервис проверки и больше никто.',
    forget: '/forget сразу удаляет то, что я о вас храню.',
  },

  alarms: {
    opened: 'Пока что я ничего не отправляю. На отдельные вопросы я так и отвечаю, а длинные списки ждут.',
    closed: { title: 'Сервис снова отвечает', lead: 'Дальше всё пойдёт само.' },
    checksLow: {
      title: (left) =>
        left === 0
          ? 'Проверки на этот месяц закончились'
          : count(left, {
              one: 'В этом месяце осталась # проверка',
              few: 'В этом месяце осталось # проверки',
              many: 'В этом месяце осталось # проверок',
              other: 'В этом месяце осталось # проверки',
            }),
      lead: (percent) => `Это ${written(percent)} % или меньше от самого большого остатка этого ключа.`,
      none: 'На то, что уже проверено, я по-прежнему отвечаю; для нового ключу нужны ещё проверки.',
      // The date ends with the stop of an abbreviation ("2027 г."), so no sentence ends with it.
      usedUp: (date) => `Если темп этой недели сохранится, до ${date} их хватит.`,
    },
    keyExpires: {
      title: (left) =>
        count(left, {
          one: 'Срок действия ключа истекает: остался # день',
          few: 'Срок действия ключа истекает: осталось # дня',
          many: 'Срок действия ключа истекает: осталось # дней',
          other: 'Срок действия ключа истекает: осталось # дня',
        }),
      lead: (date) => `${date} — его последний день. После этого сервис отклонит любую проверку.`,
    },
    storeFailing: {
      title: 'Я ничего не могу записать',
      lead: 'Отдельные вопросы по-прежнему получают ответ и оплачиваются, длинные списки ждут. Пожалуйста, проверьте диск и файл из STORE_URL; как только всё заработает, я сам продолжу.',
      said: 'База данных сообщила',
    },
    storeHealed: { title: 'Я снова могу записывать', lead: 'Всё, что произошло за это время, уже записано.' },
  },

  hint: {
    title: 'Я не вижу здесь IMEI',
    lead: 'IMEI — это номер самого аппарата из 15 цифр. Чтобы его увидеть, наберите *#06# или посмотрите в настройках, на лотке SIM-карты или на коробке.',
    example: 'Например',
  },

  warnings: {
    completed: (digit) => `Вы указали 14 цифр, поэтому я добавил контрольную цифру ${digit}.`,
    softwareVersion: (version) =>
      `Вы указали 16 цифр: две последние (${version}) — это версия прошивки. Я убрал их и поставил на их место контрольную цифру.`,
    testBody: (body) => `Номера, которые начинаются с ${body}, принадлежат тестовым устройствам.`,
    sample: 'Это известный номер из примеров, поэтому он может быть не от того телефона, что у вас в руках.',
    lost: 'Этот номер встречается у телефонов, которые потеряли собственный IMEI.',
  },

  problems: {
    titleMany: 'Нет ни одного IMEI, который можно проверить',
    given: 'Вы указали',
    empty: { title: 'Здесь нет номера', lead: 'В IMEI 15 цифр.' },
    tooShort: {
      title: 'Номер слишком короткий',
      lead: (given) => `В нём ${digits(given)}, а в IMEI должно быть 15.`,
      short: (given) => `слишком короткий, ${digits(given)} вместо 15`,
    },
    tooLong: {
      title: 'Номер слишком длинный',
      lead: (given) => `В нём ${digits(given)}, а в IMEI должно быть 15.`,
      short: (given) => `слишком длинный, ${digits(given)} вместо 15`,
    },
    checkDigit: {
      title: 'Контрольная цифра не сходится',
      lead: (expected, given) =>
        `Последняя цифра должна быть ${expected}, а не ${given}. Возможно, в номере опечатка.`,
      short: (expected, given) => `контрольная цифра должна быть ${expected}, а не ${given}`,
      repairs: 'Возможно, вы имели в виду',
      moreRepairs: (number) =>
        count(number, {
          one: 'или ещё # вариант',
          few: 'или ещё # варианта',
          many: 'или ещё # вариантов',
          other: 'или ещё # варианта',
        }),
      networkForm: (imei) => `Сети пишут на этом месте 0: если номер получен из сети, то IMEI — ${imei}.`,
    },
    letter: {
      title: 'В номере есть буква',
      lead: (character, position) =>
        `На ${written(position)}-м месте стоит «${character}», а должна быть цифра.`,
      short: (character, position) => `на ${written(position)}-м месте стоит «${character}», а не цифра`,
    },
    looksLike: {
      title: 'Это номер другого рода',
      lead: (what) => `Это похоже на ${what}, а не на IMEI.`,
      short: (what) => `похоже на ${what}`,
      kinds: {
        iccid: 'номер SIM-карты (ICCID)',
        eid: 'номер eSIM (EID)',
        meid: 'номер MEID',
        'meid-decimal': 'номер MEID в десятичной записи',
        phone: 'телефонный номер',
        'apple-serial': 'серийный номер Apple',
      },
    },
    placeholder: {
      title: 'Это заглушка, а не IMEI',
      lead: 'Телефоны и программы показывают такой номер, когда настоящего нет.',
      short: 'заглушка, а не IMEI',
    },
    whereToLook: 'Чтобы увидеть IMEI, наберите на телефоне *#06#.',
  },

  failures: FAILURES,
  failure: {
    notPaid: 'Проверка не потрачена.',
    maybePaid:
      'Возможно, эта проверка всё же оплачена; при новой попытке она может быть оплачена второй раз.',
    maybePaidSome:
      'Возможно, некоторые проверки всё же оплачены; при новой попытке они могут быть оплачены второй раз.',
    sentence: (title) => `${title}.`,
    looksAgain: (when) => `Я проверю снова ${when}.`,
    laterAgain: 'Пожалуйста, попробуйте ещё раз через несколько минут.',
    tellOperator: 'Исправить это может владелец бота; пожалуйста, сообщите ему.',
    said: 'Сервис сообщил',
    broke: 'у нас что-то сломалось',
    refused: {
      allowance: 'ваши проверки на сегодня закончились',
      reserve: 'последние проверки оставлены в запасе',
    },
  },
  refused: {
    allowance: {
      title: 'Ваши проверки на сегодня закончились',
      lead: (limit) =>
        `Здесь у каждого ${checks(limit)} в день. О том, что уже проверено, можно спрашивать и дальше: это ничего не стоит.`,
    },
    reserve: {
      title: 'Последние проверки оставлены в запасе',
      lead: (limit) =>
        `${count(limit, {
          one: '# последняя проверка месяца оставлена для администраторов',
          few: '# последние проверки месяца оставлены для администраторов',
          many: '# последних проверок месяца оставлено для администраторов',
          other: '# последней проверки месяца оставлено для администраторов',
        })}. О том, что уже проверено, можно спрашивать и дальше: это ничего не стоит.`,
    },
  },

  sheet: {
    headings: {
      design: 'Корпус',
      display: 'Экран',
      hardware: 'Аппаратная часть',
      battery: 'Аккумулятор',
      network: 'Связь',
      release: 'Выпуск',
      other: 'Прочее',
    },
    labels: {
      weight: 'Вес',
      'size.height': 'Высота',
      'size.width': 'Ширина',
      'size.thickness': 'Толщина',
      build: 'Форм-фактор',
      qwerty: 'QWERTY-клавиатура',
      'display.type': 'Тип',
      'display.inches': 'Диагональ',
      'display.width': 'Ширина',
      'display.height': 'Высота',
      'display.color': 'Цветной',
      touch_scr: 'Сенсорный экран',
      os: 'Операционная система',
      cpu: 'Процессор',
      cpu_clock: 'Частота процессора',
      int_memory: 'Встроенная память',
      memory_card: 'Карта памяти',
      'battery.type': 'Тип',
      'battery.capacity': 'Ёмкость',
      stand_by: 'Время ожидания',
      talk_time: 'Время разговора',
      talk_time_umts: 'Время разговора в UMTS',
      tel_func: 'Телефонные звонки',
      gsm_band: 'Диапазоны GSM',
      umts_band: 'Диапазоны UMTS',
      hsdpa_band: 'Диапазоны HSDPA',
      other_band: 'Другие диапазоны',
      wifi_hotspot: 'Точка доступа Wi-Fi',
      lan: 'LAN',
      lan_ports: 'Порты LAN',
      year: 'Дата выпуска',
    },
    wholes: { size: 'Размеры', display: 'Экран', battery: 'Аккумулятор' },
    values: (values) => values.join(', '),
    released: (month, year) => `${month} ${year}`.trim(),
    inches: (inches) => count(inches, { one: '# дюйм', few: '# дюйма', many: '# дюймов', other: '# дюйма' }),
    more: (number) =>
      count(number, { one: 'Ещё # поле', few: 'Ещё # поля', many: 'Ещё # полей', other: 'Ещё # поля' }),
  },

  quota: {
    title: {
      ok: 'Ключ работает',
      expiresSoon: (when) => `Срок действия ключа истекает ${when}`,
      expired: (when) => `Срок действия ключа истёк ${when}`,
      today: 'сегодня',
      notYet: 'Ключ ещё не активен',
      noAccess: 'У ключа нет доступа',
      usedUp: 'Проверок не осталось',
      unreadable: 'Состояние ключа неизвестно',
    },
    keyHeading: 'Ключ',
    access: 'Доступ',
    activated: 'Действует с',
    expires: 'Срок истекает',
    dateIn: (date, when) => `${date} (${when})`,
    leftHeading: 'Осталось проверок',
    hour: 'На этот час',
    day: 'На сегодня',
    month: 'На этот месяц',
    noLimit: 'Без ограничений',
    of: (left, total) => `${left} из ${total}`,
    spentHeading: 'Потрачено и сэкономлено этим ботом',
    today: 'Сегодня',
    thisMonth: 'В этом месяце',
    spentAndSaved: (spent, saved) => `потрачено: ${spent}, сэкономлено: ${saved}`,
    checks,
    amount: (amount, money) => `${amount} (${money})`,
    inDoubt: 'Возможно, оплачено дважды',
    inDoubtValue: (today, month) => `сегодня: ${today}, в этом месяце: ${month}`,
    nowHeading: 'Прямо сейчас',
    waiting: 'В очереди',
    inFlight: 'Ждут ответа сервиса',
    // In brackets, because the span cannot be put into another case.
    window: (time) => `Недавние запросы (${time})`,
    paused: 'Пауза',
    pausedValue: (why, when) => `${why}; проверю снова ${when}`,
    pausedUnknown: 'сервис не отвечает',
  },

  help: {
    title: 'Я скажу, какому телефону принадлежит IMEI',
    lead: 'Пришлите мне IMEI в любом виде или сразу много. То, что я уже проверил, сохраняется и больше ничего не стоит.',
    commands: 'Команды',
    examples: 'Примеры',
    whereHeading: 'Где найти IMEI',
    where: 'Наберите *#06# или посмотрите в настройках, на лотке SIM-карты или на коробке.',
    sandboxHeading: 'Песочница',
    sandbox:
      'Сейчас я работаю с песочницей: это копия сервиса, чтобы всё попробовать. Она ничего не стоит и не требует ключа, но её ответы — не от настоящего сервиса.',
  },

  refusals: {
    notAllowed: {
      title: 'Здесь мне нельзя отвечать',
      lead: (id) =>
        `Пожалуйста, попросите владельца этого бота открыть доступ вам или этому чату. Ваш идентификатор: ${id}.`,
    },
    notAdmin: {
      title: 'Это для администраторов',
      lead: (id) => `Если это ваш бот, добавьте в его настройки: ADMINS=${id}`,
    },
    options: {
      title: 'Я этого не понял',
      example: 'Например',
      missing: (option) => `Не указано «${option}».`,
      notAChoice: (option, given, choices) =>
        `Для «${option}» не подходит «${given}». Возможно только: ${either(choices)}.`,
      notAFlag: (option, given) => `Для «${option}» возможно только yes или no, а «${given}» мне непонятно.`,
      wrongKind: (option) => `Значение «${option}» пришло в виде, который мне не подходит.`,
      tooLong: (option, most) =>
        `Значение «${option}» слишком длинное. Предел: ${count(most, { one: '# символ', few: '# символа', many: '# символов', other: '# символа' })}.`,
    },
    busy: {
      title: 'Всё по очереди',
      lead: 'Ответа ждёт уже так много вопросов, что этот я не принял. Пожалуйста, спросите ещё раз чуть позже.',
    },
    interrupted: {
      title: 'Продолжаю с того же места',
      lead: 'Меня перезапустили, пока я этим занимался. Ничего не потеряно; ответ появится здесь.',
    },
    tooOld: {
      title: 'Извините, прошло слишком много времени',
      lead: 'Пока вы ждали, я не работал, и теперь отвечать на этот вопрос уже поздно. Пожалуйста, спросите ещё раз.',
    },
    unexpected: {
      title: 'У нас что-то сломалось',
      lead: 'Ничего из присланного не потеряно, и владелец бота видит, что произошло. Пожалуйста, попробуйте ещё раз чуть позже.',
      reference: (reference) => `Код для обращения: ${reference}`,
    },
    notYourButton: {
      title: 'Эта кнопка не для вас',
      lead: 'Ею может пользоваться только тот, кто спросил. Вы тоже можете задать мне свой вопрос.',
    },
    buttonExpired: {
      title: 'Эта кнопка больше не работает',
      lead: 'Прошло слишком много времени. Пожалуйста, спросите ещё раз.',
    },
    shuttingDown: {
      title: 'Я как раз перезапускаюсь',
      lead: 'Ваш вопрос я не принял. Пожалуйста, спросите ещё раз через минуту; проверка не потрачена.',
    },
    storeFailing: {
      title: 'Сейчас я ничего не могу записать',
      lead: 'Поэтому ваш вопрос я не принял, и проверка не потрачена. Пожалуйста, попробуйте ещё раз чуть позже.',
    },
  },

  console: {
    greeting: 'Что это за телефон? Введите IMEI или /help.',
    greetingOnSandbox:
      'Что это за телефон? Введите IMEI или /help. Это песочница, поэтому ответы — не от настоящего сервиса.',
    prompt: 'imei> ',
    unknownCommand: (name, nearest) =>
      nearest === undefined
        ? `Команды /${name} нет. /help покажет, какие есть.`
        : `Команды /${name} нет. Может быть, вы имели в виду /${nearest}?`,
    answeredAfterRestart: 'Вы спросили об этом до того, как меня остановили. Вот ответ:',
    unfinished: (number) =>
      count(number, {
        one: '# вопрос ещё без ответа; я вернусь к нему, когда меня снова запустят.',
        few: '# вопроса ещё без ответа; я вернусь к ним, когда меня снова запустят.',
        many: '# вопросов ещё без ответа; я вернусь к ним, когда меня снова запустят.',
        other: '# вопроса ещё без ответа; я вернусь к ним, когда меня снова запустят.',
      }),
    fileNotSaved: (name) => `Не удалось сохранить файл ${name}.`,
    bye: 'До свидания.',
  },

  discord: {
    contextMenu: 'Проверить IMEI',
    publicOption: { name: 'всем', description: 'Показать ответ всем здесь, а не только вам' },
    label: (label) => `${label}:`,
    wholeFileName: 'otvet.txt',
    wholeInFile: 'Это ещё не всё: полный ответ — в приложенном файле.',
    fileLeftOut: (name) => `Файл ${name} слишком велик для Discord, поэтому его здесь нет.`,
    comesLater:
      'Это займёт больше времени, чем Discord держит это сообщение открытым (15 минут). Если к тому времени ответа здесь не будет, я пришлю его личным сообщением; если написать вам не получится, вы увидите его при следующей команде.',
    comesLaterShared:
      'Это займёт больше времени, чем Discord держит это сообщение открытым (15 минут). Если к тому времени ответа здесь не будет, я пришлю его личным сообщением; если написать вам не получится, я опубликую его в этом канале.',
    late: 'Вы спросили об этом некоторое время назад. Вот ответ:',
    answerWaits:
      'ваш ответ готов, но я не могу отправить вам личное сообщение. Воспользуйтесь любой моей командой, и я покажу его только вам.',
  },

  telegram: {
    label: (label) => `${label}:`,
    openPrivateChat:
      'Ответ предназначен только вам. Пожалуйста, откройте личный чат со мной, нажмите «Старт» и спросите там.',
    openPrivateChatButton: 'Открыть личный чат',
    answeredInPrivate: 'Я ответил вам в личном чате.',
    restInFile: (file) => `… Полный ответ — в файле ${file}.`,
    restLeftOut: '… Это ещё не всё; чтобы увидеть остальное, спросите меня в личном чате.',
    replyFileName: 'otvet.txt',
    maybeNotArrived:
      'Связь с Telegram только что прервалась. Если выше нет моего ответа, пожалуйста, спросите ещё раз: то, что я уже проверил, сохранено и ничего не стоит.',
    checkButton: 'Проверить',
    inlineNotChecked: 'Ещё не проверено.',
    inlineOpenChat: 'Проверить в личном чате',
    notYourButton:
      'Этой кнопкой может пользоваться только тот, кто отправил сообщение. Вы тоже можете задать мне свой вопрос.',
  },
};
