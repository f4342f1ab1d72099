import type { ListedCode } from '../../provider/errors.ts';
import type { Words } from './catalogue.ts';
import type { FailureWords } from './en.ts';
import { grammarOf } from './grammar.ts';

const { count, number: written, all, either, duration } = grammarOf('pt');

const imeis = (number: number): string =>
  count(number, { one: '# IMEI', many: '# de IMEIs', other: '# IMEIs' });
const checks = (number: number): string =>
  count(number, { one: '# consulta', many: '# de consultas', other: '# consultas' });
const digits = (number: number): string =>
  count(number, { one: '# dígito', many: '# de dígitos', other: '# dígitos' });

/** The first of a month is "1º", which Intl writes "1". */
const dayOf = (date: string): string => date.replace(/^1 /u, '1º ');

const FAILURES: Readonly<Record<ListedCode, FailureWords>> = {
  'credentials-wrong': {
    title: 'O serviço não aceita o nosso login',
    lead: 'Ele diz que o nome ou a senha estão errados.',
    short: 'o nosso login foi recusado',
    admin: 'Compare LOOKUP_API_KEY com a conta que você tem no serviço.',
  },
  'account-blocked': {
    title: 'A nossa conta no serviço está bloqueada',
    lead: 'Ele não responde até que a conta seja liberada.',
    short: 'a nossa conta está bloqueada',
    admin: 'Só o fornecedor do serviço pode dizer por quê e desbloquear a conta.',
  },
  'credentials-missing': {
    title: 'O serviço pede um login',
    lead: 'Ele diz que faltaram o nome e a senha.',
    short: 'o serviço pede um login',
    admin: 'Confira LOOKUP_API_KEY e LOOKUP_BASE_URL.',
  },
  'limit-exceeded': {
    title: 'O serviço pede uma pausa',
    lead: 'Chegaram a ele pedidos demais de uma vez.',
    short: 'o serviço pediu uma pausa',
    admin:
      'Talvez outra coisa esteja usando a mesma chave ou o mesmo endereço. Você pode diminuir LIMIT_PER_WINDOW.',
  },
  'access-refused': {
    title: 'O serviço recusa os nossos pedidos',
    lead: 'Por enquanto, ele não nos deixa entrar.',
    short: 'o serviço nos recusou',
    admin:
      'Ele respondeu com o status 403, sem dizer o motivo. Talvez o endereço desta máquina esteja bloqueado: pergunte ao fornecedor e procure outros programas que o usem.',
  },
  'imei-empty': {
    title: 'O serviço não viu nenhum IMEI',
    lead: 'Ele diz que faltou o número no nosso pedido.',
    short: 'o serviço não viu nenhum IMEI',
  },
  'key-refused': {
    title: 'O serviço não aceita a nossa chave',
    lead: 'Ele diz que a chave é inválida ou foi desativada.',
    short: 'a nossa chave foi recusada',
    admin: 'Confira LOOKUP_API_KEY.',
  },
  'key-inactive': {
    title: 'A nossa chave não está ativa',
    lead: 'Ela ainda não foi ativada ou já venceu.',
    short: 'a nossa chave não está ativa',
    admin: 'As datas estão em /quota.',
  },
  'hourly-limit': {
    title: 'As consultas desta hora acabaram',
    lead: 'Por enquanto, o serviço não dá mais respostas.',
    short: 'as consultas desta hora acabaram',
  },
  'daily-limit': {
    title: 'As consultas de hoje acabaram',
    lead: 'Por enquanto, o serviço não dá mais respostas.',
    short: 'as consultas de hoje acabaram',
  },
  'unknown-error': {
    title: 'O serviço respondeu com um erro',
    lead: 'É um erro que eu ainda não tinha visto.',
    short: 'o serviço respondeu com um erro',
  },
  unreachable: {
    title: 'Não consigo acessar o serviço',
    lead: 'Tentei várias vezes e não houve conexão.',
    short: 'não foi possível acessar o serviço',
  },
  timeout: {
    title: 'O serviço demorou demais',
    lead: 'Esperei pela resposta e tive que desistir.',
    short: 'o serviço demorou demais',
  },
  reset: {
    title: 'A conexão caiu',
    lead: 'O meu pedido já tinha saído, mas não voltou nenhuma resposta.',
    short: 'a conexão caiu',
  },
  'server-error': {
    title: 'O serviço está com um problema',
    lead: 'Ele não conseguiu responder agora.',
    short: 'o serviço estava com um problema',
  },
  unreadable: {
    title: 'Não foi possível ler a resposta',
    lead: 'O que voltou estava danificado ou nem era uma resposta.',
    short: 'não foi possível ler a resposta',
  },
  'too-large': {
    title: 'A resposta era grande demais',
    lead: 'Era muito mais longa do que o normal, por isso parei de ler.',
    short: 'a resposta era grande demais',
  },
  redirect: {
    title: 'O serviço me mandou para outro lugar',
    lead: 'Eu não vou atrás, porque a nossa chave não pode ir para outro endereço.',
    short: 'o serviço me mandou para outro lugar',
    admin: 'Confira LOOKUP_BASE_URL: deve ser o endereço que responde diretamente.',
  },
  unexpected: {
    title: 'A resposta não era o que eu esperava',
    lead: 'O serviço respondeu de uma forma que eu não conheço.',
    short: 'a resposta tinha uma forma desconhecida',
  },
};

