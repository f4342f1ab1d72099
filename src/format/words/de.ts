import type { ListedCode } from '../../provider/errors.ts';
import type { Words } from './catalogue.ts';
import type { FailureWords } from './en.ts';
import { grammarOf } from './grammar.ts';

const { count, number: written, all, either, duration, fromNow } = grammarOf('de');

const imeis = (number: number): string => count(number, { one: '# IMEI', other: '# IMEIs' });
const checks = (number: number): string => count(number, { one: '# Abfrage', other: '# Abfragen' });
const digits = (number: number): string => count(number, { one: '# Ziffer', other: '# Ziffern' });

const FAILURES: Readonly<Record<ListedCode, FailureWords>> = {
  'credentials-wrong': {
    title: 'Der Dienst nimmt unsere Anmeldung nicht an',
    lead: 'Er sagt, dass Name oder Passwort falsch sind.',
    short: 'unsere Anmeldung wurde abgelehnt',
    admin: 'Bitte vergleichen Sie LOOKUP_API_KEY mit dem Konto beim Dienst.',
  },
  'account-blocked': {
    title: 'Unser Konto beim Dienst ist gesperrt',
    lead: 'Er antwortet nicht, bis das Konto wieder offen ist.',
    short: 'unser Konto ist gesperrt',
    admin: 'Nur der Anbieter des Dienstes kann sagen, warum, und die Sperre aufheben.',
  },
  'credentials-missing': {
    title: 'Der Dienst verlangt eine Anmeldung',
    lead: 'Er sagt, dass Name und Passwort fehlten.',
    short: 'der Dienst verlangt eine Anmeldung',
    admin: 'Bitte sehen Sie sich LOOKUP_API_KEY und LOOKUP_BASE_URL an.',
  },
  'limit-exceeded': {
    title: 'Der Dienst bittet um eine Pause',
    lead: 'Zu viele Anfragen haben ihn auf einmal erreicht.',
    short: 'der Dienst bat um eine Pause',
    admin:
      'Vielleicht benutzt noch etwas anderes denselben Schlüssel oder dieselbe Adresse. LIMIT_PER_WINDOW lässt sich niedriger einstellen.',
  },
  'access-refused': {
    title: 'Der Dienst weist unsere Anfragen ab',
    lead: 'Er lässt uns zurzeit nicht herein.',
    short: 'der Dienst hat uns abgewiesen',
    admin:
      'Er antwortete mit dem Status 403 und ohne Grund. Vielleicht ist die Adresse dieses Rechners gesperrt: Bitte fragen Sie den Anbieter, und suchen Sie nach anderen Programmen, die sie benutzen.',
  },
  'imei-empty': {
    title: 'Der Dienst hat keine IMEI gesehen',
    lead: 'Er sagt, dass die Nummer in unserer Anfrage fehlte.',
    short: 'der Dienst hat keine IMEI gesehen',
  },
  'key-refused': {
    title: 'Der Dienst nimmt unseren Schlüssel nicht an',
    lead: 'Er sagt, dass der Schlüssel ungültig oder abgeschaltet ist.',
    short: 'unser Schlüssel wurde abgelehnt',
    admin: 'Bitte sehen Sie sich LOOKUP_API_KEY an.',
  },
  'key-inactive': {
    title: 'Unser Schlüssel ist nicht aktiv',
    lead: 'Er ist noch nicht freigeschaltet oder schon abgelaufen.',
    short: 'unser Schlüssel ist nicht aktiv',
    admin: 'Die Daten stehen in /quota.',
  },
  'hourly-limit': {
    title: 'Die Abfragen dieser Stunde sind aufgebraucht',
    lead: 'Der Dienst antwortet für den Augenblick nicht mehr.',
    short: 'die Abfragen dieser Stunde sind aufgebraucht',
  },
  'daily-limit': {
    title: 'Die Abfragen für heute sind aufgebraucht',
    lead: 'Der Dienst antwortet für den Augenblick nicht mehr.',
    short: 'die Abfragen für heute sind aufgebraucht',
  },
  'unknown-error': {
    title: 'Der Dienst hat mit einem Fehler geantwortet',
    lead: 'Diesen Fehler kenne ich noch nicht.',
    short: 'der Dienst hat mit einem Fehler geantwortet',
  },
  unreachable: {
    title: 'Der Dienst ist nicht zu erreichen',
    lead: 'Ich habe es mehrmals versucht und keine Verbindung bekommen.',
    short: 'der Dienst war nicht zu erreichen',
  },
  timeout: {
    title: 'Der Dienst hat zu lange gebraucht',
    lead: 'Ich habe auf seine Antwort gewartet und musste aufgeben.',
    short: 'der Dienst hat zu lange gebraucht',
  },
  reset: {
    title: 'Die Verbindung ist abgebrochen',
    lead: 'Meine Anfrage war unterwegs, aber es kam keine Antwort zurück.',
    short: 'die Verbindung ist abgebrochen',
  },
  'server-error': {
    title: 'Der Dienst hat selbst ein Problem',
    lead: 'Er konnte gerade nicht antworten.',
    short: 'der Dienst hatte selbst ein Problem',
  },
  unreadable: {
    title: 'Die Antwort war nicht zu lesen',
    lead: 'Was zurückkam, war beschädigt oder gar keine Antwort.',
    short: 'die Antwort war nicht zu lesen',
  },
  'too-large': {
    title: 'Die Antwort war zu groß',
    lead: 'Sie war viel länger, als eine Antwort sein sollte, darum habe ich nicht weitergelesen.',
    short: 'die Antwort war zu groß',
  },
  redirect: {
    title: 'Der Dienst hat mich woandershin verwiesen',
    lead: 'Ich folge dem nicht, denn unser Schlüssel darf an keine andere Adresse gehen.',
    short: 'der Dienst hat mich woandershin verwiesen',
    admin: 'Bitte sehen Sie sich LOOKUP_BASE_URL an: Dort soll die Adresse stehen, die selbst antwortet.',
  },
  unexpected: {
    title: 'Die Antwort war nicht das, was ich erwartet habe',
    lead: 'Der Dienst hat in einer Form geantwortet, die ich nicht kenne.',
    short: 'die Antwort hatte eine unbekannte Form',
  },
};

