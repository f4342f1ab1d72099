import type { ListedCode } from '../../provider/errors.ts';
import type { Words } from './catalogue.ts';
import type { FailureWords } from './en.ts';
import { grammarOf } from './grammar.ts';

const { number: written, all, either, duration, fromNow } = grammarOf('zh');

const imeis = (number: number): string => `${written(number)}个 IMEI`;
const checks = (number: number): string => `${written(number)}次查询`;
const digits = (number: number): string => `${written(number)}位`;

const FAILURES: Readonly<Record<ListedCode, FailureWords>> = {
  'credentials-wrong': {
    title: '查询服务不接受我们的登录信息',
    lead: '对方说用户名或密码不正确。',
    short: '我们的登录被拒绝',
    admin: '请核对 LOOKUP_API_KEY 与查询服务的账号是否一致。',
  },
  'account-blocked': {
    title: '我们在查询服务的账号已被封锁',
    lead: '账号恢复之前不会有任何结果。',
    short: '我们的账号已被封锁',
    admin: '只有服务提供方能说明原因并解封。',
  },
  'credentials-missing': {
    title: '查询服务要求登录',
    lead: '对方说缺少用户名和密码。',
    short: '查询服务要求登录',
    admin: '请检查 LOOKUP_API_KEY 和 LOOKUP_BASE_URL。',
  },
  'limit-exceeded': {
    title: '查询服务要求暂停一下',
    lead: '短时间内发去的请求太多了。',
    short: '查询服务要求暂停',
    admin: '可能还有别的程序在使用同一个密钥或地址。可以把 LIMIT_PER_WINDOW 调低。',
  },
  'access-refused': {
    title: '查询服务拒绝了我们的请求',
    lead: '目前它不让我们访问。',
    short: '查询服务拒绝了我们',
    admin:
      '它返回了状态 403，没有说明原因。这台机器的地址可能被封锁了：请询问服务提供方，并看看是否有别的程序在使用这个地址。',
  },
  'imei-empty': {
    title: '查询服务没有看到 IMEI',
    lead: '对方说我们的请求里没有号码。',
    short: '查询服务没有看到 IMEI',
  },
  'key-refused': {
    title: '查询服务不接受我们的密钥',
    lead: '对方说密钥无效或已停用。',
    short: '我们的密钥被拒绝',
    admin: '请检查 LOOKUP_API_KEY。',
  },
  'key-inactive': {
    title: '我们的密钥不在有效期内',
    lead: '它还没有生效，或者已经过期。',
    short: '我们的密钥不在有效期内',
    admin: '起止日期可以用 /quota 查看。',
  },
  'hourly-limit': {
    title: '本小时的查询次数已用完',
    lead: '查询服务暂时不再给出结果。',
    short: '本小时的查询次数已用完',
  },
  'daily-limit': {
    title: '今天的查询次数已用完',
    lead: '查询服务暂时不再给出结果。',
    short: '今天的查询次数已用完',
  },
  'unknown-error': {
    title: '查询服务返回了错误',
    lead: '这个错误我以前没有见过。',
    short: '查询服务返回了错误',
  },
  unreachable: {
    title: '无法连接查询服务',
    lead: '我试了几次，都没有连上。',
    short: '无法连接查询服务',
  },
  timeout: {
    title: '查询服务太久没有回应',
    lead: '我一直在等结果，最后只好放弃。',
    short: '查询服务太久没有回应',
  },
  reset: {
    title: '连接中断了',
    lead: '请求已经发出，但没有收到结果。',
    short: '连接中断',
  },
  'server-error': {
    title: '查询服务自身出了问题',
    lead: '它现在无法给出结果。',
    short: '查询服务自身出了问题',
  },
  unreadable: {
    title: '收到的结果无法读取',
    lead: '返回的内容已损坏，或者根本不是结果。',
    short: '收到的结果无法读取',
  },
  'too-large': {
    title: '收到的结果太大',
    lead: '它比正常的结果长得多，所以我没有继续读下去。',
    short: '收到的结果太大',
  },
  redirect: {
    title: '查询服务让我去别的地址',
    lead: '我没有过去，因为我们的密钥不能发到别的地址。',
    short: '查询服务让我去别的地址',
    admin: '请检查 LOOKUP_BASE_URL：应当填写直接给出结果的地址。',
  },
  unexpected: {
    title: '收到的结果和预期不同',
    lead: '查询服务返回的格式我不认识。',
    short: '结果的格式无法识别',
  },
};

