import type { ListedCode } from '../../provider/errors.ts';
import type { Words } from './catalogue.ts';
import type { FailureWords } from './en.ts';
import { grammarOf, type TimeUnit } from './grammar.ts';

const { count, number: written, all, either, duration } = grammarOf('es');

const imeis = (number: number): string =>
  count(number, { one: '# IMEI', many: '# de IMEI', other: '# IMEI' });
const checks = (number: number): string =>
  count(number, { one: '# consulta', many: '# de consultas', other: '# consultas' });
const digits = (number: number): string =>
  count(number, { one: '# dígito', many: '# de dígitos', other: '# dígitos' });

/** "unos 5 minutos", "unas 2 horas" */
function roughly(amount: number, unit: TimeUnit): string {
  if (amount === 1) return `cerca de ${duration(amount, unit)}`;
  return `${unit === 'hour' ? 'unas' : 'unos'} ${duration(amount, unit)}`;
}

const FAILURES: Readonly<Record<ListedCode, FailureWords>> = {
  'credentials-wrong': {
    title: 'El servicio no acepta nuestro acceso',
    lead: 'Dice que el nombre o la contraseña no son correctos.',
    short: 'el servicio rechazó nuestro acceso',
    admin: 'Compare LOOKUP_API_KEY con la cuenta que tiene en el servicio.',
  },
  'account-blocked': {
    title: 'Nuestra cuenta en el servicio está bloqueada',
    lead: 'No responderá hasta que la cuenta vuelva a estar abierta.',
    short: 'nuestra cuenta está bloqueada',
    admin: 'Solo el proveedor del servicio puede decir por qué, y desbloquearla.',
  },
  'credentials-missing': {
    title: 'El servicio pide nombre y contraseña',
    lead: 'Dice que faltaban en nuestra solicitud.',
    short: 'el servicio pide nombre y contraseña',
    admin: 'Revise LOOKUP_API_KEY y LOOKUP_BASE_URL.',
  },
  'limit-exceeded': {
    title: 'El servicio pide una pausa',
    lead: 'Le llegaron demasiadas solicitudes a la vez.',
    short: 'el servicio pidió una pausa',
    admin:
      'Quizá algo más esté usando la misma clave o la misma dirección. Puede poner LIMIT_PER_WINDOW más bajo.',
  },
  'access-refused': {
    title: 'El servicio rechaza nuestras solicitudes',
    lead: 'Por ahora no nos deja entrar.',
    short: 'el servicio nos rechazó',
    admin:
      'Respondió con el estado 403 y sin motivo. Quizá la dirección de este equipo esté bloqueada: pregunte al proveedor y busque otros programas que la usen.',
  },
  'imei-empty': {
    title: 'El servicio no vio ningún IMEI',
    lead: 'Dice que en nuestra solicitud faltaba el número.',
    short: 'el servicio no vio ningún IMEI',
  },
  'key-refused': {
    title: 'El servicio no acepta nuestra clave',
    lead: 'Dice que la clave no es válida o está desactivada.',
    short: 'el servicio rechazó nuestra clave',
    admin: 'Revise LOOKUP_API_KEY.',
  },
  'key-inactive': {
    title: 'Nuestra clave no está activa',
    lead: 'Todavía no se ha activado, o ya caducó.',
    short: 'nuestra clave no está activa',
    admin: 'Las fechas están en /quota.',
  },
  'hourly-limit': {
    title: 'Se acabaron las consultas de esta hora',
    lead: 'Por el momento, el servicio no da más respuestas.',
    short: 'se acabaron las consultas de esta hora',
  },
  'daily-limit': {
    title: 'Se acabaron las consultas de hoy',
    lead: 'Por el momento, el servicio no da más respuestas.',
    short: 'se acabaron las consultas de hoy',
  },
  'unknown-error': {
    title: 'El servicio respondió con un error',
    lead: 'Es un error que no había visto antes.',
    short: 'el servicio respondió con un error',
  },
  unreachable: {
    title: 'No se puede llegar al servicio',
    lead: 'Lo intenté varias veces y no hubo conexión.',
    short: 'no se pudo llegar al servicio',
  },
  timeout: {
    title: 'El servicio tardó demasiado',
    lead: 'Esperé su respuesta y tuve que dejarlo.',
    short: 'el servicio tardó demasiado',
  },
  reset: {
    title: 'Se cortó la conexión',
    lead: 'Mi solicitud ya había salido, pero no llegó ninguna respuesta.',
    short: 'se cortó la conexión',
  },
  'server-error': {
    title: 'El servicio tiene un problema propio',
    lead: 'En este momento no pudo responder.',
    short: 'el servicio tuvo un problema propio',
  },
  unreadable: {
    title: 'No se pudo leer la respuesta',
    lead: 'Lo que llegó estaba dañado o ni siquiera era una respuesta.',
    short: 'no se pudo leer la respuesta',
  },
  'too-large': {
    title: 'La respuesta era demasiado grande',
    lead: 'Era mucho más larga de lo normal, así que dejé de leer.',
    short: 'la respuesta era demasiado grande',
  },
  redirect: {
    title: 'El servicio me envió a otra parte',
    lead: 'No sigo ese camino, porque nuestra clave no debe llegar a otra dirección.',
    short: 'el servicio me envió a otra parte',
    admin: 'Revise LOOKUP_BASE_URL: debe ser la dirección que responde directamente.',
  },
  unexpected: {
    title: 'La respuesta no era la que esperaba',
    lead: 'El servicio respondió en una forma que no conozco.',
    short: 'la respuesta tenía una forma desconocida',
  },
};