/** Every word people see, in the Portuguese of Brazil. People are addressed as "você". */
export const pt: Words = {
  locale: 'pt-BR',

  commands: {
    imei: {
      name: 'imei',
      description: 'Diz de qual celular é um IMEI',
      options: {
        imei: { name: 'imei', description: 'Um ou vários IMEIs, do jeito que você os tem' },
        file: {
          name: 'arquivo',
          description: 'Uma foto da etiqueta, ou um arquivo com IMEIs: CSV, TSV, TXT ou XLSX',
        },
        detail: {
          name: 'detalhe',
          description: 'Quanto mostrar',
          choices: { brief: 'Marca e modelo', full: 'Todos os detalhes' },
        },
        fresh: {
          name: 'atualizar',
          description: 'Perguntar de novo ao serviço em vez de usar a resposta guardada; gasta uma consulta',
        },
        confirmed: { name: 'confirmado', description: 'Consultar uma lista longa sem perguntar antes' },
        anyway: { name: 'mesmo-assim', description: 'Consultar também números que nenhum celular tem' },
      },
    },
    quota: {
      name: 'saldo',
      description: 'Mostra as consultas restantes, o que foi gasto e a situação da chave',
      options: {
        fresh: {
          name: 'atualizar',
          description: 'Perguntar agora ao serviço, mesmo que os últimos números sejam recentes',
        },
      },
    },
    recent: {
      name: 'recentes',
      description: 'Mostra o que você consultou ultimamente',
      options: {},
    },
    forget: {
      name: 'esquecer',
      description: 'Apaga o que eu guardo sobre você',
      options: {},
    },
    privacy: {
      name: 'privacidade',
      description: 'Diz o que eu guardo e por quanto tempo',
      options: {},
    },
    help: {
      name: 'ajuda',
      description: 'Mostra o que eu sei fazer',
      options: {},
    },
  },

  times: {
    justNow: 'agora mesmo',
    momentAgo: 'há um instante',
    about: (amount, unit) => `cerca de ${duration(amount, unit)}`,
    fewSeconds: 'alguns segundos',
    inAbout: (amount, unit) => `em cerca de ${duration(amount, unit)}`,
    inFewSeconds: 'em alguns segundos',
  },

  notes: {
    fromService: (ago) => `Do serviço, ${ago}`,
    fromSandbox: (ago) => `Respondido ${ago}`,
    kept: (ago) => `Resposta guardada ${ago}, sem gastar consulta`,
    sameTac: (ago) => `De outro IMEI com o mesmo código de tipo (TAC), ${ago}, sem gastar consulta`,
    sandbox: 'Dados do ambiente de testes, não do serviço real',
    nothingSpent: 'Nenhuma consulta foi gasta',
    figures: (ago) => `Números do serviço, ${ago}`,
    sandboxFigures: (ago) => `Números obtidos ${ago}`,
  },

  actions: {
    full: 'Todos os detalhes',
    brief: 'Marca e modelo',
    fresh: 'Consultar de novo (gasta uma consulta)',
    retry: 'Tentar de novo',
    retryMaybePaid: 'Tentar de novo (pode pagar duas vezes)',
    rest: 'Consultar o restante',
    checkThem: 'Consultar',
    leaveThem: 'Agora não',
    share: 'Mostrar para todo mundo',
    checkThis: (imei) => `Consultar ${imei}`,
    checkAnyway: 'Consultar mesmo assim',
    stop: 'Parar',
    refresh: 'Atualizar',
  },

  yes: 'Sim',
  no: 'Não',

  device: {
    unnamed: 'Um aparelho sem nome',
    brand: 'Marca',
    model: 'Modelo',
    imei: 'IMEI',
    partsHeading: 'Do que o IMEI é feito',
    tac: 'Código de tipo (TAC)',
    serial: 'Número de série',
    checkDigit: 'Dígito verificador',
    oldPartsHeading: 'O mesmo na forma antiga',
    oldTac: 'Código de homologação (TAC)',
    oldFac: 'Código de montagem final (FAC)',
    oldSnr: 'Número de série (SNR)',
    oldCd: 'Dígito verificador (CD)',
    echo: 'IMEI na resposta',
    echoDiffers: 'Atenção: o serviço respondeu sobre um número diferente do que eu perguntei.',
    nameOnly: 'O serviço só informou a marca e o modelo.',
    tooManyForFull: (most) => `Mostro todos os detalhes de até ${imeis(most)} por vez.`,
  },

  notFound: {
    title: 'Não encontrado',
    lead: 'O serviço não tem nenhum registro deste IMEI.',
  },

  table: {
    label: 'Segundo a tabela TAC aberta',
    marked: (name) => `${name} (tabela TAC aberta)`,
  },

  waiting: {
    title: (imei) => `Consultando ${imei}`,
    probably: (name) => `Provavelmente ${name}`,
    asking: 'Estou perguntando ao serviço.',
    next: (time) => `É o próximo da fila, ${time}.`,
    place: (place, time) => `${written(place)}º lugar na fila, ${time}.`,
    held: 'Não consigo acessar minha memória agora. Nada se perde: eu continuo sozinho assim que ela voltar.',
    starting: (when) =>
      `Acabei de iniciar e não sei o que foi consultado antes, então primeiro espero para não passar do limite do serviço. Sua vez chega ${when}.`,
    quota: 'Perguntando a situação da chave',
  },

  list: {
    progressTitle: (total) => `Consultando ${imeis(total)}`,
    progressLead: (done, total) => `Já foram ${written(done)} de ${written(total)}.`,
    left: (when) => `Termino ${when}.`,
    title: (found, total) => `Encontrados: ${written(found)} de ${written(total)}`,
    stoppedTitle: (done, total) => `Parei: consultei ${written(done)} de ${written(total)}`,
    summary: (parts) => `${all(parts)}.`,
    counts: {
      found: (number) =>
        count(number, { one: '# encontrado', many: '# encontrados', other: '# encontrados' }),
      notFound: (number) =>
        count(number, { one: '# não encontrado', many: '# não encontrados', other: '# não encontrados' }),
      failed: (number) => `${written(number)} sem resposta`,
      invalid: (number) =>
        count(number, { one: '# número errado', many: '# de números errados', other: '# números errados' }),
      stopped: (number) =>
        count(number, { one: '# não consultado', many: '# não consultados', other: '# não consultados' }),
    },
    duplicates: (number) =>
      count(number, {
        one: '# IMEI repetido ficou de fora.',
        many: '# de IMEIs repetidos ficaram de fora.',
        other: '# IMEIs repetidos ficaram de fora.',
      }),
    headings: {
      found: 'Encontrados',
      notFound: 'Não encontrados',
      failed: 'Sem resposta',
      invalid: 'Números errados',
      stopped: 'Não consultados',
      waiting: 'Esperando',
    },
    heading: (heading, number) => `${heading} (${written(number)})`,
    marks: {
      service: 'consultado agora',
      cache: (ago) => `guardado ${ago}`,
      tac: 'pelo mesmo código de tipo',
    },
    line: (number, text) => `Linha ${written(number)}: ${text}`,
    retryHint: 'Os que ficaram sem resposta podem ser tentados de novo.',
    asked: (number) =>
      count(number, { one: '# consultado agora', many: '# consultados agora', other: '# consultados agora' }),
    kept: (number) => `${written(number)} sem gastar consulta`,
  },

  stopped: {
    title: 'Parei',
    lead: 'Você me parou antes que a resposta chegasse.',
  },

  files: {
    nothingGiven: {
      title: 'O que devo consultar?',
      lead: 'Informe um IMEI, ou um arquivo com IMEIs, por favor.',
    },
    file: 'Arquivo',
    cutOff: {
      title: 'A planilha cortou este número',
      lead: 'Só restaram os primeiros dígitos. Formate a coluna como texto, digite os números de novo e exporte mais uma vez, por favor.',
      short: 'a planilha cortou este número; formate a coluna como texto e exporte de novo',
    },
    unreadable: {
      'too-large': {
        title: 'O arquivo é grande demais',
        lead: (most) =>
          `Aceito arquivos de até ${most}. Divida o arquivo, ou tire o que não for necessário, por favor.`,
      },
      gone: {
        title: 'O arquivo não está mais lá',
        lead: 'Envie de novo, ou confira se o nome está certo, por favor.',
      },
      failed: {
        title: 'Não foi possível ler o arquivo',
        lead: 'Ele não chegou até mim. Envie de novo, por favor.',
      },
      empty: {
        title: 'O arquivo está vazio',
        lead: 'Não há nada nele. Confira se é o arquivo certo, por favor.',
      },
      'not-a-table': {
        title: 'Não consigo ler este tipo de arquivo',
        lead: 'Leio CSV, TSV, TXT e XLSX. Salve a lista em um desses formatos e envie de novo, por favor.',
      },
      'old-workbook': {
        title: 'Este é um arquivo antigo do Excel',
        lead: 'Não consigo ler XLS. Abra o arquivo, salve como XLSX ou CSV e envie o novo, por favor.',
      },
      locked: {
        title: 'O arquivo tem senha',
        lead: 'Não consigo abrir. Salve sem senha e envie de novo, por favor.',
      },
      'too-much': {
        title: 'Há coisas demais neste arquivo',
        lead: 'Ele tem mais células do que consigo percorrer. Envie só as colunas e linhas que importam, por favor.',
      },
      'no-imeis': {
        title: 'Não vejo nenhum IMEI neste arquivo',
        lead: 'O IMEI é o número de 15 dígitos de um celular. Confira se é o arquivo certo e se a coluna está formatada como texto, por favor.',
      },
      'too-slow': {
        title: 'A leitura do arquivo demorou demais',
        lead: 'Envie só as colunas e linhas que interessam.',
      },
      'too-many-yours': {
        title: 'Já tenho vários arquivos seus',
        lead: 'Espere até um deles ficar pronto e envie este de novo.',
      },
      'too-many-waiting': {
        title: 'Há muitos arquivos na fila agora',
        lead: 'Envie este de novo daqui a alguns minutos.',
      },
    },
    reading: (name) => `Lendo ${name}`,
    tooMany: {
      title: (most) =>
        `Há mais de ${count(most, { one: '# número', many: '# de números', other: '# números' })} neste arquivo`,
      lead: (most) => `Aceito até ${imeis(most)} por arquivo. Divida o arquivo, por favor.`,
      split: (rows) =>
        rows === 1
          ? 'Só posso aceitar a primeira linha.'
          : count(rows, {
              one: 'Só posso aceitar as primeiras # linhas.',
              many: 'Só posso aceitar as primeiras # de linhas.',
              other: 'Só posso aceitar as primeiras # linhas.',
            }),
    },
    counts: {
      paid: 'Consultas gastas',
      kept: 'Já conhecidos',
      notFound: 'Não encontrados',
      wrong: 'Números errados',
    },
    below: 'A sua tabela está no arquivo, com as respostas no fim de cada linha.',
    numbersOnly:
      'Não consegui ler o arquivo outra vez, então a resposta tem só os números, sem as outras colunas.',
    besideText: 'Os números da sua mensagem não foram consultados; envie-os separadamente, por favor.',
    result: 'Resultado',
    further: (title, place) => `${title} ${place}`,
    detail: (heading, label) => `${heading}: ${label}`,
    results: {
      found: 'Encontrado.',
      notFound: 'Não encontrado.',
      notChecked: (why) => `Não consultado: ${why}.`,
      stopped: 'parei antes da vez dele',
      wrong: (why) => `Número errado: ${why}.`,
      zeroRestored: 'O zero do começo tinha se perdido, então pus de volta.',
    },
  },

  photos: {
    reading: {
      title: 'Olhando a imagem',
      lead: 'Leio os códigos de barras e os códigos QR que há nela.',
    },
    onePhone: 'Estes são os dois IMEIs de um mesmo celular, um para cada chip.',
    labelHeading: 'Também na imagem',
    serial: 'Número de série',
    ean: 'EAN',
    upc: 'UPC',
    gtin: 'GTIN',
    none: {
      title: 'Não vejo nenhum IMEI na imagem',
      noCodes: 'Não consegui ler nela nenhum código de barras nem código QR.',
      otherCodes: 'Consegui ler um código nela, mas nenhum IMEI.',
    },
    better:
      'Por favor, tire a foto de perto e bem de cima, com boa luz, para que todas as barras fiquem nítidas e nada brilhe. Ou digite o número que está embaixo das barras.',
    problems: {
      tooLarge: {
        title: 'A imagem é grande demais',
        lead: (most) => `Aceito imagens de até ${most}. Envie uma menor, por favor.`,
      },
      tooManyPixels: {
        title: 'A imagem tem pixels demais',
        lead: (most) =>
          `Aceito imagens de até ${most} megapixels. Envie uma menor, ou só a parte com os códigos, por favor.`,
      },
      unknownFormat: {
        title: 'Não consigo ler este tipo de imagem',
        lead: (format) => `Ela está no formato ${format}. Envie como JPEG ou PNG, por favor.`,
      },
      noPicture: {
        title: 'Isto não é uma imagem',
        lead: 'Envie uma foto, ou uma imagem em JPEG ou PNG, por favor.',
      },
      broken: {
        title: 'Não é possível ler a imagem',
        lead: 'Ela está danificada, ou falta uma parte. Envie de novo, por favor.',
      },
      tooSlow: {
        title: 'A leitura da imagem demorou demais',
        lead: 'Envie só a parte com os códigos, ou digite o número, por favor.',
      },
    },
  },

  tooMany: {
    title: (number) => `${imeis(number)} de uma vez é demais`,
    lead: (most, parts) =>
      `Aceito até ${imeis(most)} por mensagem. Envie em ${count(parts, { one: '# parte', many: '# de partes', other: '# partes' })}, por favor.`,
    partsHeading: 'Onde dividir a lista',
    lines: (part, from, to) =>
      from === to
        ? `Parte ${written(part)}: linha ${written(from)}`
        : `Parte ${written(part)}: linhas ${written(from)} a ${written(to)}`,
    imeis: (part, number, last) => `Parte ${written(part)}: ${imeis(number)}, o último é ${last}`,
  },

  suggestions: {
    kept: 'resposta guardada, não gasta consulta',
    completed: 'dígito verificador acrescentado',
    repair: 'talvez este',
  },

  plan: {
    title: (number) => `Posso consultar ${imeis(number)}?`,
    lead: 'A lista é longa, então veja antes quanto ela custa. Onde não houver botões, acrescente confirmed=yes.',
    valid: 'Válidos',
    known: 'Já conhecidos',
    duplicates: 'Repetidos, deixados de fora',
    wrong: 'Errados',
    cost: 'Vai custar no máximo',
    duration: 'Vai levar',
    dismissed: {
      title: 'Tudo bem, deixo para lá',
      lead: 'Nada foi consultado e nenhuma consulta foi gasta.',
    },
  },

  recent: {
    title: (number) =>
      number === 1
        ? 'A sua última consulta'
        : count(number, {
            one: 'As suas últimas # consultas',
            many: 'As suas últimas # de consultas',
            other: 'As suas últimas # consultas',
          }),
    nameless: 'não encontrado',
    note: 'Só você vê isto. /forget apaga.',
    none: { title: 'Ainda não há nada', lead: 'Você não consultou nenhum IMEI nos últimos 30 dias.' },
    off: { title: 'Eu não guardo lista', lead: 'Quem administra este bot desativou a lista.' },
  },

  forget: {
    title: 'Esquecido',
    nothing: 'Não havia nada seu para apagar.',
    removed: (what) => `Apaguei ${all(what)}, além dos botões das respostas que dei a você.`,
    checks: (number) =>
      count(number, {
        one: '# consulta recente sua',
        many: '# de consultas recentes suas',
        other: '# consultas recentes suas',
      }),
    requests: (number) =>
      count(number, {
        one: '# pergunta em aberto',
        many: '# de perguntas em aberto',
        other: '# perguntas em aberto',
      }),
    note: 'Continua guardado quantas consultas você gastou hoje: só o número, sem dizer quais foram.',
  },

  privacy: {
    title: 'O que eu guardo',
    lead: 'O mínimo necessário para responder a você uma vez e não pagar duas.',
    answers: 'Respostas',
    answersKept: (found, notFound) =>
      `${found}, as de “não encontrado” ${notFound}; arquivadas com um código secreto, não com o nome de quem perguntou`,
    requests: 'A sua pergunta',
    requestsKept: (most) => `até ser respondida, no máximo ${most}`,
    buttons: 'Botões sob as respostas',
    buttonsKept: (time) => `o que fazem, com os IMEIs que contêm, durante ${time}`,
    history: 'As suas consultas recentes',
    historyKept: (time) => `as últimas 20, por ${time}, só para você`,
    historyOff: 'não são guardadas',
    allowance: 'Consultas que você gastou hoje',
    allowanceKept: 'quantas foram, por dois dias',
    log: 'O registro de eventos',
    logKept: 'no máximo os oito primeiros dígitos de um IMEI, que indicam o modelo e não o celular',
    sealed: 'Tudo o que vai para o disco é criptografado.',
    service: 'O IMEI só é enviado ao serviço de consulta, e a mais ninguém.',
    forget: '/forget apaga na hora o que eu guardo sobre você.',
  },

  alarms: {
    opened:
      'Por enquanto não envio nada. Quem consulta um único IMEI recebe um aviso; as listas longas esperam.',
    closed: { title: 'O serviço voltou a responder', lead: 'Tudo continua sozinho.' },
    budget: {
      low: {
        title: (percent) => `${written(percent)}% das consultas de hoje foram gastos`,
        lead: (limit) =>
          `CHECKS_PER_DAY permite ${checks(limit)}. Quando acabarem, ninguém poderá consultar nada novo até a meia-noite UTC.`,
      },
      usedUp: {
        title: 'As consultas de hoje acabaram',
        lead: (limit) =>
          `CHECKS_PER_DAY permite ${checks(limit)}. Ninguém pode consultar nada novo até a meia-noite UTC; o que já foi consultado continua sendo respondido.`,
      },
    },
    checksLow: {
      title: (left) =>
        left === 0
          ? 'As consultas deste mês acabaram'
          : count(left, {
              one: 'Resta # consulta neste mês',
              many: 'Restam # de consultas neste mês',
              other: 'Restam # consultas neste mês',
            }),
      lead: (percent) => `Isso é ${written(percent)}% ou menos do máximo que esta chave já mostrou.`,
      none: 'O que já foi consultado continua sendo respondido; para o que é novo, a chave precisa de mais consultas.',
      usedUp: (date) => `No ritmo desta semana, elas duram até ${dayOf(date)}.`,
    },
    keyExpires: {
      title: (left) =>
        left === 1
          ? 'A chave vence entre hoje e amanhã'
          : count(left, {
              one: 'A chave vence nos próximos # dias',
              many: 'A chave vence nos próximos # de dias',
              other: 'A chave vence nos próximos # dias',
            }),
      lead: (date) =>
        `O último dia dela é ${dayOf(date)}. Depois disso, o serviço recusa todas as consultas.`,
    },
    storeFailing: {
      title: 'Não consigo gravar nada',
      lead: 'Cada pessoa ainda pode consultar alguns números novos; as listas longas esperam. Confira o disco e o arquivo de STORE_URL; assim que funcionar, eu continuo por conta própria.',
      said: 'O banco de dados disse',
    },
    storeHealed: {
      title: 'Já consigo gravar de novo',
      lead: 'O que aconteceu enquanto isso já está gravado.',
    },
    poisoned: {
      title: 'Fechei uma pergunta que me interrompe sempre',
      lead: 'Cada processo que começou com ela terminou pouco depois; por isso não é mais tentada, e quem perguntou foi avisado. O identificador está no registro. A causa pode ser um arquivo ou uma imagem.',
    },
    undeliverable: {
      title: (answers) => `Respostas que não consegui entregar: ${written(answers)}`,
      lead: 'Tentei durante todo o tempo de vida de uma pergunta. As conversas estão fechadas para mim, ou a plataforma estava fora do ar; o motivo está no registro.',
    },
  },

  hint: {
    title: 'Não vejo nenhum IMEI aqui',
    lead: 'O IMEI é o número de 15 dígitos de um celular. Disque *#06# para ver o número, ou procure nas configurações, na bandeja do chip ou na caixa.',
    example: 'Por exemplo',
  },

  warnings: {
    completed: (digit) => `Você informou 14 dígitos, então acrescentei o dígito verificador ${digit}.`,
    softwareVersion: (version) =>
      `Você informou 16 dígitos: os dois últimos (${version}) são a versão do software. Tirei esses dois e pus o dígito verificador no lugar.`,
    testBody: (body) => `Números que começam com ${body} são de aparelhos de teste.`,
    sample: 'Este é um número de exemplo bem conhecido; talvez não seja o do celular que está na sua mão.',
    lost: 'Este número é conhecido por aparecer em celulares que perderam o próprio IMEI.',
  },

  problems: {
    titleMany: 'Nenhum IMEI que eu possa consultar',
    given: 'Você enviou',
    empty: { title: 'Não há nenhum número aqui', lead: 'Um IMEI tem 15 dígitos.' },
    tooShort: {
      title: 'O número é curto demais',
      lead: (given) => `Ele tem ${digits(given)}; um IMEI tem 15.`,
      short: (given) => `curto demais, ${digits(given)} em vez de 15`,
    },
    tooLong: {
      title: 'O número é longo demais',
      lead: (given) => `Ele tem ${digits(given)}; um IMEI tem 15.`,
      short: (given) => `longo demais, ${digits(given)} em vez de 15`,
    },
    checkDigit: {
      title: 'O dígito verificador não confere',
      lead: (expected, given) =>
        `O último dígito deveria ser ${expected}, não ${given}. Talvez haja um erro de digitação.`,
      short: (expected, given) => `o dígito verificador deveria ser ${expected}, não ${given}`,
      repairs: 'Talvez você queira dizer',
      moreRepairs: (number) => count(number, { one: 'ou mais #', many: 'ou mais #', other: 'ou mais #' }),
      networkForm: (imei) => `As redes põem um 0 nesse lugar: se o número vem de uma rede, o IMEI é ${imei}.`,
    },
    letter: {
      title: 'Há uma letra no número',
      lead: (character, position) =>
        `O caractere ${written(position)} é “${character}”, onde deveria haver um dígito.`,
      short: (character, position) => `o caractere ${written(position)} é “${character}” e não um dígito`,
    },
    looksLike: {
      title: 'Este é outro tipo de número',
      lead: (what) => `Parece ${what}, não um IMEI.`,
      short: (what) => `parece ${what}`,
      kinds: {
        iccid: 'o número de um chip (ICCID)',
        eid: 'o número de um eSIM (EID)',
        meid: 'um MEID',
        'meid-decimal': 'um MEID em dígitos decimais',
        phone: 'um número de telefone',
        'apple-serial': 'um número de série da Apple',
      },
    },
    placeholder: {
      title: 'Este é um número fictício, não um IMEI',
      lead: 'Celulares e programas mostram um número assim quando falta o verdadeiro.',
      short: 'um número fictício, não um IMEI',
    },
    card: {
      title: 'Isto não é um IMEI',
      lead: 'Isto parece um número de cartão. Não o enviei a lugar nenhum.',
      short: 'parece um número de cartão, não foi enviado a lugar nenhum',
    },
    unassigned: {
      title: 'Dificilmente é um IMEI',
      lead: 'Nenhum celular tem um número assim. Consultar mesmo assim?',
      short: 'nenhum celular tem um número assim, não foi consultado',
    },
    whereToLook: 'Disque *#06# no celular para ver o IMEI dele.',
  },

  failures: FAILURES,
  failure: {
    notPaid: 'Nenhuma consulta foi gasta.',
    maybePaid:
      'Mesmo assim, a consulta pode ter sido cobrada; se você tentar de novo, talvez ela seja paga uma segunda vez.',
    maybePaidSome:
      'Mesmo assim, algumas consultas podem ter sido cobradas; se você tentar de novo, talvez elas sejam pagas uma segunda vez.',
    sentence: (title) => `${title}.`,
    looksAgain: (when) => `Testo o serviço de novo ${when}.`,
    laterAgain: 'Tente de novo em alguns minutos, por favor.',
    tellOperator: 'Quem administra este bot pode resolver isso; avise, por favor.',
    said: 'O serviço disse',
    broke: 'algo falhou do nosso lado',
    refused: {
      allowance: 'as suas consultas de hoje acabaram',
      reserve: 'as últimas consultas estão reservadas',
      budget: 'as consultas do bot para hoje acabaram',
      store: 'a minha memória está falhando agora',
    },
  },
  refused: {
    allowance: {
      title: 'As suas consultas de hoje acabaram',
      lead: (limit) =>
        `Cada pessoa tem aqui ${checks(limit)} por dia. O que já foi consultado ainda pode ser perguntado, porque não custa nada.`,
    },
    budget: {
      title: 'As consultas do bot para hoje acabaram',
      lead: () =>
        'Todos juntos já pediram tantas consultas novas quantas o bot pode fazer num dia. Ele continua depois da meia-noite UTC. O que já foi consultado ainda pode ser perguntado, porque não custa nada.',
    },
    store: {
      title: 'Agora não posso consultar mais nada para você',
      lead: () =>
        'Não consigo anotar o que é gasto e, enquanto isso, só consulto alguns números novos por pessoa. Tente de novo mais tarde, por favor.',
    },
    reserve: {
      title: 'As últimas consultas estão reservadas',
      lead: (limit) =>
        `${
          limit === 1
            ? 'A última consulta do mês fica reservada'
            : count(limit, {
                one: 'As últimas # consultas do mês ficam reservadas',
                many: 'As últimas # de consultas do mês ficam reservadas',
                other: 'As últimas # consultas do mês ficam reservadas',
              })
        } para quem administra o bot. O que já foi consultado ainda pode ser perguntado, porque não custa nada.`,
    },
  },

  sheet: {
    headings: {
      design: 'Design',
      display: 'Tela',
      hardware: 'Hardware',
      battery: 'Bateria',
      network: 'Rede',
      release: 'Lançamento',
      other: 'Outros dados',
    },
    labels: {
      weight: 'Peso',
      'size.height': 'Altura',
      'size.width': 'Largura',
      'size.thickness': 'Espessura',
      build: 'Formato',
      qwerty: 'Teclado QWERTY',
      'display.type': 'Tipo',
      'display.inches': 'Tamanho',
      'display.width': 'Largura',
      'display.height': 'Altura',
      'display.color': 'Cor',
      touch_scr: 'Tela sensível ao toque',
      os: 'Sistema operacional',
      cpu: 'Processador',
      cpu_clock: 'Velocidade do processador',
      int_memory: 'Memória interna',
      memory_card: 'Cartão de memória',
      'battery.type': 'Tipo',
      'battery.capacity': 'Capacidade',
      stand_by: 'Tempo em espera',
      talk_time: 'Tempo de conversação',
      talk_time_umts: 'Tempo de conversação em UMTS',
      tel_func: 'Chamadas telefônicas',
      gsm_band: 'Bandas GSM',
      umts_band: 'Bandas UMTS',
      hsdpa_band: 'Bandas HSDPA',
      other_band: 'Outras bandas',
      wifi_hotspot: 'Ponto de acesso Wi-Fi',
      lan: 'LAN',
      lan_ports: 'Portas LAN',
      year: 'Lançado em',
    },
    wholes: { size: 'Tamanho', display: 'Tela', battery: 'Bateria' },
    values: (values) => values.join(', '),
    released: (month, year) => `${month} ${year}`.trim(),
    inches: (inches) => count(inches, { one: '# polegada', many: '# de polegadas', other: '# polegadas' }),
    more: (number) =>
      count(number, { one: 'Mais # campo', many: 'Mais # de campos', other: 'Mais # campos' }),
  },

  quota: {
    title: {
      ok: 'A chave funciona',
      expiresSoon: (when) => `A chave vence ${when}`,
      expired: (when) => `A chave venceu ${when}`,
      today: 'hoje',
      notYet: 'A chave ainda não está ativa',
      noAccess: 'A chave não tem acesso',
      usedUp: 'Não restam consultas',
      unreadable: 'A situação da chave não é conhecida',
    },
    keyHeading: 'Chave',
    access: 'Acesso',
    activated: 'Ativa a partir de',
    expires: 'Vencimento',
    dateIn: (date, when) => `${dayOf(date)} (${when})`,
    leftHeading: 'Consultas restantes',
    hour: 'Nesta hora',
    day: 'Hoje',
    month: 'Neste mês',
    noLimit: 'Sem limite',
    of: (left, total) => `${left} de ${total}`,
    spentHeading: 'O que este bot gastou e economizou',
    today: 'Hoje',
    budget: 'Orçamento de hoje',
    thisMonth: 'Neste mês',
    spentAndSaved: (spent, saved) => `gastou ${spent}, economizou ${saved}`,
    checks,
    amount: (amount, money) => `${amount} (${money})`,
    inDoubt: 'Talvez pagas duas vezes',
    inDoubtValue: (today, month) => `${today} hoje, ${month} neste mês`,
    nowHeading: 'Neste momento',
    waiting: 'Na fila',
    inFlight: 'Em andamento',
    window: (time) => `Pedidos nos últimos ${time}`,
    paused: 'Em pausa',
    pausedValue: (why, when) => `${why}; testo de novo ${when}`,
    pausedUnknown: 'o serviço não dá respostas',
  },

  quotaPicture: {
    title: 'Consultas restantes neste mês',
    now: (left) => `${left} agora`,
    left: 'Consultas restantes registradas',
    rise: 'Consultas acrescentadas',
    pace: (days) =>
      days === 1
        ? 'No ritmo do último dia'
        : count(days, {
            one: 'No ritmo dos últimos # dias',
            many: 'No ritmo dos últimos # de dias',
            other: 'No ritmo dos últimos # dias',
          }),
    usedUp: (date) => `Acabam em ${dayOf(date)}`,
    remaining: (left, date) => `Cerca de ${left} em ${dayOf(date)}`,
    expires: (date) => `A chave vence em ${dayOf(date)}`,
    days: 'Consultas por dia',
    paid: (amount) => `Pagas: ${amount}`,
    saved: (amount) => `Economizadas: ${amount}`,
    asOf: (time) => `${dayOf(time)} UTC`,
    alt: {
      // The day comes first: a short month ends in a full stop of its own.
      line: (from, to, first, last) =>
        `A linha mostra as consultas restantes neste mês: em ${dayOf(from)}, ${first}; em ${dayOf(to)}, ${last}.`,
      usedUp: (date) => `No ritmo mostrado, elas acabam em ${dayOf(date)}.`,
      remaining: (left, date) => `No ritmo mostrado, restam cerca de ${left} em ${dayOf(date)}.`,
      bars: (paid, saved) =>
        `As barras mostram as consultas de cada dia. No total, pagas: ${paid}; economizadas: ${saved}.`,
    },
    forecastHeading: 'Previsão',
    paceLabel: 'Ritmo',
    perDay: (amount, days) =>
      `em média, ${amount} por dia ${
        days === 1
          ? 'no último dia'
          : count(days, {
              one: 'nos últimos # dias',
              many: 'nos últimos # de dias',
              other: 'nos últimos # dias',
            })
      }`,
    underOne: 'menos de uma consulta',
    outlookLabel: 'Neste ritmo',
    willBeUsedUp: (date, when) => `acabam em ${dayOf(date)} (${when})`,
    lastsMonth: (left, date) => `bastam para o mês inteiro, com sobra de cerca de ${left} em ${dayOf(date)}`,
    lastsUntilExpiry: (left, date) =>
      `bastam até a chave vencer, com sobra de cerca de ${left} em ${dayOf(date)}`,
    tooNew: 'Para uma previsão são necessários os números de doze horas.',
    idle: 'Nenhuma consulta foi usada ultimamente, então não há nada a prever.',
    growing:
      'Um gráfico das consultas restantes aparece assim que houver dois números. Ele cresce com o tempo.',
  },

  help: {
    title: 'Eu digo de qual celular é um IMEI',
    lead: 'Envie um IMEI de qualquer jeito, vários de uma vez, ou um arquivo com eles. O que eu já consultei fica guardado e não custa nada.',
    commands: 'Comandos',
    examples: 'Exemplos',
    whereHeading: 'Onde encontrar o IMEI',
    where: 'Disque *#06#, ou procure nas configurações, na bandeja do chip ou na caixa.',
    sandboxHeading: 'O ambiente de testes',
    sandbox:
      'Estou funcionando com o ambiente de testes: uma cópia do serviço para experimentar. Não custa nada, não precisa de chave, e as respostas não são do serviço real.',
  },

  refusals: {
    notAllowed: {
      title: 'Não tenho permissão para responder aqui',
      lead: (id) =>
        `Peça a quem administra este bot que libere você ou este lugar, por favor. O seu identificador é ${id}.`,
    },
    notAdmin: {
      title: 'Isto é só para quem administra o bot',
      lead: (id) => `Se você administra este bot, acrescente isto às configurações dele: ADMINS=${id}`,
    },
    options: {
      title: 'Não entendi',
      example: 'Por exemplo',
      missing: (option) => `Falta “${option}”.`,
      notAChoice: (option, given, choices) =>
        `“${given}” não é uma das opções de “${option}”: ${either(choices)}.`,
      notAFlag: (option, given) =>
        `“${option}” é yes (sim) ou no (não), e não consigo ler “${given}” como nenhum dos dois.`,
      wrongKind: (option) => `“${option}” veio de uma forma que não consigo usar.`,
      tooLong: (option, most) =>
        `“${option}” é longo demais. Aceito até ${count(most, { one: '# caractere', many: '# de caracteres', other: '# caracteres' })}.`,
    },
    busy: {
      title: 'Uma coisa de cada vez',
      lead: 'Já há tanta coisa esperando resposta que não aceitei esta. Pergunte de novo daqui a pouco, por favor.',
    },
    interrupted: {
      title: 'Continuo de onde parei',
      lead: 'Fui reiniciado enquanto trabalhava nisto. Nada se perdeu; a resposta vem a seguir.',
    },
    tooOld: {
      title: 'Desculpe, isto demorou demais',
      lead: 'Eu estava fora do ar enquanto você esperava, e a sua pergunta já é antiga demais para responder. Pergunte de novo, por favor.',
    },
    poisoned: {
      title: 'Desculpe, não consigo responder a esta pergunta',
      lead: 'Cada vez que comecei, tive de ser reiniciado. Parei de tentar e avisei o meu operador. As suas outras perguntas não são afetadas.',
    },
    unexpected: {
      title: 'Algo falhou do nosso lado',
      lead: 'Nada do que você enviou se perdeu, e quem administra o bot pode ver o que aconteceu. Tente de novo daqui a pouco, por favor.',
      reference: (reference) => `Referência: ${reference}`,
    },
    notYourButton: {
      title: 'Este botão é de outra pessoa',
      lead: 'Só quem perguntou pode usar. Fique à vontade para me perguntar também.',
    },
    buttonExpired: {
      title: 'Este botão não funciona mais',
      lead: 'Já passou muito tempo. Pergunte de novo, por favor.',
    },
    shuttingDown: {
      title: 'Estou reiniciando',
      lead: 'Não registrei a sua pergunta. Pergunte de novo em um minuto, por favor; nenhuma consulta foi gasta.',
    },
    storeFailing: {
      title: 'Não consigo gravar nada agora',
      lead: 'Por isso não registrei a sua pergunta, e nenhuma consulta foi gasta. Tente de novo daqui a pouco, por favor.',
    },
  },

  console: {
    greeting: 'Qual é o celular? Digite um IMEI, ou /help.',
    greetingOnSandbox:
      'Qual é o celular? Digite um IMEI, ou /help. Este é o ambiente de testes, então as respostas não são do serviço real.',
    prompt: 'imei> ',
    unknownCommand: (name, nearest) =>
      nearest === undefined
        ? `Não existe /${name}. /help mostra o que há.`
        : `Não existe /${name}. Você quis dizer /${nearest}?`,
    answeredAfterRestart: 'Você perguntou isto antes de eu ser parado. Aqui está a resposta:',
    unfinished: (number) =>
      count(number, {
        one: 'Ainda há # pergunta em aberto; continuo quando for iniciado de novo.',
        many: 'Ainda há # de perguntas em aberto; continuo quando for iniciado de novo.',
        other: 'Ainda há # perguntas em aberto; continuo quando for iniciado de novo.',
      }),
    fileNotSaved: (name) => `Não foi possível salvar o arquivo ${name}.`,
    bye: 'Até logo.',
  },

  discord: {
    contextMenu: 'Consultar IMEIs',
    publicOption: {
      name: 'pública',
      description: 'Mostrar a resposta para todo mundo aqui, não só para você',
    },
    label: (label) => `${label}:`,
    wholeFileName: 'resposta.txt',
    wholeInFile: 'Isto não é tudo: a resposta completa está no arquivo anexado.',
    fileLeftOut: (name) => `O arquivo ${name} é grande demais para o Discord e ficou de fora.`,
    comesLater:
      'Isto leva mais tempo do que o Discord mantém esta mensagem aberta (15 minutos). Se até lá a resposta não estiver aqui, eu envio por mensagem direta; se não conseguir escrever para você, ela vem com o seu próximo comando.',
    comesLaterShared:
      'Isto leva mais tempo do que o Discord mantém esta mensagem aberta (15 minutos). Se até lá a resposta não estiver aqui, eu envio por mensagem direta; se não conseguir escrever para você, eu publico neste canal.',
    late: 'Você perguntou isto há algum tempo. Aqui está a resposta:',
    answerWaits:
      'a sua resposta está pronta, mas não consigo enviar uma mensagem direta para você. Use qualquer um dos meus comandos, e eu mostro a resposta só para você.',
  },

  telegram: {
    label: (label) => `${label}:`,
    openPrivateChat:
      'A resposta é só para você. Abra uma conversa privada comigo, toque em Iniciar e pergunte lá, por favor.',
    openPrivateChatButton: 'Abrir a conversa privada',
    answeredInPrivate: 'Respondi na nossa conversa privada.',
    restInFile: (file) => `… A resposta completa está no arquivo ${file}.`,
    restLeftOut: '… Há mais; pergunte em uma conversa privada comigo para ver tudo.',
    replyFileName: 'resposta.txt',
    maybeNotArrived:
      'A conexão com o Telegram caiu há um instante. Se você não vê nenhuma resposta minha acima, pergunte de novo, por favor: o que eu já consultei está guardado e não custa nada.',
    checkButton: 'Consultar',
    inlineNotChecked: 'Ainda não consultado.',
    inlineOpenChat: 'Consultar na conversa privada',
    notYourButton: 'Só quem enviou isto pode usar o botão. Fique à vontade para me perguntar também.',
  },
};