/** Every word people see, in simplified Chinese. People are addressed as "您". Latin words stand free, digits do not. */
export const zh: Words = {
  locale: 'zh-CN',

  commands: {
    imei: {
      name: 'imei',
      description: '查询 IMEI 属于哪款手机',
      options: {
        imei: { name: 'imei', description: '一个或多个 IMEI，什么写法都可以' },
        file: {
          name: '文件',
          description: '标签照片，或包含 IMEI 的文件：CSV、TSV、TXT 或 XLSX',
        },
        detail: {
          name: '详细程度',
          description: '显示多少内容',
          choices: { brief: '品牌和型号', full: '全部信息' },
        },
        fresh: {
          name: '重新查询',
          description: '不用保存的结果，重新向查询服务查一次；会消耗1次查询',
        },
        confirmed: { name: '已确认', description: '列表很长时不再询问，直接查询' },
        anyway: { name: '仍要查询', description: '也查询没有任何手机会使用的号码' },
      },
    },
    quota: {
      name: '额度',
      description: '查看剩余次数、使用情况和密钥状态',
      options: {
        fresh: { name: '重新查询', description: '即使数据还很新，也立即向查询服务重新获取' },
      },
    },
    recent: {
      name: '最近',
      description: '查看您最近查询过的内容',
      options: {},
    },
    forget: {
      name: '清除',
      description: '删除我保存的与您有关的内容',
      options: {},
    },
    privacy: {
      name: '隐私',
      description: '说明我保存什么、保存多久',
      options: {},
    },
    help: {
      name: '帮助',
      description: '查看我能做什么',
      options: {},
    },
  },

  times: {
    justNow: '刚刚',
    momentAgo: '不到1分钟前',
    about: (amount, unit) => `约${duration(amount, unit)}`,
    fewSeconds: '几秒钟',
    inAbout: (amount, unit) => `约${fromNow(amount, unit)}`,
    inFewSeconds: '几秒钟后',
  },

  notes: {
    fromService: (ago) => `来自查询服务，${ago}`,
    fromSandbox: (ago) => `${ago}得到的结果`,
    kept: (ago) => `${ago}保存的结果，未消耗查询次数`,
    sameTac: (ago) => `来自型号分配码（TAC）相同的另一个 IMEI，${ago}，未消耗查询次数`,
    sandbox: '沙盒数据，并非来自真实的查询服务',
    nothingSpent: '未消耗查询次数',
    figures: (ago) => `查询服务提供的数据，${ago}`,
    sandboxFigures: (ago) => `${ago}的数据`,
  },

  actions: {
    full: '全部信息',
    brief: '品牌和型号',
    fresh: '重新查询（消耗1次）',
    retry: '重试',
    retryMaybePaid: '重试（可能重复付费）',
    rest: '查询其余的',
    checkThem: '开始查询',
    leaveThem: '暂不查询',
    share: '让所有人看到',
    checkThis: (imei) => `查询 ${imei}`,
    checkAnyway: '仍要查询',
    stop: '停止',
    refresh: '刷新',
  },

  yes: '是',
  no: '否',

  device: {
    unnamed: '没有名称的设备',
    brand: '品牌',
    model: '型号',
    imei: 'IMEI',
    partsHeading: 'IMEI 的组成',
    tac: '型号分配码（TAC）',
    serial: '序列号',
    checkDigit: '校验位',
    oldPartsHeading: '旧格式的组成',
    oldTac: '型号核准号（TAC）',
    oldFac: '最后装配号（FAC）',
    oldSnr: '序列号（SNR）',
    oldCd: '校验位（CD）',
    echo: '结果中的 IMEI',
    echoDiffers: '请注意：查询服务给出的结果，对应的不是我查询的那个号码。',
    nameOnly: '查询服务只提供了品牌和型号。',
    tooManyForFull: (most) => `一次最多显示${imeis(most)} 的全部信息。`,
  },

  notFound: {
    title: '未找到',
    lead: '查询服务没有这个 IMEI 的记录。',
  },

  table: {
    label: '根据公开的 TAC 表',
    marked: (name) => `${name}（公开的 TAC 表）`,
  },

  waiting: {
    title: (imei) => `正在查询 ${imei}`,
    probably: (name) => `可能是 ${name}`,
    asking: '正在向查询服务查询。',
    next: (time) => `下一个就是您，还需${time}。`,
    place: (place, time) => `排在第${written(place)}位，还需${time}。`,
    held: '我现在无法读取自己的记录。什么都不会丢失：恢复后我会自动继续。',
    starting: (when) =>
      `我刚刚启动，不知道之前查询过什么，为了不超出查询服务的限制，先等一等。${when}轮到您。`,
    quota: '正在获取密钥状态',
  },

  list: {
    progressTitle: (total) => `正在查询${imeis(total)}`,
    progressLead: (done, total) => `共${written(total)}个，已完成${written(done)}个。`,
    left: (when) => `${when}完成。`,
    title: (found, total) => `共${written(total)}个，找到${written(found)}个`,
    stoppedTitle: (done, total) => `已停止：共${written(total)}个，查询了${written(done)}个`,
    summary: (parts) => `${parts.join('，')}。`,
    counts: {
      found: (number) => `找到${written(number)}个`,
      notFound: (number) => `未找到${written(number)}个`,
      failed: (number) => `没有结果${written(number)}个`,
      invalid: (number) => `号码有误${written(number)}个`,
      stopped: (number) => `未查询${written(number)}个`,
    },
    duplicates: (number) => `有${written(number)}个 IMEI 重复，已略去。`,
    headings: {
      found: '已找到',
      notFound: '未找到',
      failed: '没有结果',
      invalid: '号码有误',
      stopped: '未查询',
      waiting: '等待中',
    },
    heading: (heading, number) => `${heading}（${written(number)}）`,
    marks: {
      service: '刚刚查询',
      cache: (ago) => `${ago}保存`,
      tac: '来自相同的型号分配码',
    },
    line: (number, text) => `第${written(number)}行：${text}`,
    retryHint: '没有结果的可以重试。',
    asked: (number) => `本次查询${written(number)}个`,
    kept: (number) => `${written(number)}个未消耗查询次数`,
  },

  stopped: {
    title: '已停止',
    lead: '结果到来之前，您让我停止了。',
  },

  files: {
    nothingGiven: {
      title: '要查询什么？',
      lead: '请发送 IMEI，或者包含 IMEI 的文件。',
    },
    file: '文件',
    cutOff: {
      title: '表格软件截断了这个号码',
      lead: '只剩下开头的几位数字。请把这一列设为文本格式，重新填入号码，再导出一次。',
      short: '号码被表格软件截断；请把这一列设为文本格式，再重新导出',
    },
    unreadable: {
      'too-large': {
        title: '文件太大',
        lead: (most) => `我能接收的文件最大为${most}。请把它拆分，或去掉我用不到的内容。`,
      },
      gone: {
        title: '文件已经不在了',
        lead: '请重新发送，或检查文件名是否正确。',
      },
      failed: {
        title: '文件无法读取',
        lead: '我没有收到它的内容。请重新发送。',
      },
      empty: {
        title: '文件是空的',
        lead: '里面没有任何内容。请检查是否选对了文件。',
      },
      'not-a-table': {
        title: '我无法读取这种文件',
        lead: '我能读取 CSV、TSV、TXT 和 XLSX。请把列表保存为其中一种格式，再发给我。',
      },
      'old-workbook': {
        title: '这是旧格式的 Excel 文件',
        lead: '我无法读取 XLS。请打开它，另存为 XLSX 或 CSV，再发给我。',
      },
      locked: {
        title: '文件设有密码',
        lead: '我无法打开它。请保存为不带密码的文件，再发给我。',
      },
      'too-much': {
        title: '这个文件的内容太多',
        lead: '里面的单元格太多，我无法全部处理。请只发送需要的列和行。',
      },
      'no-imeis': {
        title: '这个文件里没有看到 IMEI',
        lead: 'IMEI 是手机的15位识别码。请检查是否选对了文件，以及这一列是否设为文本格式。',
      },
      'too-slow': {
        title: '读取文件花的时间太长',
        lead: '请只发送需要的列和行。',
      },
      'too-many-yours': {
        title: '我这里已经有您的好几个文件了',
        lead: '请等其中一个处理完，再重新发送这个文件。',
      },
      'too-many-waiting': {
        title: '现在有很多文件在排队',
        lead: '请过几分钟再发送这个文件。',
      },
    },
    reading: (name) => `正在读取 ${name}`,
    tooMany: {
      title: (most) => `这个文件里的号码超过了${written(most)}个`,
      lead: (most) => `一个文件最多可以包含${imeis(most)}。请把它拆分。`,
      split: (rows) => `第一部分最多可以到第${written(rows)}行。`,
    },
    counts: {
      paid: '已消耗查询',
      kept: '已有结果',
      notFound: '未找到',
      wrong: '号码有误',
    },
    below: '您的表格在文件中，每行后面附有结果。',
    numbersOnly: '无法再次读取该文件，所以结果里只有号码，没有其他列。',
    besideText: '消息文字里的号码没有查询，请单独发送。',
    result: '结果',
    further: (title, place) => `${title} ${place}`,
    detail: (heading, label) => `${heading}：${label}`,
    results: {
      found: '已找到。',
      notFound: '未找到。',
      notChecked: (why) => `未查询：${why}。`,
      stopped: '还没轮到就停止了',
      wrong: (why) => `号码有误：${why}。`,
      zeroRestored: '开头的0丢失了，我已补上。',
    },
  },

  photos: {
    reading: { title: '正在查看图片', lead: '正在读取上面的条形码和二维码。' },
    onePhone: '这是同一部手机的两个 IMEI，每张 SIM 卡各一个。',
    labelHeading: '图片上的其他信息',
    serial: '序列号',
    ean: 'EAN',
    upc: 'UPC',
    gtin: 'GTIN',
    none: {
      title: '图片上没有看到 IMEI',
      noCodes: '我没能读出上面的条形码或二维码。',
      otherCodes: '我读出了上面的码，但其中没有 IMEI。',
    },
    better:
      '请在光线充足的地方，从正上方近距离拍摄，让所有条纹清晰、没有反光。也可以直接输入条形码下方的号码。',
    problems: {
      tooLarge: {
        title: '图片太大',
        lead: (most) => `我能接收的图片最大为${most}。请发送小一些的图片。`,
      },
      tooManyPixels: {
        title: '图片的像素太多',
        lead: (most) => `我能接收的图片最多为${most}百万像素。请发送小一些的图片，或只发送有码的部分。`,
      },
      unknownFormat: {
        title: '我无法读取这种图片',
        lead: (format) => `它的格式是 ${format}。请以 JPEG 或 PNG 格式发送。`,
      },
      noPicture: {
        title: '这不是图片',
        lead: '请发送照片，或 JPEG、PNG 格式的图片。',
      },
      broken: {
        title: '图片无法读取',
        lead: '它已损坏，或者不完整。请重新发送。',
      },
      tooSlow: {
        title: '读取图片花的时间太长',
        lead: '请只发送有码的部分，或直接输入号码。',
      },
    },
  },

  tooMany: {
    title: (number) => `一次查询${imeis(number)}，太多了`,
    lead: (most, parts) => `一条消息最多可以包含${imeis(most)}。请分成${written(parts)}部分发送。`,
    partsHeading: '可以这样分',
    lines: (part, from, to) =>
      from === to
        ? `第${written(part)}部分：第${written(from)}行`
        : `第${written(part)}部分：第${written(from)}行至第${written(to)}行`,
    imeis: (part, number, last) => `第${written(part)}部分：${imeis(number)}，最后一个是 ${last}`,
  },

  suggestions: {
    kept: '已保存的结果，不消耗查询次数',
    completed: '已补上校验位',
    repair: '也许是这个',
  },

  plan: {
    title: (number) => `要查询${imeis(number)} 吗？`,
    lead: '列表很长，所以先告诉您需要多少次数和时间。如果没有按钮，请在命令里加上 confirmed=yes。',
    valid: '有效',
    known: '已有结果',
    duplicates: '重复，已略去',
    wrong: '有误',
    cost: '最多消耗',
    duration: '所需时间',
    dismissed: { title: '好的，不查询了', lead: '什么都没有查询，也没有消耗查询次数。' },
  },

  recent: {
    title: (number) => (number === 1 ? '您最近的查询' : `您最近的${written(number)}次查询`),
    nameless: '未找到',
    note: '只有您能看到。发送 /forget 可以删除。',
    none: { title: '还没有记录', lead: '最近30天内，您没有查询过 IMEI。' },
    off: { title: '我不保存记录', lead: '本机器人的运营者关闭了这项功能。' },
  },

  forget: {
    title: '已清除',
    nothing: '没有与您有关的内容需要删除。',
    removed: (what) => `我删除了${all(what)}，以及我给您的回复下面的按钮。`,
    checks: (number) => `您最近的${checks(number)}`,
    requests: (number) => `${written(number)}个未答复的问题`,
    note: '您今天用了多少次查询，仍会以数字保留，但不包含查询的内容。',
  },

  privacy: {
    title: '我保存什么',
    lead: '只保存必要的内容：为了给您一次答复，并且不重复付费。',
    answers: '查询结果',
    answersKept: (found, notFound) => `${found}，“未找到”${notFound}；以加密编号存放，不记录是谁查询的`,
    requests: '您的问题',
    requestsKept: (most) => `答复之前保存，最长${most}`,
    buttons: '答复下方的按钮',
    buttonsKept: (time) => `按钮的作用及其中的 IMEI 保存${time}`,
    history: '您最近的查询',
    historyKept: (time) => `最近20次，保存${time}，只有您能看到`,
    historyOff: '不保存',
    allowance: '您今天用掉的查询',
    allowanceKept: '只保存次数，保存两天',
    log: '日志',
    logKept: '最多记录 IMEI 的前八位，它们只表示型号，不能确定是哪一部手机',
    sealed: '写入磁盘的内容都经过加密。',
    service: 'IMEI 本身只会发送给查询服务，不会给任何其他人。',
    forget: '发送 /forget，我会立即删除保存的与您有关的内容。',
  },

  alarms: {
    opened: '我暂时不发送任何请求。单个查询会得到这样的答复，长列表会等待。',
    closed: { title: '查询服务恢复了', lead: '一切会自动继续。' },
    budget: {
      low: {
        title: (percent) => `今天的查询次数已用掉${written(percent)}%`,
        lead: (limit) =>
          `CHECKS_PER_DAY 允许${checks(limit)}。用完之后，UTC 午夜之前谁都不能再查询新的号码。`,
      },
      usedUp: {
        title: '今天的查询次数已用完',
        lead: (limit) =>
          `CHECKS_PER_DAY 允许${checks(limit)}。UTC 午夜之前谁都不能再查询新的号码；查询过的内容仍会答复。`,
      },
    },
    checksLow: {
      title: (left) => (left === 0 ? '本月的查询次数已用完' : `本月还剩${checks(left)}`),
      lead: (percent) => `已不超过这个密钥曾经的最高剩余次数的${written(percent)}%。`,
      none: '查询过的内容仍然可以答复；要查询新的，密钥需要更多次数。',
      usedUp: (date) => `按这一周的速度，可以用到${date}。`,
    },
    keyExpires: {
      title: (left) => `密钥将在${written(left)}天内到期`,
      lead: (date) => `最后一天是${date}。之后查询服务会拒绝所有查询。`,
    },
    storeFailing: {
      title: '我无法写入任何记录',
      lead: '每人仍可查询少量新号码，长列表会等待。请检查磁盘和 STORE_URL 指定的文件；一旦恢复，我会自动继续。',
      said: '数据库的提示',
    },
    storeHealed: { title: '我又可以写入了', lead: '这段时间里发生的一切都已补记。' },
    poisoned: {
      title: '我关闭了一个反复让我停止的问题',
      lead: '每个开始处理它的进程都很快结束了，所以不再尝试，提问的人已得到通知。日志中有它的编号。原因可能是某个文件或图片。',
    },
    undeliverable: {
      title: (answers) => `无法送达的答复：${written(answers)}`,
      lead: '我一直尝试到问题失效为止。这些聊天对我关闭了，或者平台当时不可用；原因见日志。',
    },
  },

  hint: {
    title: '这里没有看到 IMEI',
    lead: 'IMEI 是手机的15位识别码，不是电话号码。在手机上拨 *#06# 就能看到，也可以在设置里、SIM 卡托上或包装盒上找到。',
    example: '例如',
  },

  warnings: {
    completed: (digit) => `您给出的是14位数字，我补上了校验位${digit}。`,
    softwareVersion: (version) =>
      `您给出的是16位数字：最后两位（${version}）是软件版本。我去掉了它们，换成了校验位。`,
    testBody: (body) => `以${body}开头的号码属于测试设备。`,
    sample: '这是一个常见的示例号码，可能不是您手中的那部手机。',
    lost: '这个号码常见于丢失了自身 IMEI 的手机。',
  },

  problems: {
    titleMany: '没有可以查询的 IMEI',
    given: '您发送的是',
    empty: { title: '这里没有号码', lead: 'IMEI 有15位数字。' },
    tooShort: {
      title: '号码太短',
      lead: (given) => `它只有${digits(given)}数字，IMEI 应为15位。`,
      short: (given) => `太短，${digits(given)}，应为15位`,
    },
    tooLong: {
      title: '号码太长',
      lead: (given) => `它有${digits(given)}数字，IMEI 应为15位。`,
      short: (given) => `太长，${digits(given)}，应为15位`,
    },
    checkDigit: {
      title: '校验位不对',
      lead: (expected, given) => `最后一位应该是${expected}，而不是${given}。可能有一位数字输错了。`,
      short: (expected, given) => `校验位应该是${expected}，而不是${given}`,
      repairs: '您要找的也许是',
      moreRepairs: (number) => `另外还有${written(number)}种可能`,
      networkForm: (imei) => `移动网络会在这一位写0：如果号码来自网络，那么 IMEI 是 ${imei}。`,
    },
    letter: {
      title: '号码里有字母',
      lead: (character, position) => `第${written(position)}个字符是“${character}”，这里应该是数字。`,
      short: (character, position) => `第${written(position)}个字符是“${character}”，不是数字`,
    },
    looksLike: {
      title: '这是另一种号码',
      lead: (what) => `它看起来是${what}，不是 IMEI。`,
      short: (what) => `看起来是${what}`,
      kinds: {
        iccid: 'SIM 卡号（ICCID）',
        eid: 'eSIM 号码（EID）',
        meid: 'MEID 号码',
        'meid-decimal': '十进制的 MEID 号码',
        phone: '电话号码',
        'apple-serial': 'Apple 序列号',
      },
    },
    placeholder: {
      title: '这是占位号码，不是 IMEI',
      lead: '缺少真正的号码时，手机和软件会显示这样的号码。',
      short: '占位号码，不是 IMEI',
    },
    card: {
      title: '这不是 IMEI',
      lead: '这看起来像银行卡号。我没有把它发送到任何地方。',
      short: '看起来像银行卡号，未发送到任何地方',
    },
    unassigned: {
      title: '这应该不是 IMEI',
      lead: '没有手机会使用这样的号码。仍要查询吗？',
      short: '没有手机会使用这样的号码，未查询',
    },
    whereToLook: '在手机上拨 *#06# 可以看到它的 IMEI。',
  },

  failures: FAILURES,
  failure: {
    notPaid: '未消耗查询次数。',
    maybePaid: '这次查询仍有可能已经付费；重试可能会再付一次。',
    maybePaidSome: '其中一些查询仍有可能已经付费；重试可能会再付一次。',
    sentence: (title) => `${title}。`,
    looksAgain: (when) => `我会在${when}再试。`,
    laterAgain: '请过几分钟再试。',
    tellOperator: '本机器人的运营者可以解决这个问题，请告诉他们。',
    said: '查询服务的提示',
    broke: '我们这边出了问题',
    refused: {
      allowance: '您今天的查询次数已用完',
      reserve: '最后的查询次数已预留',
      budget: '机器人今天的查询次数已用完',
      store: '我的存储现在出了故障',
    },
  },
  refused: {
    allowance: {
      title: '您今天的查询次数已用完',
      lead: (limit) => `这里每人每天有${checks(limit)}。查询过的内容仍然可以再问，不消耗次数。`,
    },
    budget: {
      title: '机器人今天的查询次数已用完',
      lead: () =>
        '大家今天新查询的总次数已达到机器人每天的上限，UTC 午夜之后会继续。查询过的内容仍然可以再问，不消耗次数。',
    },
    store: {
      title: '我现在无法再为您查询',
      lead: () => '我无法记录已用的次数，在恢复之前，每人只能查询少量新号码。请稍后再试。',
    },
    reserve: {
      title: '最后的查询次数已预留',
      lead: (limit) => `本月最后的${checks(limit)}留给管理员使用。查询过的内容仍然可以再问，不消耗次数。`,
    },
  },

  sheet: {
    headings: {
      design: '外观',
      display: '屏幕',
      hardware: '硬件',
      battery: '电池',
      network: '网络',
      release: '发布',
      other: '其他',
    },
    labels: {
      weight: '重量',
      'size.height': '高度',
      'size.width': '宽度',
      'size.thickness': '厚度',
      build: '机身样式',
      qwerty: 'QWERTY 键盘',
      'display.type': '类型',
      'display.inches': '尺寸',
      'display.width': '宽度',
      'display.height': '高度',
      'display.color': '彩色',
      touch_scr: '触摸屏',
      os: '操作系统',
      cpu: '处理器',
      cpu_clock: '处理器主频',
      int_memory: '内部存储',
      memory_card: '存储卡',
      'battery.type': '类型',
      'battery.capacity': '容量',
      stand_by: '待机时间',
      talk_time: '通话时间',
      talk_time_umts: 'UMTS 通话时间',
      tel_func: '电话功能',
      gsm_band: 'GSM 频段',
      umts_band: 'UMTS 频段',
      hsdpa_band: 'HSDPA 频段',
      other_band: '其他频段',
      wifi_hotspot: 'Wi-Fi 热点',
      lan: 'LAN',
      lan_ports: 'LAN 接口',
      year: '发布时间',
    },
    wholes: { size: '尺寸', display: '屏幕', battery: '电池' },
    values: (values) => values.join('、'),
    // The service names the month in English, so the order is English, too.
    released: (month, year) => `${month} ${year}`.trim(),
    inches: (inches) => `${written(inches)}英寸`,
    more: (number) => `另外还有${written(number)}项`,
  },

  quota: {
    title: {
      ok: '密钥正常',
      expiresSoon: (when) => `密钥${when}到期`,
      expired: (when) => `密钥已于${when}到期`,
      today: '今天',
      notYet: '密钥尚未生效',
      noAccess: '密钥没有访问权限',
      usedUp: '没有剩余的查询次数',
      unreadable: '密钥状态未知',
    },
    keyHeading: '密钥',
    access: '访问权限',
    activated: '生效日期',
    expires: '到期日期',
    dateIn: (date, when) => `${date}（${when}）`,
    leftHeading: '剩余查询次数',
    hour: '本小时',
    day: '今天',
    month: '本月',
    noLimit: '不限',
    of: (left, total) => `${left} / ${total}`,
    spentHeading: '本机器人消耗和节省的查询',
    today: '今天',
    budget: '今日额度',
    thisMonth: '本月',
    spentAndSaved: (spent, saved) => `消耗${spent}，节省${saved}`,
    checks,
    amount: (amount, money) => `${amount}（${money}）`,
    inDoubt: '可能重复付费',
    inDoubtValue: (today, month) => `今天${today}，本月${month}`,
    nowHeading: '当前',
    waiting: '排队中',
    inFlight: '等待结果',
    window: (time) => `最近${time}的请求`,
    paused: '已暂停',
    pausedValue: (why, when) => `${why}；我会在${when}再试`,
    pausedUnknown: '查询服务没有给出结果',
  },

  quotaPicture: {
    title: '本月剩余查询次数',
    now: (left) => `现在${left}`,
    left: '记录的剩余次数',
    rise: '新增次数',
    pace: (days) => `按最近${written(days)}天的速度`,
    usedUp: (date) => `${date}用完`,
    remaining: (left, date) => `到${date}约剩${left}`,
    expires: (date) => `密钥${date}到期`,
    days: '每天的查询次数',
    paid: (amount) => `付费：${amount}`,
    saved: (amount) => `节省：${amount}`,
    asOf: (time) => `${time}（UTC）`,
    alt: {
      line: (from, to, first, last) => `折线显示本月的剩余查询次数：${from}为${first}次，${to}为${last}次。`,
      usedUp: (date) => `按图中的速度，${date}会用完。`,
      remaining: (left, date) => `按图中的速度，到${date}约剩${left}次。`,
      bars: (paid, saved) => `柱形显示每天的查询次数：共付费${paid}次，节省${saved}次。`,
    },
    forecastHeading: '预测',
    paceLabel: '速度',
    perDay: (amount, days) => `最近${written(days)}天平均每天${amount}`,
    underOne: '不到1次查询',
    outlookLabel: '按这个速度',
    willBeUsedUp: (date, when) => `${date}用完（${when}）`,
    lastsMonth: (left, date) => `本月够用，到${date}约剩${left}`,
    lastsUntilExpiry: (left, date) => `密钥到期前够用，到${date}约剩${left}`,
    tooNew: '有了半天的数据才能预测。',
    idle: '最近没有消耗查询次数，所以无从预测。',
    growing: '取得两次数据后，就会附上剩余次数的图表，以后会越来越完整。',
  },

  help: {
    title: '我能告诉您 IMEI 属于哪款手机',
    lead: '请把 IMEI 发给我，什么写法都可以，也可以一次发很多个，或者发一个包含 IMEI 的文件。查询过的结果会保存下来，再问不消耗次数。',
    commands: '命令',
    examples: '示例',
    whereHeading: '在哪里可以找到 IMEI',
    where: '在手机上拨 *#06#，也可以在设置里、SIM 卡托上或包装盒上找到。',
    sandboxHeading: '沙盒',
    sandbox:
      '我现在使用的是沙盒：供试用的模拟查询服务。它不收费，也不需要密钥，但结果并非来自真实的查询服务。',
  },

  refusals: {
    notAllowed: {
      title: '我不能在这里答复',
      lead: (id) => `请联系本机器人的运营者，为您或这个聊天开通权限。您的 ID 是 ${id}。`,
    },
    notAdmin: {
      title: '此命令仅供管理员使用',
      lead: (id) => `如果本机器人由您运营，请在设置中加入：ADMINS=${id}`,
    },
    options: {
      title: '我没有看懂',
      example: '例如',
      missing: (option) => `缺少“${option}”。`,
      notAChoice: (option, given, choices) => `“${option}”不能是“${given}”，可以选择：${either(choices)}。`,
      notAFlag: (option, given) => `“${option}”只能是 yes 或 no，我无法识别“${given}”。`,
      wrongKind: (option) => `“${option}”的格式我无法使用。`,
      tooLong: (option, most) => `“${option}”太长了，最多${written(most)}个字符。`,
    },
    busy: {
      title: '一件一件来',
      lead: '等待答复的问题已经很多，所以这一个我没有接收。请过一会儿再问。',
    },
    interrupted: {
      title: '从中断的地方继续',
      lead: '处理这个问题时，我被重新启动了。没有任何内容丢失，结果稍后会显示在这里。',
    },
    tooOld: {
      title: '抱歉，时间过去太久了',
      lead: '您等待的时候我没有在运行，现在这个问题已经太旧，无法答复。请再问一次。',
    },
    poisoned: {
      title: '抱歉，这个问题我无法答复',
      lead: '每次我开始处理它，都不得不重新启动。我已不再尝试，并通知了运营者。您的其他问题不受影响。',
    },
    unexpected: {
      title: '我们这边出了问题',
      lead: '您发送的内容没有丢失，运营者可以看到发生了什么。请稍后再试。',
      reference: (reference) => `参考编号：${reference}`,
    },
    notYourButton: {
      title: '这个按钮是给别人的',
      lead: '只有提问的人才能使用它。欢迎您自己来问我。',
    },
    buttonExpired: {
      title: '这个按钮已经失效',
      lead: '时间过去太久了。请再问一次。',
    },
    shuttingDown: {
      title: '我正在重新启动',
      lead: '您的问题我没有接收。请过一分钟再问；未消耗查询次数。',
    },
    storeFailing: {
      title: '我现在无法写入任何记录',
      lead: '所以您的问题我没有接收，也没有消耗查询次数。请稍后再试。',
    },
  },

  console: {
    greeting: '想知道是哪款手机吗？请输入 IMEI 或 /help。',
    greetingOnSandbox: '想知道是哪款手机吗？请输入 IMEI 或 /help。这里是沙盒，结果并非来自真实的查询服务。',
    prompt: 'imei> ',
    unknownCommand: (name, nearest) =>
      nearest === undefined
        ? `没有 /${name} 这个命令。输入 /help 可以查看所有命令。`
        : `没有 /${name} 这个命令。您是不是想输入 /${nearest}？`,
    answeredAfterRestart: '这是您在我停止之前问的。结果如下：',
    unfinished: (number) => `还有${written(number)}个问题没有答复；下次启动时我会继续处理。`,
    fileNotSaved: (name) => `文件 ${name} 无法保存。`,
    bye: '再见。',
  },

  discord: {
    contextMenu: '查询 IMEI',
    publicOption: { name: '公开', description: '让这里的所有人都看到结果，而不只是您' },
    label: (label) => `${label}：`,
    wholeFileName: 'jieguo.txt',
    wholeInFile: '这里没有显示全部内容：完整结果在附件中。',
    fileLeftOut: (name) => `文件 ${name} 超出了 Discord 的大小限制，没有附上。`,
    comesLater:
      '这需要的时间超过了 Discord 允许更新这条消息的时间（15分钟）。如果到时候这里还没有结果，我会用私信发给您；如果无法给您发私信，您下次使用命令时就会看到。',
    comesLaterShared:
      '这需要的时间超过了 Discord 允许更新这条消息的时间（15分钟）。如果到时候这里还没有结果，我会用私信发给您；如果无法给您发私信，我会把它发到这个频道。',
    late: '这是您之前问的。结果如下：',
    answerWaits: '您的结果准备好了，但我无法给您发私信。请使用我的任意一个命令，我会只给您一个人看。',
  },

  telegram: {
    label: (label) => `${label}：`,
    openPrivateChat: '这个结果只给您一个人看。请打开与我的私聊，点击“开始”，然后在那里问我。',
    openPrivateChatButton: '打开私聊',
    answeredInPrivate: '我已在私聊中答复您。',
    restInFile: (file) => `……完整结果在文件 ${file} 中。`,
    restLeftOut: '……还有更多内容；请在私聊中问我，即可查看全部。',
    replyFileName: 'jieguo.txt',
    maybeNotArrived:
      '与 Telegram 的连接刚刚中断。如果上面没有我的答复，请再问一次：查询过的结果已经保存，不消耗次数。',
    checkButton: '查询',
    inlineNotChecked: '尚未查询。',
    inlineOpenChat: '在私聊中查询',
    notYourButton: '只有发送这条消息的人才能使用这个按钮。欢迎您自己来问我。',
  },
};