/** Every word people see, in German. People are addressed as "Sie". */
export const de: Words = {
  locale: 'de',

  commands: {
    imei: {
      name: 'imei',
      description: 'Sagt, zu welchem Telefon eine IMEI gehört',
      options: {
        imei: { name: 'imei', description: 'Eine oder mehrere IMEIs, so wie sie vorliegen' },
        file: {
          name: 'datei',
          description: 'Ein Foto des Etiketts oder eine Datei mit IMEIs: CSV, TSV, TXT oder XLSX',
        },
        detail: {
          name: 'umfang',
          description: 'Wie viel gezeigt wird',
          choices: { brief: 'Marke und Modell', full: 'Alle Angaben' },
        },
        fresh: {
          name: 'neu',
          description: 'Den Dienst neu fragen statt eine gespeicherte Antwort zu nehmen; kostet eine Abfrage',
        },
        confirmed: { name: 'bestätigt', description: 'Eine lange Liste ohne Rückfrage prüfen' },
        anyway: { name: 'trotzdem', description: 'Auch Nummern prüfen, die kein Telefon hat' },
      },
    },
    quota: {
      name: 'kontingent',
      description: 'Zeigt die übrigen Abfragen, die Ausgaben und den Zustand des Schlüssels',
      options: {
        fresh: { name: 'neu', description: 'Den Dienst jetzt fragen, auch wenn die letzten Zahlen neu sind' },
      },
    },
    recent: {
      name: 'zuletzt',
      description: 'Zeigt, was Sie zuletzt geprüft haben',
      options: {},
    },
    forget: {
      name: 'vergessen',
      description: 'Löscht, was ich von Ihnen gespeichert habe',
      options: {},
    },
    privacy: {
      name: 'datenschutz',
      description: 'Sagt, was ich speichere und wie lange',
      options: {},
    },
    help: {
      name: 'hilfe',
      description: 'Zeigt, was ich kann',
      options: {},
    },
  },

  times: {
    justNow: 'gerade eben',
    momentAgo: 'vor einem Augenblick',
    about: (amount, unit) => `etwa ${duration(amount, unit)}`,
    fewSeconds: 'ein paar Sekunden',
    // "in etwa" alone would mean "roughly".
    inAbout: (amount, unit) => `ungefähr ${fromNow(amount, unit)}`,
    inFewSeconds: 'in ein paar Sekunden',
  },

  notes: {
    fromService: (ago) => `Vom Dienst, ${ago}`,
    fromSandbox: (ago) => `Beantwortet ${ago}`,
    kept: (ago) => `Gespeichert ${ago}, keine Abfrage verbraucht`,
    sameTac: (ago) => `Von einer anderen IMEI mit demselben Typcode (TAC), ${ago}, keine Abfrage verbraucht`,
    sandbox: 'Daten der Sandbox, nicht vom echten Dienst',
    nothingSpent: 'Es wurde keine Abfrage verbraucht',
    figures: (ago) => `Zahlen vom Dienst, ${ago}`,
    sandboxFigures: (ago) => `Zahlen abgerufen ${ago}`,
  },

  actions: {
    full: 'Alle Angaben',
    brief: 'Marke und Modell',
    fresh: 'Neu prüfen (kostet eine Abfrage)',
    retry: 'Noch einmal versuchen',
    retryMaybePaid: 'Noch einmal (kostet vielleicht doppelt)',
    rest: 'Den Rest prüfen',
    checkThem: 'Prüfen',
    leaveThem: 'Jetzt nicht',
    share: 'Allen zeigen',
    checkThis: (imei) => `${imei} prüfen`,
    checkAnyway: 'Trotzdem prüfen',
    stop: 'Anhalten',
    refresh: 'Aktualisieren',
  },

  yes: 'Ja',
  no: 'Nein',

  device: {
    unnamed: 'Ein Gerät ohne Namen',
    brand: 'Marke',
    model: 'Modell',
    imei: 'IMEI',
    partsHeading: 'Woraus die IMEI besteht',
    tac: 'Typcode (TAC)',
    serial: 'Seriennummer',
    checkDigit: 'Prüfziffer',
    oldPartsHeading: 'Dasselbe in der älteren Form',
    oldTac: 'Typzulassung (TAC)',
    oldFac: 'Fertigungsort (FAC)',
    oldSnr: 'Seriennummer (SNR)',
    oldCd: 'Prüfziffer (CD)',
    echo: 'IMEI in der Antwort',
    echoDiffers:
      'Achtung: Der Dienst hat für eine andere Nummer geantwortet als die, nach der ich gefragt habe.',
    nameOnly: 'Mehr als Marke und Modell hat der Dienst dazu nicht gesagt.',
    tooManyForFull: (most) => `Alle Angaben zeige ich für höchstens ${imeis(most)} auf einmal.`,
  },

  notFound: {
    title: 'Nicht gefunden',
    lead: 'Der Dienst kennt diese IMEI nicht.',
  },

  table: {
    label: 'Laut der offenen TAC-Tabelle',
    marked: (name) => `${name} (offene TAC-Tabelle)`,
  },

  waiting: {
    title: (imei) => `Ich prüfe ${imei}`,
    probably: (name) => `Vermutlich ${name}`,
    asking: 'Der Dienst wird gerade gefragt.',
    next: (time) => `Als Nächstes an der Reihe, ${time}.`,
    place: (place, time) => `Platz ${written(place)} in der Schlange, ${time}.`,
    held: 'Ich erreiche gerade mein Gedächtnis nicht. Nichts geht verloren: Ich mache von selbst weiter, sobald es wieder da ist.',
    starting: (when) =>
      `Ich bin gerade erst gestartet und weiß nicht, was vorher gefragt wurde. Damit das Limit des Dienstes eingehalten wird, warte ich erst ab. Sie sind ${when} an der Reihe.`,
    quota: 'Ich frage nach dem Zustand des Schlüssels',
  },

  list: {
    progressTitle: (total) => `Ich prüfe ${imeis(total)}`,
    progressLead: (done, total) => `${written(done)} von ${written(total)} erledigt.`,
    left: (when) => `Fertig ${when}.`,
    title: (found, total) => `${written(found)} von ${written(total)} gefunden`,
    stoppedTitle: (done, total) => `Angehalten: ${written(done)} von ${written(total)} geprüft`,
    summary: (parts) => `${all(parts)}.`,
    counts: {
      found: (number) => `${written(number)} gefunden`,
      notFound: (number) => `${written(number)} nicht gefunden`,
      failed: (number) => `${written(number)} ohne Antwort`,
      invalid: (number) => count(number, { one: '# falsche Nummer', other: '# falsche Nummern' }),
      stopped: (number) => `${written(number)} nicht geprüft`,
    },
    duplicates: (number) =>
      count(number, {
        one: 'Eine IMEI kam zweimal vor und wurde einmal geprüft.',
        other: '# wiederholte IMEIs wurden weggelassen.',
      }),
    headings: {
      found: 'Gefunden',
      notFound: 'Nicht gefunden',
      failed: 'Keine Antwort',
      invalid: 'Falsche Nummern',
      stopped: 'Nicht geprüft',
      waiting: 'Noch offen',
    },
    heading: (heading, number) => `${heading} (${written(number)})`,
    marks: {
      service: 'jetzt geprüft',
      cache: (ago) => `gespeichert ${ago}`,
      tac: 'vom selben Typcode',
    },
    line: (number, text) => `Zeile ${written(number)}: ${text}`,
    retryHint: 'Die ohne Antwort lassen sich noch einmal versuchen.',
    asked: (number) => `${written(number)} jetzt geprüft`,
    kept: (number) => `${written(number)} ohne eine Abfrage zu verbrauchen`,
  },

  stopped: {
    title: 'Angehalten',
    lead: 'Sie haben mich angehalten, bevor die Antwort kam.',
  },

  files: {
    nothingGiven: {
      title: 'Was soll ich prüfen?',
      lead: 'Bitte geben Sie mir eine IMEI oder eine Datei mit IMEIs.',
    },
    file: 'Datei',
    cutOff: {
      title: 'Das Tabellenprogramm hat diese Nummer abgeschnitten',
      lead: 'Nur ihre ersten Ziffern sind übrig. Bitte formatieren Sie die Spalte als Text, tragen Sie die Nummern neu ein, und exportieren Sie noch einmal.',
      short:
        'das Tabellenprogramm hat diese Nummer abgeschnitten; bitte die Spalte als Text formatieren und neu exportieren',
    },
    unreadable: {
      'too-large': {
        title: 'Die Datei ist zu groß',
        lead: (most) =>
          `Ich nehme Dateien bis ${most}. Bitte teilen Sie sie, oder lassen Sie weg, was ich nicht brauche.`,
      },
      gone: {
        title: 'Die Datei ist nicht mehr da',
        lead: 'Bitte senden Sie sie noch einmal, oder sehen Sie nach, ob ihr Name stimmt.',
      },
      failed: {
        title: 'Die Datei war nicht zu lesen',
        lead: 'Sie hat mich nicht erreicht. Bitte senden Sie sie noch einmal.',
      },
      empty: {
        title: 'Die Datei ist leer',
        lead: 'Es steht nichts darin. Bitte sehen Sie nach, ob es die richtige ist.',
      },
      'not-a-table': {
        title: 'Diese Art von Datei kann ich nicht lesen',
        lead: 'Ich lese CSV, TSV, TXT und XLSX. Bitte speichern Sie die Liste in einem dieser Formate, und senden Sie sie noch einmal.',
      },
      'old-workbook': {
        title: 'Das ist eine alte Excel-Datei',
        lead: 'XLS kann ich nicht lesen. Bitte öffnen Sie die Datei, speichern Sie sie als XLSX oder CSV, und senden Sie mir die neue.',
      },
      locked: {
        title: 'Die Datei hat ein Passwort',
        lead: 'Ich kann sie nicht öffnen. Bitte speichern Sie sie ohne Passwort, und senden Sie sie noch einmal.',
      },
      'too-much': {
        title: 'In dieser Datei steht zu viel',
        lead: 'Sie hat mehr Zellen, als ich durchgehen kann. Bitte senden Sie nur die Spalten und Zeilen, auf die es ankommt.',
      },
      'no-imeis': {
        title: 'Ich sehe in dieser Datei keine IMEI',
        lead: 'Eine IMEI ist die 15-stellige Nummer eines Telefons. Bitte sehen Sie nach, ob es die richtige Datei ist und ob die Spalte als Text formatiert ist.',
      },
      'too-slow': {
        title: 'Das Lesen der Datei hat zu lange gedauert',
        lead: 'Bitte schick nur die Spalten und Zeilen, auf die es ankommt.',
      },
      'too-many-yours': {
        title: 'Ich habe schon mehrere Dateien von dir',
        lead: 'Bitte warte, bis eine davon fertig ist, und schick diese dann noch einmal.',
      },
      'too-many-waiting': {
        title: 'Gerade warten viele Dateien',
        lead: 'Bitte schick diese in ein paar Minuten noch einmal.',
      },
    },
    reading: (name) => `Ich lese ${name}`,
    tooMany: {
      title: (most) =>
        count(most, {
          one: 'In dieser Datei steht mehr als # Nummer',
          other: 'In dieser Datei stehen mehr als # Nummern',
        }),
      lead: (most) => `Ich nehme bis zu ${imeis(most)} in einer Datei. Bitte teilen Sie sie.`,
      split: (rows) =>
        count(rows, {
          one: 'Mehr als die erste Zeile kann ich nicht nehmen.',
          other: 'Mehr als die ersten # Zeilen kann ich nicht nehmen.',
        }),
    },
    counts: {
      paid: 'Verbrauchte Abfragen',
      kept: 'Schon bekannt',
      notFound: 'Nicht gefunden',
      wrong: 'Falsche Nummern',
    },
    below: 'Ihre Tabelle steht in der Datei, mit den Antworten hinter jeder Zeile.',
    numbersOnly:
      'Die Datei ließ sich kein zweites Mal lesen, darum stehen in der Antwort nur die Nummern und nicht die anderen Spalten.',
    besideText: 'Die Nummern in Ihrer Nachricht wurden nicht geprüft; bitte senden Sie sie gesondert.',
    result: 'Ergebnis',
    further: (title, place) => `${title} ${place}`,
    detail: (heading, label) => `${heading}: ${label}`,
    results: {
      found: 'Gefunden.',
      notFound: 'Nicht gefunden.',
      notChecked: (why) => `Nicht geprüft: ${why}.`,
      stopped: 'angehalten, bevor sie an der Reihe war',
      wrong: (why) => `Falsche Nummer: ${why}.`,
      zeroRestored: 'Die Null am Anfang war verloren gegangen, darum habe ich sie wieder davorgesetzt.',
    },
  },

  photos: {
    reading: {
      title: 'Ich sehe mir das Bild an',
      lead: 'Ich lese die Strichcodes und QR-Codes darauf.',
    },
    onePhone: 'Das sind die beiden IMEIs eines Telefons, eine für jede SIM.',
    labelHeading: 'Außerdem auf dem Bild',
    serial: 'Seriennummer',
    ean: 'EAN',
    upc: 'UPC',
    gtin: 'GTIN',
    none: {
      title: 'Ich sehe auf dem Bild keine IMEI',
      noCodes: 'Ich konnte darauf keinen Strichcode oder QR-Code lesen.',
      otherCodes: 'Ich konnte darauf einen Code lesen, aber keinen, in dem eine IMEI steht.',
    },
    better:
      'Bitte nehmen Sie das Bild aus der Nähe und gerade von oben auf, bei gutem Licht, sodass alle Striche scharf sind und nichts spiegelt. Oder geben Sie die Nummer ein, die unter den Strichen steht.',
    problems: {
      tooLarge: {
        title: 'Das Bild ist zu groß',
        lead: (most) => `Ich nehme Bilder bis ${most}. Bitte senden Sie ein kleineres.`,
      },
      tooManyPixels: {
        title: 'Das Bild hat zu viele Pixel',
        lead: (most) =>
          `Ich nehme Bilder bis ${most} Megapixel. Bitte senden Sie ein kleineres oder nur den Teil mit den Codes.`,
      },
      unknownFormat: {
        title: 'Diese Art von Bild kann ich nicht lesen',
        lead: (format) => `Es hat das Format ${format}. Bitte senden Sie es als JPEG oder PNG.`,
      },
      noPicture: {
        title: 'Das ist kein Bild',
        lead: 'Bitte senden Sie ein Foto oder ein Bild als JPEG oder PNG.',
      },
      broken: {
        title: 'Das Bild ist nicht zu lesen',
        lead: 'Es ist beschädigt, oder ein Teil davon fehlt. Bitte senden Sie es noch einmal.',
      },
      tooSlow: {
        title: 'Das Bild zu lesen hat zu lange gedauert',
        lead: 'Bitte senden Sie nur den Teil mit den Codes, oder geben Sie die Nummer ein.',
      },
    },
  },

  tooMany: {
    title: (number) => `${imeis(number)} sind zu viele auf einmal`,
    lead: (most, parts) =>
      `Ich nehme bis zu ${imeis(most)} in einer Nachricht. Bitte senden Sie sie in ${count(parts, { one: '# Teil', other: '# Teilen' })}.`,
    partsHeading: 'Wo sich die Liste teilen lässt',
    lines: (part, from, to) =>
      from === to
        ? `Teil ${written(part)}: Zeile ${written(from)}`
        : `Teil ${written(part)}: Zeilen ${written(from)} bis ${written(to)}`,
    imeis: (part, number, last) => `Teil ${written(part)}: ${imeis(number)}, die letzte ist ${last}`,
  },

  suggestions: {
    kept: 'gespeicherte Antwort, keine Abfrage verbraucht',
    completed: 'Prüfziffer ergänzt',
    repair: 'vielleicht diese',
  },

  plan: {
    title: (number) => `Soll ich ${imeis(number)} prüfen?`,
    lead: 'Das ist eine lange Liste, darum hier zuerst, was sie kostet. In einer Zeile ohne Knöpfe fügen Sie bitte confirmed=yes an.',
    valid: 'Gültig',
    known: 'Schon bekannt',
    duplicates: 'Wiederholt, weggelassen',
    wrong: 'Falsch',
    cost: 'Kostet höchstens',
    duration: 'Dauert',
    dismissed: {
      title: 'Gut, ich lasse sie',
      lead: 'Nichts wurde geprüft, und keine Abfrage wurde verbraucht.',
    },
  },

  recent: {
    title: (number) => count(number, { one: 'Ihre letzte Abfrage', other: 'Ihre letzten # Abfragen' }),
    nameless: 'nicht gefunden',
    note: 'Nur Sie sehen das. /forget löscht es.',
    none: { title: 'Noch nichts', lead: 'Sie haben in den letzten 30 Tagen keine IMEI geprüft.' },
    off: { title: 'Ich führe keine Liste', lead: 'Der Betreiber dieses Bots hat sie abgeschaltet.' },
  },

  forget: {
    title: 'Vergessen',
    nothing: 'Von Ihnen war nichts zu löschen.',
    removed: (what) => `Gelöscht: ${all(what)}, dazu die Knöpfe unter meinen Antworten an Sie.`,
    checks: (number) => count(number, { one: 'Ihre letzte Abfrage', other: 'Ihre letzten # Abfragen' }),
    requests: (number) => count(number, { one: 'eine offene Frage', other: '# offene Fragen' }),
    note: 'Wie viele Abfragen Sie heute verbraucht haben, bleibt als Zahl stehen, ohne was es war.',
  },

  privacy: {
    title: 'Was ich speichere',
    lead: 'So wenig, wie es braucht, um Ihnen einmal zu antworten und nicht zweimal zu zahlen.',
    answers: 'Antworten',
    answersKept: (found, notFound) =>
      `${found}, „nicht gefunden“ ${notFound}; abgelegt unter einem geheimen Code, nicht unter dem, der gefragt hat`,
    requests: 'Ihre Frage',
    requestsKept: (most) => `bis sie beantwortet ist, höchstens ${most}`,
    buttons: 'Schaltflächen unter Antworten',
    buttonsKept: (time) => `was sie tun, samt den IMEIs darin, ${time} lang`,
    history: 'Ihre letzten Abfragen',
    historyKept: (time) => `die letzten 20, ${time} lang, nur für Sie`,
    historyOff: 'nicht gespeichert',
    allowance: 'Heute verbrauchte Abfragen',
    allowanceKept: 'ihre Zahl, zwei Tage lang',
    log: 'Das Protokoll',
    logKept: 'höchstens die ersten acht Ziffern einer IMEI, die das Modell nennen und nicht das Telefon',
    sealed: 'Was auf die Platte geschrieben wird, ist verschlüsselt.',
    service: 'Die IMEI selbst geht an den Auskunftsdienst und an niemanden sonst.',
    forget: '/forget löscht sofort, was ich von Ihnen gespeichert habe.',
  },

  alarms: {
    opened: 'Ich sende vorerst nichts. Einzelne Fragen erfahren das, lange Listen warten.',
    closed: { title: 'Der Dienst antwortet wieder', lead: 'Alles geht von selbst weiter.' },
    budget: {
      low: {
        title: (percent) => `${written(percent)} % der Abfragen von heute sind ausgegeben`,
        lead: (limit) =>
          `CHECKS_PER_DAY erlaubt ${checks(limit)}. Sind sie aufgebraucht, kann bis Mitternacht (UTC) niemand etwas Neues prüfen.`,
      },
      usedUp: {
        title: 'Die Abfragen von heute sind aufgebraucht',
        lead: (limit) =>
          `CHECKS_PER_DAY erlaubt ${checks(limit)}. Bis Mitternacht (UTC) kann niemand etwas Neues prüfen; was schon geprüft wurde, wird weiter beantwortet.`,
      },
    },
    checksLow: {
      title: (left) =>
        left === 0
          ? 'Die Abfragen dieses Monats sind aufgebraucht'
          : count(left, {
              one: 'Diesen Monat ist noch # Abfrage übrig',
              other: 'Diesen Monat sind noch # Abfragen übrig',
            }),
      lead: (percent) =>
        `Das sind höchstens ${written(percent)} % von dem, was dieser Schlüssel schon einmal hatte.`,
      none: 'Was schon geprüft wurde, beantworte ich weiter; für Neues braucht der Schlüssel mehr Abfragen.',
      usedUp: (date) => `Wenn es weitergeht wie in dieser Woche, reichen sie bis zum ${date}.`,
    },
    keyExpires: {
      title: (left) =>
        count(left, {
          one: 'Der Schlüssel läuft innerhalb eines Tages ab',
          other: 'Der Schlüssel läuft in # Tagen ab',
        }),
      lead: (date) => `Sein letzter Tag ist der ${date}. Danach lehnt der Dienst jede Abfrage ab.`,
    },
    storeFailing: {
      title: 'Ich kann nichts mehr aufschreiben',
      lead: 'Für jeden werden noch wenige neue Nummern geprüft, lange Listen warten. Bitte sehen Sie sich die Platte und die Datei aus STORE_URL an; sobald es wieder geht, mache ich von selbst weiter.',
      said: 'Die Datenbank sagte',
    },
    storeHealed: {
      title: 'Ich kann wieder schreiben',
      lead: 'Was in der Zwischenzeit geschah, ist jetzt aufgeschrieben.',
    },
    poisoned: {
      title: 'Ich habe eine Frage geschlossen, die mich immer wieder anhält',
      lead: 'Jeder Prozess, der mit ihr begann, endete kurz darauf. Sie wird nicht mehr versucht, und wer gefragt hat, weiß Bescheid. Ihre Kennung steht im Protokoll. Dahinter kann eine Datei oder ein Bild stecken.',
    },
    undeliverable: {
      title: (answers) => `Antworten, die ich nicht zustellen konnte: ${written(answers)}`,
      lead: 'Ich habe es so lange versucht, wie eine Frage lebt. Die Chats sind mir verschlossen, oder ihre Plattform war nicht da; der Grund steht im Protokoll.',
    },
  },

  hint: {
    title: 'Ich sehe hier keine IMEI',
    lead: 'Eine IMEI ist die 15-stellige Nummer eines Telefons. Wählen Sie *#06#, um sie zu sehen, oder schauen Sie in die Einstellungen, auf den SIM-Schlitten oder die Schachtel.',
    example: 'Zum Beispiel',
  },

  warnings: {
    completed: (digit) => `Sie haben 14 Ziffern angegeben, darum habe ich die Prüfziffer ${digit} ergänzt.`,
    softwareVersion: (version) =>
      `Sie haben 16 Ziffern angegeben: Die letzten beiden (${version}) sind die Softwareversion. Ich habe sie weggelassen und die Prüfziffer an ihre Stelle gesetzt.`,
    testBody: (body) => `Nummern, die mit ${body} beginnen, gehören zu Testgeräten.`,
    sample: 'Das ist eine bekannte Beispielnummer, also vielleicht nicht das Telefon in Ihrer Hand.',
    lost: 'Diese Nummer kennt man von Telefonen, die ihre eigene IMEI verloren haben.',
  },

  problems: {
    titleMany: 'Keine IMEI, die ich prüfen kann',
    given: 'Gesendet',
    empty: { title: 'Hier steht keine Nummer', lead: 'Eine IMEI hat 15 Ziffern.' },
    tooShort: {
      title: 'Die Nummer ist zu kurz',
      lead: (given) => `Sie hat ${digits(given)}; eine IMEI hat 15.`,
      short: (given) => `zu kurz, ${digits(given)} statt 15`,
    },
    tooLong: {
      title: 'Die Nummer ist zu lang',
      lead: (given) => `Sie hat ${digits(given)}; eine IMEI hat 15.`,
      short: (given) => `zu lang, ${digits(given)} statt 15`,
    },
    checkDigit: {
      title: 'Die Prüfziffer passt nicht',
      lead: (expected, given) =>
        `Die letzte Ziffer müsste ${expected} sein, nicht ${given}. Vielleicht ist eine Ziffer vertippt.`,
      short: (expected, given) => `die Prüfziffer müsste ${expected} sein, nicht ${given}`,
      repairs: 'Gemeint ist vielleicht',
      moreRepairs: (number) => count(number, { one: 'oder eine weitere', other: 'oder # weitere' }),
      networkForm: (imei) =>
        `Netze schreiben an diese Stelle eine 0: Kommt die Nummer aus einem Netz, ist die IMEI ${imei}.`,
    },
    letter: {
      title: 'In der Nummer steht ein Buchstabe',
      lead: (character, position) =>
        `Zeichen ${written(position)} ist „${character}“, wo eine Ziffer stehen müsste.`,
      short: (character, position) => `Zeichen ${written(position)} ist „${character}“ statt einer Ziffer`,
    },
    looksLike: {
      title: 'Das ist eine andere Art von Nummer',
      lead: (what) => `Sie sieht aus wie ${what}, nicht wie eine IMEI.`,
      short: (what) => `sieht aus wie ${what}`,
      kinds: {
        iccid: 'die Nummer einer SIM-Karte (ICCID)',
        eid: 'die Nummer einer eSIM (EID)',
        meid: 'eine MEID',
        'meid-decimal': 'eine MEID in Dezimalziffern',
        phone: 'eine Telefonnummer',
        'apple-serial': 'eine Seriennummer von Apple',
      },
    },
    placeholder: {
      title: 'Das ist ein Platzhalter, keine IMEI',
      lead: 'Telefone und Programme zeigen so eine Nummer, wenn die echte fehlt.',
      short: 'ein Platzhalter, keine IMEI',
    },
    card: {
      title: 'Das ist keine IMEI',
      lead: 'Das sieht nach einer Kartennummer aus. Ich habe sie nirgendwohin gesendet.',
      short: 'sieht nach einer Kartennummer aus, nirgendwohin gesendet',
    },
    unassigned: {
      title: 'Das ist wohl keine IMEI',
      lead: 'So eine Nummer hat kein Telefon. Trotzdem prüfen?',
      short: 'so eine Nummer hat kein Telefon, nicht geprüft',
    },
    whereToLook: 'Wählen Sie am Telefon *#06#, um seine IMEI zu sehen.',
  },

  failures: FAILURES,
  failure: {
    notPaid: 'Es wurde keine Abfrage verbraucht.',
    maybePaid:
      'Die Abfrage kann trotzdem bezahlt worden sein; ein neuer Versuch bezahlt sie vielleicht ein zweites Mal.',
    maybePaidSome:
      'Manche Abfragen können trotzdem bezahlt worden sein; ein neuer Versuch bezahlt sie vielleicht ein zweites Mal.',
    sentence: (title) => `${title}.`,
    looksAgain: (when) => `Ich sehe ${when} wieder nach.`,
    laterAgain: 'Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    tellOperator: 'Der Betreiber dieses Bots kann das beheben; bitte sagen Sie es ihm.',
    said: 'Der Dienst sagte',
    broke: 'bei uns ist etwas kaputtgegangen',
    refused: {
      allowance: 'Ihre Abfragen für heute sind aufgebraucht',
      reserve: 'die letzten Abfragen sind zurückgelegt',
      budget: 'die Abfragen des Bots für heute sind aufgebraucht',
      store: 'mein Gedächtnis fällt gerade aus',
    },
  },
  refused: {
    allowance: {
      title: 'Ihre Abfragen für heute sind aufgebraucht',
      lead: (limit) =>
        `Jeder hat hier ${checks(limit)} am Tag. Was schon geprüft wurde, können Sie weiter fragen, denn es kostet nichts.`,
    },
    budget: {
      title: 'Die Abfragen des Bots für heute sind aufgebraucht',
      lead: () =>
        'Alle zusammen haben so viele neue Abfragen gestellt, wie der Bot am Tag machen darf. Nach Mitternacht (UTC) geht es weiter. Was schon geprüft wurde, können Sie weiter fragen, denn es kostet nichts.',
    },
    store: {
      title: 'Mehr kann ich für Sie gerade nicht prüfen',
      lead: () =>
        'Ich kann nicht aufschreiben, was ausgegeben wird. Bis das wieder geht, prüfe ich für jeden nur wenige neue Nummern. Bitte versuchen Sie es später noch einmal.',
    },
    reserve: {
      title: 'Die letzten Abfragen sind zurückgelegt',
      lead: (limit) =>
        `${count(limit, { one: 'Die letzte Abfrage des Monats ist', other: 'Die letzten # Abfragen des Monats sind' })} den Admins vorbehalten. Was schon geprüft wurde, können Sie weiter fragen, denn es kostet nichts.`,
    },
  },

  sheet: {
    headings: {
      design: 'Bauform',
      display: 'Bildschirm',
      hardware: 'Hardware',
      battery: 'Akku',
      network: 'Netz',
      release: 'Erscheinen',
      other: 'Sonstiges',
    },
    labels: {
      weight: 'Gewicht',
      'size.height': 'Höhe',
      'size.width': 'Breite',
      'size.thickness': 'Dicke',
      build: 'Bauart',
      qwerty: 'QWERTY-Tastatur',
      'display.type': 'Art',
      'display.inches': 'Größe',
      'display.width': 'Breite',
      'display.height': 'Höhe',
      'display.color': 'Farbe',
      touch_scr: 'Touchscreen',
      os: 'Betriebssystem',
      cpu: 'Prozessor',
      cpu_clock: 'Prozessortakt',
      int_memory: 'Interner Speicher',
      memory_card: 'Speicherkarte',
      'battery.type': 'Art',
      'battery.capacity': 'Kapazität',
      stand_by: 'Bereitschaftszeit',
      talk_time: 'Sprechzeit',
      talk_time_umts: 'Sprechzeit mit UMTS',
      tel_func: 'Telefonieren',
      gsm_band: 'GSM-Bänder',
      umts_band: 'UMTS-Bänder',
      hsdpa_band: 'HSDPA-Bänder',
      other_band: 'Andere Bänder',
      wifi_hotspot: 'WLAN-Hotspot',
      lan: 'LAN',
      lan_ports: 'LAN-Anschlüsse',
      year: 'Erschienen',
    },
    wholes: { size: 'Größe', display: 'Bildschirm', battery: 'Akku' },
    values: (values) => values.join(', '),
    released: (month, year) => `${month} ${year}`.trim(),
    inches: (inches) => `${written(inches)} Zoll`,
    more: (number) => count(number, { one: 'Ein weiteres Feld', other: '# weitere Felder' }),
  },

  quota: {
    title: {
      ok: 'Der Schlüssel funktioniert',
      expiresSoon: (when) => `Der Schlüssel läuft ${when} ab`,
      expired: (when) => `Der Schlüssel ist ${when} abgelaufen`,
      today: 'heute',
      notYet: 'Der Schlüssel ist noch nicht aktiv',
      noAccess: 'Der Schlüssel hat keinen Zugang',
      usedUp: 'Keine Abfragen mehr übrig',
      unreadable: 'Der Zustand des Schlüssels ist nicht bekannt',
    },
    keyHeading: 'Schlüssel',
    access: 'Zugang',
    activated: 'Aktiv ab',
    expires: 'Läuft ab',
    dateIn: (date, when) => `${date} (${when})`,
    leftHeading: 'Übrige Abfragen',
    hour: 'Diese Stunde',
    day: 'Heute',
    month: 'Diesen Monat',
    noLimit: 'Unbegrenzt',
    of: (left, total) => `${left} von ${total}`,
    spentHeading: 'Von diesem Bot verbraucht und gespart',
    today: 'Heute',
    budget: 'Budget für heute',
    thisMonth: 'Diesen Monat',
    spentAndSaved: (spent, saved) => `${spent} verbraucht, ${saved} gespart`,
    checks,
    amount: (amount, money) => `${amount} (${money})`,
    inDoubt: 'Vielleicht doppelt bezahlt',
    inDoubtValue: (today, month) => `${today} heute, ${month} diesen Monat`,
    nowHeading: 'In diesem Augenblick',
    waiting: 'In der Schlange',
    inFlight: 'Gerade gefragt',
    window: (time) => `Anfragen der letzten ${time}`,
    paused: 'Pause',
    pausedValue: (why, when) => `${why}; ich sehe ${when} wieder nach`,
    pausedUnknown: 'der Dienst antwortet nicht',
  },

  quotaPicture: {
    title: 'Übrige Abfragen diesen Monat',
    now: (left) => `jetzt ${left}`,
    left: 'Übrige Abfragen, wie notiert',
    rise: 'Neue Abfragen',
    pace: (days) => count(days, { one: 'Im Tempo des letzten Tages', other: 'Im Tempo der letzten # Tage' }),
    usedUp: (date) => `Aufgebraucht am ${date}`,
    remaining: (left, date) => `Etwa ${left} am ${date}`,
    expires: (date) => `Der Schlüssel läuft am ${date} ab`,
    days: 'Abfragen am Tag',
    paid: (amount) => `Bezahlt: ${amount}`,
    saved: (amount) => `Gespart: ${amount}`,
    asOf: (time) => `${time} UTC`,
    alt: {
      // A short date may end in a full stop of its own, so it never ends the sentence.
      line: (from, to, first, last) =>
        `Die Linie zeigt die übrigen Abfragen dieses Monats: Am ${from} waren es ${first}, am ${to} sind es ${last}.`,
      usedUp: (date) => `Im gezeigten Tempo sind sie am ${date} aufgebraucht.`,
      remaining: (left, date) => `Im gezeigten Tempo sind am ${date} noch etwa ${left} übrig.`,
      bars: (paid, saved) =>
        `Die Balken zeigen die Abfragen jedes Tages: insgesamt ${paid} bezahlt und ${saved} gespart.`,
    },
    forecastHeading: 'Vorhersage',
    paceLabel: 'Tempo',
    perDay: (amount, days) =>
      `${amount} am Tag, ${count(days, { one: 'im Schnitt des letzten Tages', other: 'im Schnitt der letzten # Tage' })}`,
    underOne: 'weniger als eine Abfrage',
    outlookLabel: 'In diesem Tempo',
    willBeUsedUp: (date, when) => `am ${date} aufgebraucht (${when})`,
    lastsMonth: (left, date) => `genug für den Monat; übrig am ${date}: etwa ${left}`,
    lastsUntilExpiry: (left, date) => `genug, bis der Schlüssel abläuft; übrig am ${date}: etwa ${left}`,
    tooNew: 'Eine Vorhersage braucht die Zahlen eines halben Tages.',
    idle: 'Zuletzt wurde keine Abfrage verbraucht, darum gibt es nichts vorherzusagen.',
    growing: 'Ein Bild der übrigen Abfragen folgt, sobald es zwei Zahlen gibt. Es wächst mit der Zeit.',
  },

  help: {
    title: 'Ich sage, zu welchem Telefon eine IMEI gehört',
    lead: 'Senden Sie mir eine IMEI in beliebiger Form, viele auf einmal oder eine Datei mit IMEIs. Was ich schon geprüft habe, ist gespeichert und kostet nichts.',
    commands: 'Befehle',
    examples: 'Beispiele',
    whereHeading: 'Wo eine IMEI steht',
    where:
      'Wählen Sie *#06#, oder schauen Sie in die Einstellungen, auf den SIM-Schlitten oder die Schachtel.',
    sandboxHeading: 'Die Sandbox',
    sandbox:
      'Ich laufe mit der Sandbox: einer Nachbildung des Dienstes zum Ausprobieren. Sie kostet nichts, braucht keinen Schlüssel, und ihre Antworten kommen nicht vom echten Dienst.',
  },

  refusals: {
    notAllowed: {
      title: 'Hier darf ich nicht antworten',
      lead: (id) =>
        `Bitte fragen Sie den Betreiber dieses Bots, ob er Sie oder diesen Ort zulässt. Ihre Kennung ist ${id}.`,
    },
    notAdmin: {
      title: 'Das ist nur für Admins',
      lead: (id) =>
        `Wenn Sie diesen Bot betreiben, tragen Sie in seine Einstellungen bitte das ein: ADMINS=${id}`,
    },
    options: {
      title: 'Das habe ich nicht verstanden',
      example: 'Zum Beispiel',
      missing: (option) => `„${option}“ fehlt.`,
      notAChoice: (option, given, choices) =>
        `„${given}“ passt nicht zu „${option}“. Möglich ist ${either(choices)}.`,
      notAFlag: (option, given) =>
        `„${option}“ ist entweder yes oder no, und „${given}“ kann ich nicht als eines davon lesen.`,
      wrongKind: (option) => `„${option}“ kam in einer Form, mit der ich nichts anfangen kann.`,
      tooLong: (option, most) => `„${option}“ ist zu lang. Ich nehme bis zu ${written(most)} Zeichen.`,
    },
    busy: {
      title: 'Eins nach dem anderen',
      lead: 'Es wartet schon so viel auf eine Antwort, dass ich das nicht auch noch angenommen habe. Bitte fragen Sie in einer Weile noch einmal.',
    },
    interrupted: {
      title: 'Ich mache weiter, wo ich aufgehört habe',
      lead: 'Ich wurde mitten in der Arbeit daran neu gestartet. Nichts ist verloren; die Antwort kommt hier.',
    },
    tooOld: {
      title: 'Das hat leider zu lange gedauert',
      lead: 'Ich war weg, während Sie gewartet haben, und Ihre Frage ist jetzt zu alt für eine Antwort. Bitte fragen Sie noch einmal.',
    },
    poisoned: {
      title: 'Diese Frage kann ich leider nicht beantworten',
      lead: 'Jedes Mal, wenn ich damit begann, musste ich neu gestartet werden. Ich versuche es nicht mehr und habe meinem Betreiber Bescheid gegeben. Ihre anderen Fragen sind davon nicht betroffen.',
    },
    unexpected: {
      title: 'Bei uns ist etwas kaputtgegangen',
      lead: 'Nichts, was Sie gesendet haben, ist verloren, und der Betreiber sieht, was geschehen ist. Bitte versuchen Sie es gleich noch einmal.',
      reference: (reference) => `Kennzeichen: ${reference}`,
    },
    notYourButton: {
      title: 'Dieser Knopf ist für jemand anderen',
      lead: 'Nur wer gefragt hat, kann ihn benutzen. Fragen Sie mich gern selbst.',
    },
    buttonExpired: {
      title: 'Dieser Knopf geht nicht mehr',
      lead: 'Es ist zu viel Zeit vergangen. Bitte fragen Sie noch einmal.',
    },
    shuttingDown: {
      title: 'Ich starte gerade neu',
      lead: 'Ich habe Ihre Frage nicht angenommen. Bitte fragen Sie in einer Minute noch einmal; es wurde keine Abfrage verbraucht.',
    },
    storeFailing: {
      title: 'Ich kann gerade nichts aufschreiben',
      lead: 'Darum habe ich Ihre Frage nicht angenommen, und es wurde keine Abfrage verbraucht. Bitte versuchen Sie es gleich noch einmal.',
    },
  },

  console: {
    greeting: 'Welches Telefon ist es? Geben Sie eine IMEI ein, oder /help.',
    greetingOnSandbox:
      'Welches Telefon ist es? Geben Sie eine IMEI ein, oder /help. Das ist die Sandbox, die Antworten kommen also nicht vom echten Dienst.',
    prompt: 'imei> ',
    unknownCommand: (name, nearest) =>
      nearest === undefined
        ? `Es gibt kein /${name}. /help zeigt, was es gibt.`
        : `Es gibt kein /${name}. Meinten Sie /${nearest}?`,
    answeredAfterRestart: 'Das hatten Sie gefragt, bevor ich angehalten wurde. Hier ist die Antwort:',
    unfinished: (number) =>
      count(number, {
        one: 'Eine Frage ist noch offen; ich mache damit weiter, wenn ich wieder gestartet werde.',
        other: '# Fragen sind noch offen; ich mache damit weiter, wenn ich wieder gestartet werde.',
      }),
    fileNotSaved: (name) => `Die Datei ${name} konnte nicht gespeichert werden.`,
    bye: 'Auf Wiedersehen.',
  },

  discord: {
    contextMenu: 'IMEIs prüfen',
    publicOption: { name: 'öffentlich', description: 'Die Antwort allen hier zeigen, nicht nur Ihnen' },
    label: (label) => `${label}:`,
    wholeFileName: 'antwort.txt',
    wholeInFile: 'Das ist nicht alles: Die ganze Antwort steht in der Datei im Anhang.',
    fileLeftOut: (name) => `Die Datei ${name} ist zu groß für Discord und wurde weggelassen.`,
    comesLater:
      'Das dauert länger, als Discord diese Nachricht offen hält (15 Minuten). Ist die Antwort bis dahin nicht hier, sende ich sie Ihnen als Direktnachricht; kann ich Ihnen nicht schreiben, kommt sie mit Ihrem nächsten Befehl.',
    comesLaterShared:
      'Das dauert länger, als Discord diese Nachricht offen hält (15 Minuten). Ist die Antwort bis dahin nicht hier, sende ich sie Ihnen als Direktnachricht; kann ich Ihnen nicht schreiben, stelle ich sie in diesen Kanal.',
    late: 'Das hatten Sie vor einer Weile gefragt. Hier ist die Antwort:',
    answerWaits:
      'Ihre Antwort ist fertig, aber ich kann Ihnen keine Direktnachricht senden. Benutzen Sie irgendeinen meiner Befehle, dann zeige ich sie Ihnen allein.',
  },

  telegram: {
    label: (label) => `${label}:`,
    openPrivateChat:
      'Die Antwort ist nur für Sie. Bitte öffnen Sie einen privaten Chat mit mir, drücken Sie auf Start, und fragen Sie dort.',
    openPrivateChatButton: 'Privaten Chat öffnen',
    answeredInPrivate: 'Ich habe Ihnen in unserem privaten Chat geantwortet.',
    restInFile: (file) => `… Die ganze Antwort steht in der Datei ${file}.`,
    restLeftOut: '… Es gibt noch mehr; fragen Sie mich im privaten Chat, um alles zu sehen.',
    replyFileName: 'antwort.txt',
    maybeNotArrived:
      'Die Verbindung zu Telegram brach gerade ab. Wenn Sie oben keine Antwort von mir sehen, fragen Sie bitte noch einmal: Was ich geprüft habe, ist gespeichert und kostet nichts.',
    checkButton: 'Prüfen',
    inlineNotChecked: 'Noch nicht geprüft.',
    inlineOpenChat: 'Im privaten Chat prüfen',
    notYourButton: 'Nur wer das gesendet hat, kann den Knopf benutzen. Fragen Sie mich gern selbst.',
  },
};