/** Every word people see, in Spanish that is read alike on both sides of the Atlantic. People are addressed as "usted". */
export const es: Words = {
  locale: 'es',

  commands: {
    imei: {
      name: 'imei',
      description: 'Dice a qué teléfono pertenece un IMEI',
      options: {
        imei: { name: 'imei', description: 'Uno o varios IMEI, tal como los tenga' },
        file: {
          name: 'archivo',
          description: 'Una foto de la etiqueta, o un archivo con IMEI: CSV, TSV, TXT o XLSX',
        },
        detail: {
          name: 'detalle',
          description: 'Cuánto mostrar',
          choices: { brief: 'Marca y modelo', full: 'Todos los detalles' },
        },
        fresh: {
          name: 'actualizar',
          description: 'Preguntar otra vez al servicio en lugar de usar lo guardado; gasta una consulta',
        },
        confirmed: { name: 'confirmado', description: 'Consultar una lista larga sin preguntar antes' },
        anyway: { name: 'igualmente', description: 'Consultar también números que no tiene ningún teléfono' },
      },
    },
    quota: {
      name: 'saldo',
      description: 'Muestra las consultas que quedan, lo gastado y el estado de la clave',
      options: {
        fresh: {
          name: 'actualizar',
          description: 'Preguntar ahora al servicio, aunque los últimos datos sean recientes',
        },
      },
    },
    recent: {
      name: 'recientes',
      description: 'Muestra lo que consultó últimamente',
      options: {},
    },
    forget: {
      name: 'olvidar',
      description: 'Borra lo que guardo de usted',
      options: {},
    },
    privacy: {
      name: 'privacidad',
      description: 'Dice qué guardo y por cuánto tiempo',
      options: {},
    },
    help: {
      name: 'ayuda',
      description: 'Muestra lo que puedo hacer',
      options: {},
    },
  },

  times: {
    justNow: 'ahora mismo',
    momentAgo: 'hace un momento',
    about: roughly,
    fewSeconds: 'unos segundos',
    inAbout: (amount, unit) => `en ${roughly(amount, unit)}`,
    inFewSeconds: 'en unos segundos',
  },

  notes: {
    fromService: (ago) => `Del servicio, ${ago}`,
    fromSandbox: (ago) => `Respuesta de ${ago}`,
    kept: (ago) => `Respuesta guardada ${ago}, sin gastar ninguna consulta`,
    sameTac: (ago) => `De otro IMEI con el mismo código de tipo (TAC), ${ago}, sin gastar ninguna consulta`,
    sandbox: 'Datos del entorno de pruebas, no del servicio real',
    nothingSpent: 'No se gastó ninguna consulta',
    figures: (ago) => `Datos del servicio, ${ago}`,
    sandboxFigures: (ago) => `Datos de ${ago}`,
  },

  actions: {
    full: 'Todos los detalles',
    brief: 'Marca y modelo',
    fresh: 'Consultar otra vez (gasta una consulta)',
    retry: 'Intentar de nuevo',
    retryMaybePaid: 'Intentar de nuevo (quizá se pague doble)',
    rest: 'Consultar el resto',
    checkThem: 'Consultarlos',
    leaveThem: 'Ahora no',
    share: 'Mostrar a todo el mundo',
    checkThis: (imei) => `Consultar ${imei}`,
    checkAnyway: 'Consultar de todos modos',
    stop: 'Detener',
    refresh: 'Actualizar',
  },

  yes: 'Sí',
  no: 'No',

  device: {
    unnamed: 'Un dispositivo sin nombre',
    brand: 'Marca',
    model: 'Modelo',
    imei: 'IMEI',
    partsHeading: 'De qué se compone el IMEI',
    tac: 'Código de tipo (TAC)',
    serial: 'Número de serie',
    checkDigit: 'Dígito de control',
    oldPartsHeading: 'Lo mismo en su forma antigua',
    oldTac: 'Código de homologación (TAC)',
    oldFac: 'Código de ensamblaje final (FAC)',
    oldSnr: 'Número de serie (SNR)',
    oldCd: 'Dígito de control (CD)',
    echo: 'IMEI en la respuesta',
    echoDiffers: 'Atención: el servicio respondió por un número distinto del que pregunté.',
    nameOnly: 'El servicio no dijo más que la marca y el modelo.',
    tooManyForFull: (most) => `Todos los detalles se muestran para un máximo de ${imeis(most)} a la vez.`,
  },

  notFound: {
    title: 'No encontrado',
    lead: 'El servicio no tiene ningún registro de este IMEI.',
  },

  table: {
    label: 'Según la tabla TAC abierta',
    marked: (name) => `${name} (tabla TAC abierta)`,
  },

  waiting: {
    title: (imei) => `Consultando ${imei}`,
    probably: (name) => `Probablemente ${name}`,
    asking: 'Le estoy preguntando al servicio.',
    next: (time) => `Siguiente en la fila, ${time}.`,
    place: (place, time) => `Puesto ${written(place)} en la fila, ${time}.`,
    held: 'Ahora mismo no puedo acceder a mi memoria. No se pierde nada: seguiré por mi cuenta en cuanto vuelva.',
    starting: (when) =>
      `Acabo de arrancar y no sé qué se consultó antes, así que primero espero para no superar el límite del servicio. Le tocará ${when}.`,
    quota: 'Preguntando por el estado de la clave',
  },

  list: {
    progressTitle: (total) => `Consultando ${imeis(total)}`,
    progressLead: (done, total) => `Van ${written(done)} de ${written(total)}.`,
    left: (when) => `Termino ${when}.`,
    title: (found, total) => `Encontrados: ${written(found)} de ${written(total)}`,
    stoppedTitle: (done, total) => `Detenido: consulté ${written(done)} de ${written(total)}`,
    summary: (parts) => `${all(parts)}.`,
    counts: {
      found: (number) =>
        count(number, { one: '# encontrado', many: '# encontrados', other: '# encontrados' }),
      notFound: (number) =>
        count(number, { one: '# no encontrado', many: '# no encontrados', other: '# no encontrados' }),
      failed: (number) => `${written(number)} sin respuesta`,
      invalid: (number) =>
        count(number, {
          one: '# número incorrecto',
          many: '# de números incorrectos',
          other: '# números incorrectos',
        }),
      stopped: (number) => `${written(number)} sin consultar`,
    },
    duplicates: (number) =>
      count(number, {
        one: 'Un IMEI venía dos veces y se consultó una sola vez.',
        many: 'Se omitieron # de IMEI repetidos.',
        other: 'Se omitieron # IMEI repetidos.',
      }),
    headings: {
      found: 'Encontrados',
      notFound: 'No encontrados',
      failed: 'Sin respuesta',
      invalid: 'Números incorrectos',
      stopped: 'Sin consultar',
      waiting: 'En espera',
    },
    heading: (heading, number) => `${heading} (${written(number)})`,
    marks: {
      service: 'consultado ahora',
      cache: (ago) => `guardado ${ago}`,
      tac: 'por el mismo código de tipo',
    },
    line: (number, text) => `Línea ${written(number)}: ${text}`,
    retryHint: 'Los que quedaron sin respuesta se pueden intentar de nuevo.',
    asked: (number) =>
      count(number, { one: '# consultado ahora', many: '# consultados ahora', other: '# consultados ahora' }),
    kept: (number) => `${written(number)} sin gastar ninguna consulta`,
  },

  stopped: {
    title: 'Detenido',
    lead: 'Usted me detuvo antes de que llegara la respuesta.',
  },

  files: {
    nothingGiven: {
      title: '¿Qué quiere que consulte?',
      lead: 'Indíqueme un IMEI, o un archivo que contenga IMEI, por favor.',
    },
    file: 'Archivo',
    cutOff: {
      title: 'La hoja de cálculo recortó este número',
      lead: 'Solo quedan los primeros dígitos. Dé formato de texto a la columna, escriba otra vez los números y vuelva a exportar, por favor.',
      short: 'la hoja de cálculo recortó este número; dé formato de texto a la columna y vuelva a exportar',
    },
    unreadable: {
      'too-large': {
        title: 'El archivo es demasiado grande',
        lead: (most) =>
          `Acepto archivos de hasta ${most}. Divídalo, o quite lo que no haga falta, por favor.`,
      },
      gone: {
        title: 'El archivo ya no está',
        lead: 'Envíelo otra vez, o revise si el nombre es correcto, por favor.',
      },
      failed: {
        title: 'No se pudo leer el archivo',
        lead: 'No llegó hasta mí. Envíelo otra vez, por favor.',
      },
      empty: {
        title: 'El archivo está vacío',
        lead: 'No contiene nada. Revise si es el correcto, por favor.',
      },
      'not-a-table': {
        title: 'No puedo leer este tipo de archivo',
        lead: 'Leo CSV, TSV, TXT y XLSX. Guarde la lista en uno de esos formatos y envíela otra vez, por favor.',
      },
      'old-workbook': {
        title: 'Es un archivo antiguo de Excel',
        lead: 'No puedo leer XLS. Ábralo, guárdelo como XLSX o CSV y envíe el nuevo, por favor.',
      },
      locked: {
        title: 'El archivo tiene contraseña',
        lead: 'No puedo abrirlo. Guárdelo sin contraseña y envíelo otra vez, por favor.',
      },
      'too-much': {
        title: 'Hay demasiado en este archivo',
        lead: 'Tiene más celdas de las que puedo recorrer. Envíe solo las columnas y filas que importan, por favor.',
      },
      'no-imeis': {
        title: 'No veo ningún IMEI en este archivo',
        lead: 'El IMEI es el número de 15 dígitos de un teléfono. Revise si es el archivo correcto y si la columna tiene formato de texto, por favor.',
      },
      'too-slow': {
        title: 'Leer el archivo tardó demasiado',
        lead: 'Envíame solo las columnas y filas que importan.',
      },
      'too-many-yours': {
        title: 'Ya tengo varios archivos tuyos',
        lead: 'Espera a que termine uno de ellos y vuelve a enviarme este.',
      },
      'too-many-waiting': {
        title: 'Ahora mismo hay muchos archivos en espera',
        lead: 'Vuelve a enviarme este dentro de unos minutos.',
      },
    },
    reading: (name) => `Leyendo ${name}`,
    tooMany: {
      title: (most) =>
        `Hay más de ${count(most, { one: '# número', many: '# de números', other: '# números' })} en este archivo`,
      lead: (most) => `Acepto hasta ${imeis(most)} por archivo. Divídalo, por favor.`,
      split: (rows) =>
        count(rows, {
          one: 'Solo puedo aceptar la primera fila.',
          many: 'Solo puedo aceptar las primeras # de filas.',
          other: 'Solo puedo aceptar las primeras # filas.',
        }),
    },
    counts: {
      paid: 'Consultas gastadas',
      kept: 'Ya conocidos',
      notFound: 'No encontrados',
      wrong: 'Números incorrectos',
    },
    below: 'Su tabla está en el archivo, con las respuestas al final de cada fila.',
    numbersOnly:
      'No pude leer el archivo otra vez, así que la respuesta solo tiene los números, sin las demás columnas.',
    besideText: 'Los números de su mensaje no se consultaron; envíelos aparte, por favor.',
    result: 'Resultado',
    further: (title, place) => `${title} ${place}`,
    detail: (heading, label) => `${heading}: ${label}`,
    results: {
      found: 'Encontrado.',
      notFound: 'No encontrado.',
      notChecked: (why) => `Sin consultar: ${why}.`,
      stopped: 'detenido antes de su turno',
      wrong: (why) => `Número incorrecto: ${why}.`,
      zeroRestored: 'Se había perdido el cero del principio, así que lo volví a poner.',
    },
  },

  photos: {
    reading: {
      title: 'Mirando la imagen',
      lead: 'Leo los códigos de barras y los códigos QR que hay en ella.',
    },
    onePhone: 'Son los dos IMEI de un mismo teléfono, uno para cada SIM.',
    labelHeading: 'También en la imagen',
    serial: 'Número de serie',
    ean: 'EAN',
    upc: 'UPC',
    gtin: 'GTIN',
    none: {
      title: 'No veo ningún IMEI en la imagen',
      noCodes: 'No pude leer en ella ningún código de barras ni código QR.',
      otherCodes: 'Pude leer un código en ella, pero ningún IMEI.',
    },
    better:
      'Por favor, tome la foto de cerca y justo desde arriba, con buena luz, para que todas las barras se vean nítidas y nada brille. O escriba el número que está debajo de las barras.',
    problems: {
      tooLarge: {
        title: 'La imagen es demasiado grande',
        lead: (most) => `Acepto imágenes de hasta ${most}. Envíe una más pequeña, por favor.`,
      },
      tooManyPixels: {
        title: 'La imagen tiene demasiados píxeles',
        lead: (most) =>
          `Acepto imágenes de hasta ${most} megapíxeles. Envíe una más pequeña, o solo la parte con los códigos, por favor.`,
      },
      unknownFormat: {
        title: 'No puedo leer este tipo de imagen',
        lead: (format) => `Está en el formato ${format}. Envíela como JPEG o PNG, por favor.`,
      },
      noPicture: {
        title: 'Esto no es una imagen',
        lead: 'Envíe una foto, o una imagen en JPEG o PNG, por favor.',
      },
      broken: {
        title: 'No se puede leer la imagen',
        lead: 'Está dañada, o le falta una parte. Envíela otra vez, por favor.',
      },
      tooSlow: {
        title: 'La lectura de la imagen tardó demasiado',
        lead: 'Envíe solo la parte con los códigos, o escriba el número, por favor.',
      },
    },
  },

  tooMany: {
    title: (number) => `${imeis(number)} son demasiados a la vez`,
    lead: (most, parts) =>
      `Acepto hasta ${imeis(most)} por mensaje. Envíelos en ${count(parts, { one: '# parte', many: '# de partes', other: '# partes' })}, por favor.`,
    partsHeading: 'Dónde dividir la lista',
    lines: (part, from, to) =>
      from === to
        ? `Parte ${written(part)}: línea ${written(from)}`
        : `Parte ${written(part)}: líneas ${written(from)} a ${written(to)}`,
    imeis: (part, number, last) => `Parte ${written(part)}: ${imeis(number)}, el último es ${last}`,
  },

  suggestions: {
    kept: 'respuesta guardada, no gasta consulta',
    completed: 'dígito de control añadido',
    repair: 'quizá sea este',
  },

  plan: {
    title: (number) => `¿Consulto ${imeis(number)}?`,
    lead: 'La lista es larga, así que antes le muestro lo que supone. Donde no haya botones, añada confirmed=yes.',
    valid: 'Válidos',
    known: 'Ya conocidos',
    duplicates: 'Repetidos, omitidos',
    wrong: 'Incorrectos',
    cost: 'Costará como máximo',
    duration: 'Tardará',
    dismissed: {
      title: 'De acuerdo, no los consulto',
      lead: 'No se consultó nada ni se gastó ninguna consulta.',
    },
  },

  recent: {
    title: (number) =>
      count(number, {
        one: 'Su última consulta',
        many: 'Sus últimas # de consultas',
        other: 'Sus últimas # consultas',
      }),
    nameless: 'no encontrado',
    note: 'Solo usted ve esto. /forget lo borra.',
    none: { title: 'Todavía no hay nada', lead: 'No ha consultado ningún IMEI en los últimos 30 días.' },
    off: { title: 'No llevo ninguna lista', lead: 'Quien administra este bot la ha desactivado.' },
  },

  forget: {
    title: 'Olvidado',
    nothing: 'No había nada de usted que borrar.',
    removed: (what) => `Borré ${all(what)}, además de los botones de las respuestas que le di.`,
    checks: (number) =>
      count(number, {
        one: 'su única consulta reciente',
        many: 'sus # de consultas recientes',
        other: 'sus # consultas recientes',
      }),
    requests: (number) =>
      count(number, {
        one: 'una pregunta pendiente',
        many: '# de preguntas pendientes',
        other: '# preguntas pendientes',
      }),
    note: 'Se conserva cuántas consultas gastó hoy, solo el número, sin decir cuáles fueron.',
  },

  privacy: {
    title: 'Lo que guardo',
    lead: 'Lo mínimo para responderle una vez y no pagar dos veces.',
    answers: 'Respuestas',
    answersKept: (found, notFound) =>
      `${found}, las de «no encontrado» ${notFound}; archivadas con un código secreto, no con el nombre de quien preguntó`,
    requests: 'Su pregunta',
    requestsKept: (most) => `hasta que se responda, como máximo ${most}`,
    buttons: 'Botones bajo las respuestas',
    buttonsKept: (time) => `lo que hacen, con los IMEI que contienen, durante ${time}`,
    history: 'Sus consultas recientes',
    historyKept: (time) => `las últimas 20, durante ${time}, solo para usted`,
    historyOff: 'no se guardan',
    allowance: 'Consultas que gastó hoy',
    allowanceKept: 'cuántas fueron, durante dos días',
    log: 'El registro',
    logKept: 'como mucho, los ocho primeros dígitos de un IMEI, que indican el modelo y no el teléfono',
    sealed: 'Lo que se escribe en el disco va cifrado.',
    service: 'El IMEI solo se envía al servicio de consulta, y a nadie más.',
    forget: '/forget borra al instante lo que guardo de usted.',
  },

  alarms: {
    opened: 'Por ahora no envío nada. Se lo digo a quien consulta un solo IMEI; las listas largas esperan.',
    closed: { title: 'El servicio vuelve a responder', lead: 'Todo continúa por sí solo.' },
    budget: {
      low: {
        title: (percent) => `Se gastó el ${written(percent)} % de las consultas de hoy`,
        lead: (limit) =>
          `CHECKS_PER_DAY permite ${checks(limit)}. Cuando se acaben, nadie podrá consultar nada nuevo hasta la medianoche UTC.`,
      },
      usedUp: {
        title: 'Se acabaron las consultas de hoy',
        lead: (limit) =>
          `CHECKS_PER_DAY permite ${checks(limit)}. Nadie puede consultar nada nuevo hasta la medianoche UTC; lo que ya se consultó se sigue respondiendo.`,
      },
    },
    checksLow: {
      title: (left) =>
        left === 0
          ? 'Se acabaron las consultas de este mes'
          : count(left, {
              one: 'Queda # consulta este mes',
              many: 'Quedan # de consultas este mes',
              other: 'Quedan # consultas este mes',
            }),
      lead: (percent) => `Es el ${written(percent)} % o menos del máximo que ha mostrado esta clave.`,
      none: 'Lo que ya se consultó se sigue respondiendo; para lo nuevo, la clave necesita más consultas.',
      usedUp: (date) => `Al ritmo de esta semana, alcanzan hasta el ${date}.`,
    },
    keyExpires: {
      title: (left) =>
        count(left, {
          one: 'La clave caduca entre hoy y mañana',
          many: 'La clave caduca en los próximos # de días',
          other: 'La clave caduca en los próximos # días',
        }),
      lead: (date) => `Su último día es el ${date}. Después, el servicio rechazará todas las consultas.`,
    },
    storeFailing: {
      title: 'No puedo guardar nada',
      lead: 'Cada persona puede consultar todavía unos pocos números nuevos; las listas largas esperan. Revise el disco y el archivo de STORE_URL; en cuanto funcione, continúo por mi cuenta.',
      said: 'La base de datos dijo',
    },
    storeHealed: {
      title: 'Ya puedo guardar otra vez',
      lead: 'Lo que pasó mientras tanto ya quedó guardado.',
    },
    poisoned: {
      title: 'Cerré una pregunta que me detiene una y otra vez',
      lead: 'Cada proceso que empezó con ella terminó poco después, así que ya no se intenta más; quien preguntó está avisado. Su identificador está en el registro. Puede deberse a un archivo o a una imagen.',
    },
    undeliverable: {
      title: (answers) => `Respuestas que no pude entregar: ${written(answers)}`,
      lead: 'Lo intenté durante todo el tiempo que vive una pregunta. Los chats están cerrados para mí o su plataforma no respondía; el motivo está en el registro.',
    },
  },

  hint: {
    title: 'No veo ningún IMEI aquí',
    lead: 'El IMEI es el número de 15 dígitos de un teléfono. Marque *#06# para verlo, o búsquelo en los ajustes, en la bandeja de la SIM o en la caja.',
    example: 'Por ejemplo',
  },

  warnings: {
    completed: (digit) => `Me dio 14 dígitos, así que añadí el dígito de control ${digit}.`,
    softwareVersion: (version) =>
      `Me dio 16 dígitos: los dos últimos (${version}) son la versión del software. Los quité y puse en su lugar el dígito de control.`,
    testBody: (body) => `Los números que empiezan por ${body} pertenecen a dispositivos de prueba.`,
    sample: 'Es un número de muestra muy conocido; puede que no sea el del teléfono que tiene en la mano.',
    lost: 'Este número es conocido por aparecer en teléfonos que perdieron su propio IMEI.',
  },

  problems: {
    titleMany: 'Ningún IMEI que pueda consultar',
    given: 'Usted envió',
    empty: { title: 'Aquí no hay ningún número', lead: 'Un IMEI tiene 15 dígitos.' },
    tooShort: {
      title: 'El número es demasiado corto',
      lead: (given) => `Tiene ${digits(given)}; un IMEI tiene 15.`,
      short: (given) => `demasiado corto, ${digits(given)} en lugar de 15`,
    },
    tooLong: {
      title: 'El número es demasiado largo',
      lead: (given) => `Tiene ${digits(given)}; un IMEI tiene 15.`,
      short: (given) => `demasiado largo, ${digits(given)} en lugar de 15`,
    },
    checkDigit: {
      title: 'El dígito de control no coincide',
      lead: (expected, given) =>
        `El último dígito debería ser ${expected}, no ${given}. Quizá haya un error al teclear.`,
      short: (expected, given) => `el dígito de control debería ser ${expected}, no ${given}`,
      repairs: 'Quizá quiso decir',
      moreRepairs: (number) => count(number, { one: 'u otro más', many: 'o # más', other: 'o # más' }),
      networkForm: (imei) =>
        `Las redes ponen un 0 en ese lugar: si el número viene de una red, el IMEI es ${imei}.`,
    },
    letter: {
      title: 'Hay una letra en el número',
      lead: (character, position) =>
        `El carácter ${written(position)} es «${character}», donde debería haber un dígito.`,
      short: (character, position) => `el carácter ${written(position)} es «${character}» y no un dígito`,
    },
    looksLike: {
      title: 'Este es otro tipo de número',
      lead: (what) => `Parece ${what}, no un IMEI.`,
      short: (what) => `parece ${what}`,
      kinds: {
        iccid: 'el número de una tarjeta SIM (ICCID)',
        eid: 'el número de una eSIM (EID)',
        meid: 'un MEID',
        'meid-decimal': 'un MEID en dígitos decimales',
        phone: 'un número de teléfono',
        'apple-serial': 'un número de serie de Apple',
      },
    },
    placeholder: {
      title: 'Es un número de relleno, no un IMEI',
      lead: 'Los teléfonos y los programas muestran un número así cuando falta el verdadero.',
      short: 'un número de relleno, no un IMEI',
    },
    card: {
      title: 'Esto no es un IMEI',
      lead: 'Parece el número de una tarjeta. No lo he enviado a ninguna parte.',
      short: 'parece el número de una tarjeta, no se envió a ninguna parte',
    },
    unassigned: {
      title: 'Difícilmente es un IMEI',
      lead: 'Ningún teléfono tiene un número así. ¿Consultarlo de todos modos?',
      short: 'ningún teléfono tiene un número así, no se consultó',
    },
    whereToLook: 'Marque *#06# en el teléfono para ver su IMEI.',
  },

  failures: FAILURES,
  failure: {
    notPaid: 'No se gastó ninguna consulta.',
    maybePaid:
      'Aun así, puede que la consulta se haya cobrado; si lo intenta de nuevo, quizá se pague por segunda vez.',
    maybePaidSome:
      'Aun así, puede que algunas consultas se hayan cobrado; si lo intenta de nuevo, quizá se paguen por segunda vez.',
    sentence: (title) => `${title}.`,
    looksAgain: (when) => `Vuelvo a probar el servicio ${when}.`,
    laterAgain: 'Inténtelo de nuevo en unos minutos, por favor.',
    tellOperator: 'Quien administra este bot puede arreglarlo; avísele, por favor.',
    said: 'El servicio dijo',
    broke: 'algo falló de nuestro lado',
    refused: {
      allowance: 'ya gastó sus consultas de hoy',
      reserve: 'las últimas consultas están reservadas',
      budget: 'se acabaron las consultas del bot por hoy',
      store: 'mi memoria falla en este momento',
    },
  },
  refused: {
    allowance: {
      title: 'Ya gastó sus consultas de hoy',
      lead: (limit) =>
        `Cada persona tiene aquí ${checks(limit)} al día. Lo que ya se consultó se puede seguir preguntando, porque no cuesta nada.`,
    },
    budget: {
      title: 'Se acabaron las consultas del bot por hoy',
      lead: () =>
        'Entre todos ya se hicieron tantas consultas nuevas como el bot puede hacer en un día. Continúa después de la medianoche UTC. Lo que ya se consultó se puede seguir preguntando, porque no cuesta nada.',
    },
    store: {
      title: 'Ahora mismo no puedo consultar más para usted',
      lead: () =>
        'No puedo anotar lo que se gasta y, hasta que pueda, solo consulto unos pocos números nuevos por persona. Inténtelo más tarde, por favor.',
    },
    reserve: {
      title: 'Las últimas consultas están reservadas',
      lead: (limit) =>
        `${count(limit, {
          one: 'La última consulta del mes se reserva',
          many: 'Las últimas # de consultas del mes se reservan',
          other: 'Las últimas # consultas del mes se reservan',
        })} para la administración del bot. Lo que ya se consultó se puede seguir preguntando, porque no cuesta nada.`,
    },
  },

  sheet: {
    headings: {
      design: 'Diseño',
      display: 'Pantalla',
      hardware: 'Componentes',
      battery: 'Batería',
      network: 'Red',
      release: 'Lanzamiento',
      other: 'Otros datos',
    },
    labels: {
      weight: 'Peso',
      'size.height': 'Alto',
      'size.width': 'Ancho',
      'size.thickness': 'Grosor',
      build: 'Formato',
      qwerty: 'Teclado QWERTY',
      'display.type': 'Tipo',
      'display.inches': 'Tamaño',
      'display.width': 'Ancho',
      'display.height': 'Alto',
      'display.color': 'Color',
      touch_scr: 'Pantalla táctil',
      os: 'Sistema operativo',
      cpu: 'Procesador',
      cpu_clock: 'Velocidad del procesador',
      int_memory: 'Memoria interna',
      memory_card: 'Tarjeta de memoria',
      'battery.type': 'Tipo',
      'battery.capacity': 'Capacidad',
      stand_by: 'Tiempo en espera',
      talk_time: 'Tiempo de conversación',
      talk_time_umts: 'Tiempo de conversación en UMTS',
      tel_func: 'Llamadas telefónicas',
      gsm_band: 'Bandas GSM',
      umts_band: 'Bandas UMTS',
      hsdpa_band: 'Bandas HSDPA',
      other_band: 'Otras bandas',
      wifi_hotspot: 'Punto de acceso Wi-Fi',
      lan: 'LAN',
      lan_ports: 'Puertos LAN',
      year: 'Salió al mercado',
    },
    wholes: { size: 'Tamaño', display: 'Pantalla', battery: 'Batería' },
    values: (values) => values.join(', '),
    released: (month, year) => `${month} ${year}`.trim(),
    inches: (inches) => count(inches, { one: '# pulgada', many: '# de pulgadas', other: '# pulgadas' }),
    more: (number) => count(number, { one: 'Un campo más', many: '# de campos más', other: '# campos más' }),
  },

  quota: {
    title: {
      ok: 'La clave funciona',
      expiresSoon: (when) => `La clave caduca ${when}`,
      expired: (when) => `La clave caducó ${when}`,
      today: 'hoy',
      notYet: 'La clave todavía no está activa',
      noAccess: 'La clave no tiene acceso',
      usedUp: 'No quedan consultas',
      unreadable: 'No se conoce el estado de la clave',
    },
    keyHeading: 'Clave',
    access: 'Acceso',
    activated: 'Activa desde',
    expires: 'Caduca',
    dateIn: (date, when) => `${date} (${when})`,
    leftHeading: 'Consultas que quedan',
    hour: 'Esta hora',
    day: 'Hoy',
    month: 'Este mes',
    noLimit: 'Sin límite',
    of: (left, total) => `${left} de ${total}`,
    spentHeading: 'Lo que este bot gastó y ahorró',
    today: 'Hoy',
    budget: 'Presupuesto de hoy',
    thisMonth: 'Este mes',
    spentAndSaved: (spent, saved) => `gastó ${spent}, ahorró ${saved}`,
    checks,
    amount: (amount, money) => `${amount} (${money})`,
    inDoubt: 'Quizá pagado dos veces',
    inDoubtValue: (today, month) => `${today} hoy, ${month} este mes`,
    nowHeading: 'En este momento',
    waiting: 'En la fila',
    inFlight: 'Preguntando al servicio',
    window: (time) => `Solicitudes en los últimos ${time}`,
    paused: 'En pausa',
    pausedValue: (why, when) => `${why}; vuelvo a probar ${when}`,
    pausedUnknown: 'el servicio no da respuestas',
  },

  quotaPicture: {
    title: 'Consultas que quedan este mes',
    now: (left) => `${left} ahora`,
    left: 'Consultas que quedan, según lo registrado',
    rise: 'Consultas añadidas',
    pace: (days) =>
      count(days, {
        one: 'Al ritmo del último día',
        many: 'Al ritmo de los últimos # de días',
        other: 'Al ritmo de los últimos # días',
      }),
    usedUp: (date) => `Se acaban el ${date}`,
    remaining: (left, date) => `Alrededor de ${left} el ${date}`,
    expires: (date) => `La clave caduca el ${date}`,
    days: 'Consultas por día',
    paid: (amount) => `Pagadas: ${amount}`,
    saved: (amount) => `Ahorradas: ${amount}`,
    asOf: (time) => `${time} UTC`,
    alt: {
      line: (from, to, first, last) =>
        `La línea muestra las consultas que quedan este mes: el ${from}, ${first}; el ${to}, ${last}.`,
      usedUp: (date) => `Al ritmo mostrado, se acaban el ${date}.`,
      remaining: (left, date) => `Al ritmo mostrado, el ${date} quedan alrededor de ${left}.`,
      bars: (paid, saved) =>
        `Las barras muestran las consultas de cada día. En total, pagadas: ${paid}; ahorradas: ${saved}.`,
    },
    forecastHeading: 'Previsión',
    paceLabel: 'Ritmo',
    perDay: (amount, days) =>
      `en promedio, ${amount} al día en ${count(days, { one: 'el último día', many: 'los últimos # de días', other: 'los últimos # días' })}`,
    underOne: 'menos de una consulta',
    outlookLabel: 'A este ritmo',
    willBeUsedUp: (date, when) => `se acaban el ${date} (${when})`,
    lastsMonth: (left, date) => `alcanzan para todo el mes, con alrededor de ${left} de sobra el ${date}`,
    lastsUntilExpiry: (left, date) =>
      `alcanzan hasta que caduque la clave, con alrededor de ${left} de sobra el ${date}`,
    tooNew: 'Para una previsión hacen falta los datos de doce horas.',
    idle: 'Últimamente no se usó ninguna consulta, así que no hay nada que prever.',
    growing:
      'Habrá un gráfico de las consultas que quedan en cuanto haya dos datos. Irá creciendo con el tiempo.',
  },

  help: {
    title: 'Digo a qué teléfono pertenece un IMEI',
    lead: 'Envíeme un IMEI en cualquier forma, muchos a la vez, o un archivo con ellos. Lo que ya consulté queda guardado y no cuesta nada.',
    commands: 'Comandos',
    examples: 'Ejemplos',
    whereHeading: 'Dónde se encuentra el IMEI',
    where: 'Marque *#06#, o búsquelo en los ajustes, en la bandeja de la SIM o en la caja.',
    sandboxHeading: 'El entorno de pruebas',
    sandbox:
      'Estoy funcionando con el entorno de pruebas: una copia del servicio para practicar. No cuesta nada, no necesita clave, y sus respuestas no son del servicio real.',
  },

  refusals: {
    notAllowed: {
      title: 'No tengo permiso para responder aquí',
      lead: (id) =>
        `Pida a quien administra este bot que le dé permiso a usted o a este lugar. Su identificador es ${id}.`,
    },
    notAdmin: {
      title: 'Esto es solo para la administración del bot',
      lead: (id) => `Si usted administra este bot, añada esto a su configuración: ADMINS=${id}`,
    },
    options: {
      title: 'No entendí eso',
      example: 'Por ejemplo',
      missing: (option) => `Falta «${option}».`,
      notAChoice: (option, given, choices) =>
        `«${given}» no es una de las opciones de «${option}»: ${either(choices)}.`,
      notAFlag: (option, given) =>
        `«${option}» es yes (sí) o no, y no puedo leer «${given}» como ninguno de los dos.`,
      wrongKind: (option) => `«${option}» llegó en una forma que no puedo usar.`,
      tooLong: (option, most) =>
        `«${option}» es demasiado largo. Acepto hasta ${count(most, { one: '# carácter', many: '# de caracteres', other: '# caracteres' })}.`,
    },
    busy: {
      title: 'Una cosa tras otra',
      lead: 'Ya hay tanto esperando respuesta que no acepté esta pregunta. Vuelva a preguntar en un rato, por favor.',
    },
    interrupted: {
      title: 'Sigo donde me quedé',
      lead: 'Me reiniciaron mientras trabajaba en esto. No se perdió nada; la respuesta viene a continuación.',
    },
    tooOld: {
      title: 'Lo siento, esto tardó demasiado',
      lead: 'Estuve fuera de servicio mientras usted esperaba, y su pregunta ya es demasiado antigua para responderla. Pregunte otra vez, por favor.',
    },
    poisoned: {
      title: 'Lo siento, no puedo responder a esta pregunta',
      lead: 'Cada vez que empecé con ella, hubo que reiniciarme. He dejado de intentarlo y he avisado a mi operador. Sus demás preguntas no se ven afectadas.',
    },
    unexpected: {
      title: 'Algo falló de nuestro lado',
      lead: 'No se perdió nada de lo que envió, y quien administra este bot puede ver qué pasó. Inténtelo de nuevo en un momento, por favor.',
      reference: (reference) => `Referencia: ${reference}`,
    },
    notYourButton: {
      title: 'Este botón es para otra persona',
      lead: 'Solo puede usarlo quien preguntó. Usted también puede preguntarme, con toda confianza.',
    },
    buttonExpired: {
      title: 'Este botón ya no funciona',
      lead: 'Pasó demasiado tiempo. Pregunte otra vez, por favor.',
    },
    shuttingDown: {
      title: 'Estoy a punto de reiniciarme',
      lead: 'No registré su pregunta. Pregunte otra vez en un minuto, por favor; no se gastó ninguna consulta.',
    },
    storeFailing: {
      title: 'Ahora mismo no puedo guardar nada',
      lead: 'Por eso no registré su pregunta, y no se gastó ninguna consulta. Inténtelo de nuevo en un momento, por favor.',
    },
  },

  console: {
    greeting: '¿Qué teléfono es? Escriba un IMEI, o /help.',
    greetingOnSandbox:
      '¿Qué teléfono es? Escriba un IMEI, o /help. Esto es el entorno de pruebas: las respuestas no son del servicio real.',
    prompt: 'imei> ',
    unknownCommand: (name, nearest) =>
      nearest === undefined
        ? `No existe /${name}. /help muestra lo que hay.`
        : `No existe /${name}. ¿Quiso decir /${nearest}?`,
    answeredAfterRestart: 'Usted preguntó esto antes de que me detuvieran. Aquí está la respuesta:',
    unfinished: (number) =>
      count(number, {
        one: 'Queda una pregunta pendiente; sigo con ella cuando me inicien de nuevo.',
        many: 'Quedan # de preguntas pendientes; sigo con ellas cuando me inicien de nuevo.',
        other: 'Quedan # preguntas pendientes; sigo con ellas cuando me inicien de nuevo.',
      }),
    fileNotSaved: (name) => `No se pudo guardar el archivo ${name}.`,
    bye: 'Hasta luego.',
  },

  discord: {
    contextMenu: 'Consultar IMEI',
    publicOption: {
      name: 'pública',
      description: 'Mostrar la respuesta a todo el mundo aquí, no solo a usted',
    },
    label: (label) => `${label}:`,
    wholeFileName: 'respuesta.txt',
    wholeInFile: 'Esto no es todo: la respuesta completa está en el archivo adjunto.',
    fileLeftOut: (name) => `El archivo ${name} es demasiado grande para Discord y no se incluyó.`,
    comesLater:
      'Esto tarda más de lo que Discord mantiene abierto este mensaje (15 minutos). Si para entonces la respuesta no está aquí, se la envío por mensaje directo; si no puedo escribirle, la recibirá con su próximo comando.',
    comesLaterShared:
      'Esto tarda más de lo que Discord mantiene abierto este mensaje (15 minutos). Si para entonces la respuesta no está aquí, se la envío por mensaje directo; si no puedo escribirle, la publico en este canal.',
    late: 'Usted preguntó esto hace un rato. Aquí está la respuesta:',
    answerWaits:
      'su respuesta está lista, pero no puedo enviarle un mensaje directo. Use cualquiera de mis comandos y se la muestro solo a usted.',
  },

  telegram: {
    label: (label) => `${label}:`,
    openPrivateChat:
      'La respuesta es solo para usted. Abra un chat privado conmigo, pulse Iniciar y pregunte allí, por favor.',
    openPrivateChatButton: 'Abrir el chat privado',
    answeredInPrivate: 'Le respondí en nuestro chat privado.',
    restInFile: (file) => `… La respuesta completa está en el archivo ${file}.`,
    restLeftOut: '… Hay más; pregúnteme en un chat privado para verlo todo.',
    replyFileName: 'respuesta.txt',
    maybeNotArrived:
      'La conexión con Telegram se cortó hace un momento. Si más arriba no ve ninguna respuesta mía, pregunte otra vez, por favor: lo que ya consulté está guardado y no cuesta nada.',
    checkButton: 'Consultarlo',
    inlineNotChecked: 'Todavía sin consultar.',
    inlineOpenChat: 'Consultar en el chat privado',
    notYourButton:
      'Solo puede usar el botón quien envió esto. Usted también puede preguntarme, con toda confianza.',
  },
};
