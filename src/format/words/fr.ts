import type { ListedCode } from '../../provider/errors.ts';
import type { Words } from './catalogue.ts';
import type { FailureWords } from './en.ts';
import { grammarOf } from './grammar.ts';

const { count, rank, number: written, all, either, duration } = grammarOf('fr');

const imeis = (number: number): string => count(number, { one: '# IMEI', many: '# d’IMEI', other: '# IMEI' });
const checks = (number: number): string =>
  count(number, { one: '# vérification', many: '# de vérifications', other: '# vérifications' });
const digits = (number: number): string =>
  count(number, { one: '# chiffre', many: '# de chiffres', other: '# chiffres' });

/** The first of a month is "1er", which Intl writes "1". */
const dayOf = (date: string): string => date.replace(/^1 /u, '1er ');

const FAILURES: Readonly<Record<ListedCode, FailureWords>> = {
  'credentials-wrong': {
    title: 'Le service n’accepte pas nos identifiants',
    lead: 'Il dit que le nom ou le mot de passe est faux.',
    short: 'nos identifiants ont été refusés',
    admin: 'Veuillez comparer LOOKUP_API_KEY avec le compte ouvert auprès du service.',
  },
  'account-blocked': {
    title: 'Notre compte auprès du service est bloqué',
    lead: 'Il ne répond plus tant que le compte n’est pas débloqué.',
    short: 'notre compte est bloqué',
    admin: 'Seul le fournisseur du service peut dire pourquoi, et le débloquer.',
  },
  'credentials-missing': {
    title: 'Le service demande des identifiants',
    lead: 'Il dit que le nom et le mot de passe manquaient.',
    short: 'le service demande des identifiants',
    admin: 'Veuillez regarder LOOKUP_API_KEY et LOOKUP_BASE_URL.',
  },
  'limit-exceeded': {
    title: 'Le service demande une pause',
    lead: 'Trop de requêtes lui sont arrivées à la fois.',
    short: 'le service a demandé une pause',
    admin:
      'La même clé ou la même adresse sert peut-être aussi ailleurs. LIMIT_PER_WINDOW peut être réglé plus bas.',
  },
  'access-refused': {
    title: 'Le service refuse nos requêtes',
    lead: 'Il ne nous laisse pas entrer pour le moment.',
    short: 'le service nous a refusés',
    admin:
      'Il a répondu par le statut 403, sans donner de raison. L’adresse de cette machine est peut-être bloquée : demandez au fournisseur, et cherchez d’autres programmes qui l’utilisent.',
  },
  'imei-empty': {
    title: 'Le service n’a pas vu d’IMEI',
    lead: 'Il dit que le numéro manquait dans notre requête.',
    short: 'le service n’a pas vu d’IMEI',
  },
  'key-refused': {
    title: 'Le service n’accepte pas notre clé',
    lead: 'Il dit que la clé n’est pas valide ou qu’elle est désactivée.',
    short: 'notre clé a été refusée',
    admin: 'Veuillez regarder LOOKUP_API_KEY.',
  },
  'key-inactive': {
    title: 'Notre clé n’est pas active',
    lead: 'Elle n’a pas encore été activée, ou elle a expiré.',
    short: 'notre clé n’est pas active',
    admin: 'Les dates se trouvent dans /quota.',
  },
  'hourly-limit': {
    title: 'Les vérifications de cette heure sont épuisées',
    lead: 'Le service ne donne plus de réponse pour le moment.',
    short: 'les vérifications de cette heure sont épuisées',
  },
  'daily-limit': {
    title: 'Les vérifications du jour sont épuisées',
    lead: 'Le service ne donne plus de réponse pour le moment.',
    short: 'les vérifications du jour sont épuisées',
  },
  'unknown-error': {
    title: 'Le service a répondu par une erreur',
    lead: 'C’est une erreur que je n’avais encore jamais vue.',
    short: 'le service a répondu par une erreur',
  },
  unreachable: {
    title: 'Le service est injoignable',
    lead: 'J’ai essayé plusieurs fois sans obtenir de connexion.',
    short: 'le service était injoignable',
  },
  timeout: {
    title: 'Le service a mis trop de temps',
    lead: 'J’ai attendu sa réponse et j’ai dû abandonner.',
    short: 'le service a mis trop de temps',
  },
  reset: {
    title: 'La connexion a été coupée',
    lead: 'Ma requête était partie, mais aucune réponse n’est revenue.',
    short: 'la connexion a été coupée',
  },
  'server-error': {
    title: 'Le service rencontre lui-même un problème',
    lead: 'Il n’a pas pu répondre pour l’instant.',
    short: 'le service rencontrait lui-même un problème',
  },
  unreadable: {
    title: 'La réponse n’a pas pu être lue',
    lead: 'Ce qui est revenu était abîmé, ou n’était pas une réponse du tout.',
    short: 'la réponse n’a pas pu être lue',
  },
  'too-large': {
    title: 'La réponse était trop grande',
    lead: 'Elle était bien plus longue qu’elle ne devrait l’être ; j’ai donc arrêté de la lire.',
    short: 'la réponse était trop grande',
  },
  redirect: {
    title: 'Le service m’a renvoyé ailleurs',
    lead: 'Je ne suis pas ce renvoi, car notre clé ne doit pas partir vers une autre adresse.',
    short: 'le service m’a renvoyé ailleurs',
    admin: 'Veuillez regarder LOOKUP_BASE_URL : ce doit être l’adresse qui répond elle-même.',
  },
  unexpected: {
    title: 'La réponse n’était pas celle que j’attendais',
    lead: 'Le service a répondu sous une forme que je ne connais pas.',
    short: 'la réponse avait une forme inconnue',
  },
};

/**
 * Every word people see, in French. People are addressed as "vous". Before : ; ? and inside « » stands a narrow no-break
 * space (U+202F).
 */
export const fr: Words = {
  locale: 'fr',

  commands: {
    imei: {
      name: 'imei',
      description: 'Dit à quel téléphone appartient un IMEI',
      options: {
        imei: { name: 'imei', description: 'Un ou plusieurs IMEI, tels que vous les avez' },
        file: {
          name: 'fichier',
          description: 'Une photo de l’étiquette, ou un fichier d’IMEI : CSV, TSV, TXT ou XLSX',
        },
        detail: {
          name: 'détail',
          description: 'Combien de détails montrer',
          choices: { brief: 'Marque et modèle', full: 'Tous les détails' },
        },
        fresh: {
          name: 'actualiser',
          description: 'Redemander au service au lieu d’une réponse enregistrée ; dépense une vérification',
        },
        confirmed: { name: 'confirmé', description: 'Vérifier une longue liste sans demander d’abord' },
        anyway: {
          name: 'malgré-tout',
          description: 'Vérifier aussi les numéros qu’aucun téléphone ne porte',
        },
      },
    },
    quota: {
      name: 'solde',
      description: 'Montre les vérifications restantes, celles dépensées et l’état de la clé',
      options: {
        fresh: {
          name: 'actualiser',
          description: 'Demander maintenant au service, même si les derniers chiffres sont récents',
        },
      },
    },
    recent: {
      name: 'récents',
      description: 'Montre ce que vous avez vérifié dernièrement',
      options: {},
    },
    forget: {
      name: 'oublier',
      description: 'Efface ce que je garde sur vous',
      options: {},
    },
    privacy: {
      name: 'confidentialité',
      description: 'Dit ce que je garde, et combien de temps',
      options: {},
    },
    help: {
      name: 'aide',
      description: 'Montre ce que je sais faire',
      options: {},
    },
  },

  times: {
    justNow: 'à l’instant',
    momentAgo: 'il y a un instant',
    about: (amount, unit) => `environ ${duration(amount, unit)}`,
    fewSeconds: 'quelques secondes',
    inAbout: (amount, unit) => `dans environ ${duration(amount, unit)}`,
    inFewSeconds: 'dans quelques secondes',
  },

  notes: {
    fromService: (ago) => `Réponse du service, ${ago}`,
    fromSandbox: (ago) => `Réponse obtenue ${ago}`,
    kept: (ago) => `Réponse enregistrée ${ago}, aucune vérification dépensée`,
    sameTac: (ago) =>
      `D’après un autre IMEI de même code de type (TAC), ${ago}, aucune vérification dépensée`,
    sandbox: 'Données du bac à sable, pas du vrai service',
    nothingSpent: 'Aucune vérification n’a été dépensée',
    figures: (ago) => `Chiffres du service, ${ago}`,
    sandboxFigures: (ago) => `Chiffres obtenus ${ago}`,
  },

  actions: {
    full: 'Tous les détails',
    brief: 'Marque et modèle',
    fresh: 'Revérifier (dépense une vérification)',
    retry: 'Réessayer',
    retryMaybePaid: 'Réessayer (peut-être payé deux fois)',
    rest: 'Vérifier le reste',
    checkThem: 'Les vérifier',
    leaveThem: 'Pas maintenant',
    share: 'Montrer à tout le monde',
    checkThis: (imei) => `Vérifier ${imei}`,
    checkAnyway: 'Vérifier quand même',
    stop: 'Arrêter',
    refresh: 'Actualiser',
  },

  yes: 'Oui',
  no: 'Non',

  device: {
    unnamed: 'Un appareil sans nom',
    brand: 'Marque',
    model: 'Modèle',
    imei: 'IMEI',
    partsHeading: 'De quoi se compose l’IMEI',
    tac: 'Code de type (TAC)',
    serial: 'Numéro de série',
    checkDigit: 'Chiffre de contrôle',
    oldPartsHeading: 'La même chose sous son ancienne forme',
    oldTac: 'Code d’homologation (TAC)',
    oldFac: 'Code d’assemblage final (FAC)',
    oldSnr: 'Numéro de série (SNR)',
    oldCd: 'Chiffre de contrôle (CD)',
    echo: 'IMEI dans la réponse',
    echoDiffers: 'Attention : le service a répondu pour un autre numéro que celui que j’ai demandé.',
    nameOnly: 'Le service n’en dit pas plus que la marque et le modèle.',
    tooManyForFull: (most) => `Je montre tous les détails pour ${imeis(most)} au plus à la fois.`,
  },

  notFound: {
    title: 'Introuvable',
    lead: 'Le service ne connaît pas cet IMEI.',
  },

  table: {
    label: 'D’après la table TAC ouverte',
    marked: (name) => `${name} (table TAC ouverte)`,
  },

  waiting: {
    title: (imei) => `Vérification de ${imei}`,
    probably: (name) => `Probablement ${name}`,
    asking: 'J’interroge le service.',
    next: (time) => `En tête de la file, ${time}.`,
    place: (place, time) => `${rank(place, { one: '#er', other: '#e' })} dans la file, ${time}.`,
    held: 'Je n’ai pas accès à ma mémoire pour le moment. Rien n’est perdu : je reprends de moi-même dès qu’elle revient.',
    starting: (when) =>
      `Je viens de démarrer et j’ignore ce qui a été demandé avant : j’attends d’abord, pour ne pas dépasser la limite du service. Ce sera à vous ${when}.`,
    quota: 'Je demande l’état de la clé',
  },

  list: {
    progressTitle: (total) => `Vérification de ${imeis(total)}`,
    progressLead: (done, total) => `Avancement : ${written(done)} sur ${written(total)}.`,
    left: (when) => `J’aurai terminé ${when}.`,
    title: (found, total) => `Trouvés : ${written(found)} sur ${written(total)}`,
    stoppedTitle: (done, total) => `Arrêt après ${written(done)} sur ${written(total)}`,
    summary: (parts) => `${all(parts)}.`,
    counts: {
      found: (number) => count(number, { one: '# trouvé', many: '# trouvés', other: '# trouvés' }),
      notFound: (number) =>
        count(number, { one: '# introuvable', many: '# introuvables', other: '# introuvables' }),
      failed: (number) => `${written(number)} sans réponse`,
      invalid: (number) =>
        count(number, { one: '# numéro erroné', many: '# de numéros erronés', other: '# numéros erronés' }),
      stopped: (number) =>
        count(number, { one: '# non vérifié', many: '# non vérifiés', other: '# non vérifiés' }),
    },
    duplicates: (number) =>
      count(number, {
        one: '# IMEI répété a été laissé de côté.',
        many: '# d’IMEI répétés ont été laissés de côté.',
        other: '# IMEI répétés ont été laissés de côté.',
      }),
    headings: {
      found: 'Trouvés',
      notFound: 'Introuvables',
      failed: 'Sans réponse',
      invalid: 'Numéros erronés',
      stopped: 'Non vérifiés',
      waiting: 'En attente',
    },
    heading: (heading, number) => `${heading} (${written(number)})`,
    marks: {
      service: 'vérifié maintenant',
      cache: (ago) => `enregistré ${ago}`,
      tac: 'd’après le même code de type',
    },
    line: (number, text) => `Ligne ${written(number)} : ${text}`,
    retryHint: 'Ceux qui sont restés sans réponse peuvent être réessayés.',
    asked: (number) =>
      count(number, {
        one: '# vérifié maintenant',
        many: '# vérifiés maintenant',
        other: '# vérifiés maintenant',
      }),
    kept: (number) => `${written(number)} sans dépenser de vérification`,
  },

  stopped: {
    title: 'Arrêté',
    lead: 'Vous m’avez arrêté avant que la réponse n’arrive.',
  },

  files: {
    nothingGiven: {
      title: 'Que faut-il vérifier ?',
      lead: 'Veuillez me donner un IMEI, ou un fichier qui en contient.',
    },
    file: 'Fichier',
    cutOff: {
      title: 'Le tableur a tronqué ce numéro',
      lead: 'Il n’en reste que les premiers chiffres. Veuillez mettre la colonne au format texte, saisir à nouveau les numéros et exporter encore une fois.',
      short: 'le tableur a tronqué ce numéro ; mettez la colonne au format texte et exportez à nouveau',
    },
    unreadable: {
      'too-large': {
        title: 'Le fichier est trop grand',
        lead: (most) =>
          `J’accepte des fichiers jusqu’à ${most}. Veuillez le diviser, ou retirer ce qui n’est pas nécessaire.`,
      },
      gone: {
        title: 'Le fichier n’est plus là',
        lead: 'Veuillez l’envoyer encore une fois, ou regarder si son nom est juste.',
      },
      failed: {
        title: 'Le fichier n’a pas pu être lu',
        lead: 'Il ne m’est pas parvenu. Veuillez l’envoyer encore une fois.',
      },
      empty: {
        title: 'Le fichier est vide',
        lead: 'Il ne contient rien. Veuillez regarder si c’est le bon.',
      },
      'not-a-table': {
        title: 'Je ne peux pas lire ce type de fichier',
        lead: 'Je lis les formats CSV, TSV, TXT et XLSX. Veuillez enregistrer la liste dans l’un d’eux et l’envoyer à nouveau.',
      },
      'old-workbook': {
        title: 'C’est un ancien fichier Excel',
        lead: 'Je ne peux pas lire le format XLS. Veuillez ouvrir le fichier, l’enregistrer en XLSX ou en CSV, et envoyer le nouveau.',
      },
      locked: {
        title: 'Le fichier a un mot de passe',
        lead: 'Je ne peux pas l’ouvrir. Veuillez l’enregistrer sans mot de passe et l’envoyer à nouveau.',
      },
      'too-much': {
        title: 'Il y a trop de choses dans ce fichier',
        lead: 'Il a plus de cellules que je ne peux en parcourir. Veuillez n’envoyer que les colonnes et les lignes utiles.',
      },
      'no-imeis': {
        title: 'Je ne vois pas d’IMEI dans ce fichier',
        lead: 'L’IMEI est le numéro à 15 chiffres d’un téléphone. Veuillez regarder si c’est le bon fichier, et si la colonne est au format texte.',
      },
      'too-slow': {
        title: 'La lecture du fichier a pris trop de temps',
        lead: 'Envoyez seulement les colonnes et les lignes utiles.',
      },
      'too-many-yours': {
        title: 'J’ai déjà plusieurs fichiers de vous',
        lead: 'Attendez que l’un d’eux soit terminé, puis renvoyez celui-ci.',
      },
      'too-many-waiting': {
        title: 'Beaucoup de fichiers attendent en ce moment',
        lead: 'Renvoyez celui-ci dans quelques minutes.',
      },
    },
    reading: (name) => `Lecture de ${name}`,
    tooMany: {
      title: (most) =>
        `Il y a plus de ${count(most, { one: '# numéro', many: '# de numéros', other: '# numéros' })} dans ce fichier`,
      lead: (most) => `J’accepte jusqu’à ${imeis(most)} par fichier. Veuillez le diviser.`,
      split: (rows) =>
        rows === 1
          ? 'Je ne peux accepter que la première ligne.'
          : count(rows, {
              one: 'Je ne peux accepter que les # premières lignes.',
              many: 'Je ne peux accepter que les # de premières lignes.',
              other: 'Je ne peux accepter que les # premières lignes.',
            }),
    },
    counts: {
      paid: 'Vérifications dépensées',
      kept: 'Déjà connus',
      notFound: 'Introuvables',
      wrong: 'Numéros erronés',
    },
    below: 'Votre tableau est dans le fichier, avec les réponses à la fin de chaque ligne.',
    numbersOnly:
      'Je n’ai pas pu relire le fichier : la réponse contient seulement les numéros, sans les autres colonnes.',
    besideText: 'Les numéros de votre message n’ont pas été vérifiés ; veuillez les envoyer à part.',
    result: 'Résultat',
    further: (title, place) => `${title} ${place}`,
    detail: (heading, label) => `${heading} : ${label}`,
    results: {
      found: 'Trouvé.',
      notFound: 'Introuvable.',
      notChecked: (why) => `Non vérifié : ${why}.`,
      stopped: 'arrêté avant son tour',
      wrong: (why) => `Numéro erroné : ${why}.`,
      zeroRestored: 'Le zéro du début s’était perdu ; je l’ai donc remis.',
    },
  },

  photos: {
    reading: {
      title: 'J’examine l’image',
      lead: 'Je lis les codes-barres et les codes QR qui s’y trouvent.',
    },
    onePhone: 'Ce sont les deux IMEI d’un même téléphone, un pour chaque carte SIM.',
    labelHeading: 'Aussi sur l’image',
    serial: 'Numéro de série',
    ean: 'EAN',
    upc: 'UPC',
    gtin: 'GTIN',
    none: {
      title: 'Je ne vois pas d’IMEI sur l’image',
      noCodes: 'Je n’ai pu y lire ni code-barres ni code QR.',
      otherCodes: 'J’ai pu y lire un code, mais pas d’IMEI.',
    },
    better:
      'Veuillez prendre la photo de près et bien en face, avec un bon éclairage, pour que toutes les barres soient nettes et que rien ne brille. Ou tapez le numéro qui se trouve sous les barres.',
    problems: {
      tooLarge: {
        title: 'L’image est trop grande',
        lead: (most) => `J’accepte des images jusqu’à ${most}. Veuillez en envoyer une plus petite.`,
      },
      tooManyPixels: {
        title: 'L’image a trop de pixels',
        lead: (most) =>
          `J’accepte des images jusqu’à ${most} mégapixels. Veuillez en envoyer une plus petite, ou seulement la partie avec les codes.`,
      },
      unknownFormat: {
        title: 'Je ne peux pas lire ce type d’image',
        lead: (format) => `Elle est au format ${format}. Veuillez l’envoyer en JPEG ou en PNG.`,
      },
      noPicture: {
        title: 'Ce n’est pas une image',
        lead: 'Veuillez envoyer une photo, ou une image en JPEG ou en PNG.',
      },
      broken: {
        title: 'L’image ne peut pas être lue',
        lead: 'Elle est abîmée, ou il en manque une partie. Veuillez l’envoyer encore une fois.',
      },
      tooSlow: {
        title: 'La lecture de l’image a pris trop de temps',
        lead: 'Veuillez n’envoyer que la partie avec les codes, ou taper le numéro.',
      },
    },
  },

  tooMany: {
    title: (number) => `${imeis(number)} à la fois, c’est trop`,
    lead: (most, parts) =>
      `J’accepte jusqu’à ${imeis(most)} par message. Veuillez les envoyer en ${count(parts, { one: '# partie', many: '# de parties', other: '# parties' })}.`,
    partsHeading: 'Où couper la liste',
    lines: (part, from, to) =>
      from === to
        ? `Partie ${written(part)} : ligne ${written(from)}`
        : `Partie ${written(part)} : lignes ${written(from)} à ${written(to)}`,
    imeis: (part, number, last) => `Partie ${written(part)} : ${imeis(number)}, le dernier est ${last}`,
  },

  suggestions: {
    kept: 'réponse enregistrée, rien de dépensé',
    completed: 'chiffre de contrôle ajouté',
    repair: 'peut-être celui-ci',
  },

  plan: {
    title: (number) => `Faut-il vérifier ${imeis(number)} ?`,
    lead: 'La liste est longue ; voici donc d’abord ce qu’elle demande. Là où il n’y a pas de boutons, ajoutez confirmed=yes.',
    valid: 'Valides',
    known: 'Déjà connus',
    duplicates: 'Répétés, laissés de côté',
    wrong: 'Erronés',
    cost: 'Coûtera au plus',
    duration: 'Prendra',
    dismissed: {
      title: 'Entendu, je les laisse',
      lead: 'Rien n’a été vérifié et aucune vérification n’a été dépensée.',
    },
  },

  recent: {
    title: (number) =>
      number === 1
        ? 'Votre dernière vérification'
        : count(number, {
            one: 'Vos # dernières vérifications',
            many: 'Vos # de dernières vérifications',
            other: 'Vos # dernières vérifications',
          }),
    nameless: 'introuvable',
    note: 'Visible de vous uniquement. /forget l’efface.',
    none: { title: 'Rien pour le moment', lead: 'Vous n’avez vérifié aucun IMEI ces 30 derniers jours.' },
    off: { title: 'Je ne tiens pas de liste', lead: 'La personne qui gère ce bot l’a désactivée.' },
  },

  forget: {
    title: 'Oublié',
    nothing: 'Il n’y avait rien de vous à effacer.',
    removed: (what) =>
      `J’ai effacé ${all(what)}, ainsi que les boutons sous les réponses que je vous ai données.`,
    checks: (number) =>
      count(number, {
        one: '# vérification récente',
        many: '# de vérifications récentes',
        other: '# vérifications récentes',
      }),
    requests: (number) =>
      count(number, {
        one: '# question en attente',
        many: '# de questions en attente',
        other: '# questions en attente',
      }),
    note: 'Le nombre de vérifications que vous avez dépensées aujourd’hui reste, sans dire lesquelles.',
  },

  privacy: {
    title: 'Ce que je garde',
    lead: 'Le strict nécessaire pour vous répondre une fois et ne pas payer deux fois.',
    answers: 'Réponses',
    answersKept: (found, notFound) =>
      `${found}, « introuvable » ${notFound} ; classées sous un code secret, pas sous le nom de qui a demandé`,
    requests: 'Votre question',
    requestsKept: (most) => `jusqu’à la réponse, ${most} au plus`,
    buttons: 'Boutons sous les réponses',
    buttonsKept: (time) => `ce qu’ils font, avec les IMEI qu’ils contiennent, pendant ${time}`,
    history: 'Vos vérifications récentes',
    historyKept: (time) => `les 20 dernières, pendant ${time}, pour vous seulement`,
    historyOff: 'rien n’est gardé',
    allowance: 'Vérifications dépensées aujourd’hui',
    allowanceKept: 'leur nombre, pendant deux jours',
    log: 'Le journal',
    logKept: 'au plus les huit premiers chiffres d’un IMEI, qui désignent le modèle et non le téléphone',
    sealed: 'Ce qui est écrit sur le disque est chiffré.',
    service: 'L’IMEI n’est transmis qu’au service de consultation, et à personne d’autre.',
    forget: '/forget efface aussitôt ce que je garde sur vous.',
  },

  alarms: {
    opened:
      'Je n’envoie rien pour le moment. Je le dis à qui vérifie un seul IMEI ; les longues listes attendent.',
    closed: { title: 'Le service répond à nouveau', lead: 'Tout reprend tout seul.' },
    budget: {
      low: {
        title: (percent) => `${written(percent)} % des vérifications du jour sont dépensées`,
        lead: (limit) =>
          `CHECKS_PER_DAY autorise ${checks(limit)}. Une fois ce nombre atteint, plus personne ne peut rien vérifier de nouveau avant minuit UTC.`,
      },
      usedUp: {
        title: 'Les vérifications du jour sont épuisées',
        lead: (limit) =>
          `CHECKS_PER_DAY autorise ${checks(limit)}. Personne ne peut rien vérifier de nouveau avant minuit UTC ; ce qui a déjà été vérifié reçoit toujours une réponse.`,
      },
    },
    checksLow: {
      title: (left) =>
        left === 0
          ? 'Les vérifications du mois sont épuisées'
          : count(left, {
              one: 'Il reste # vérification ce mois-ci',
              many: 'Il reste # de vérifications ce mois-ci',
              other: 'Il reste # vérifications ce mois-ci',
            }),
      lead: (percent) => `C’est ${written(percent)} % ou moins du maximum que cette clé a montré.`,
      none: 'Ce qui a déjà été vérifié reçoit toujours une réponse ; pour le reste, il faut plus de vérifications sur la clé.',
      usedUp: (date) => `Au rythme de cette semaine, elles dureront jusqu’au ${dayOf(date)}.`,
    },
    keyExpires: {
      title: (left) =>
        left === 1
          ? 'La clé expire aujourd’hui ou demain'
          : count(left, {
              one: 'La clé expire dans les # prochains jours',
              many: 'La clé expire dans les # de prochains jours',
              other: 'La clé expire dans les # prochains jours',
            }),
      lead: (date) =>
        `Son dernier jour est le ${dayOf(date)}. Ensuite, le service refusera toute vérification.`,
    },
    storeFailing: {
      title: 'Je n’arrive plus à rien enregistrer',
      lead: 'Chaque personne peut encore faire vérifier quelques nouveaux numéros ; les longues listes attendent. Veuillez regarder le disque et le fichier de STORE_URL ; je reprends de moi-même dès que cela fonctionne.',
      said: 'La base de données a dit',
    },
    storeHealed: {
      title: 'Je peux de nouveau enregistrer',
      lead: 'Ce qui s’est passé entre-temps est maintenant enregistré.',
    },
    poisoned: {
      title: 'J’ai fermé une question qui m’arrête sans cesse',
      lead: 'Chaque processus qui l’a commencée s’est terminé peu après ; elle n’est donc plus essayée, et la personne a été prévenue. Son identifiant est dans le journal. Un fichier ou une image peut en être la cause.',
    },
    undeliverable: {
      title: (answers) => `Réponses que je n’ai pas pu remettre : ${written(answers)}`,
      lead: 'J’ai essayé aussi longtemps que vit une question. Les discussions me sont fermées, ou leur plateforme était absente ; la raison est dans le journal.',
    },
  },

  hint: {
    title: 'Je ne vois pas d’IMEI ici',
    lead: 'L’IMEI est le numéro à 15 chiffres d’un téléphone. Composez *#06# pour le voir, ou cherchez-le dans les réglages, sur le tiroir de la carte SIM ou sur la boîte.',
    example: 'Par exemple',
  },

  warnings: {
    completed: (digit) => `Vous avez donné 14 chiffres ; j’ai donc ajouté le chiffre de contrôle ${digit}.`,
    softwareVersion: (version) =>
      `Vous avez donné 16 chiffres : les deux derniers (${version}) sont la version du logiciel. Je les ai retirés et remplacés par le chiffre de contrôle.`,
    testBody: (body) => `Les numéros qui commencent par ${body} appartiennent à des appareils de test.`,
    sample:
      'C’est un numéro d’exemple bien connu ; ce n’est peut-être pas celui du téléphone que vous avez en main.',
    lost: 'Ce numéro est connu : on le voit sur des téléphones qui ont perdu leur propre IMEI.',
  },

  problems: {
    titleMany: 'Aucun IMEI que je puisse vérifier',
    given: 'Vous avez envoyé',
    empty: { title: 'Il n’y a pas de numéro ici', lead: 'Un IMEI compte 15 chiffres.' },
    tooShort: {
      title: 'Le numéro est trop court',
      lead: (given) => `Il compte ${digits(given)} ; un IMEI en compte 15.`,
      short: (given) => `trop court, ${digits(given)} au lieu de 15`,
    },
    tooLong: {
      title: 'Le numéro est trop long',
      lead: (given) => `Il compte ${digits(given)} ; un IMEI en compte 15.`,
      short: (given) => `trop long, ${digits(given)} au lieu de 15`,
    },
    checkDigit: {
      title: 'Le chiffre de contrôle ne correspond pas',
      lead: (expected, given) =>
        `Le dernier chiffre devrait être ${expected}, et non ${given}. Il y a peut-être une faute de frappe.`,
      short: (expected, given) => `le chiffre de contrôle devrait être ${expected}, et non ${given}`,
      repairs: 'Vous vouliez peut-être dire',
      moreRepairs: (number) =>
        count(number, { one: 'ou # autre', many: 'ou # d’autres', other: 'ou # autres' }),
      networkForm: (imei) =>
        `Les réseaux écrivent 0 à cette place : si le numéro vient d’un réseau, l’IMEI est ${imei}.`,
    },
    letter: {
      title: 'Il y a une lettre dans le numéro',
      lead: (character, position) =>
        `Le caractère ${written(position)} est « ${character} », là où il faudrait un chiffre.`,
      short: (character, position) =>
        `le caractère ${written(position)} est « ${character} » au lieu d’un chiffre`,
    },
    looksLike: {
      title: 'C’est une autre sorte de numéro',
      lead: (what) => `Il ressemble à ${what}, pas à un IMEI.`,
      short: (what) => `ressemble à ${what}`,
      kinds: {
        iccid: 'un numéro de carte SIM (ICCID)',
        eid: 'un numéro d’eSIM (EID)',
        meid: 'un MEID',
        'meid-decimal': 'un MEID en chiffres décimaux',
        phone: 'un numéro de téléphone',
        'apple-serial': 'un numéro de série Apple',
      },
    },
    placeholder: {
      title: 'C’est un numéro factice, pas un IMEI',
      lead: 'Les téléphones et les logiciels affichent un tel numéro quand le vrai manque.',
      short: 'un numéro factice, pas un IMEI',
    },
    card: {
      title: 'Ce n’est pas un IMEI',
      lead: 'Cela ressemble à un numéro de carte. Je ne l’ai envoyé nulle part.',
      short: 'ressemble à un numéro de carte, envoyé nulle part',
    },
    unassigned: {
      title: 'Ce n’est sans doute pas un IMEI',
      lead: 'Aucun téléphone ne porte un tel numéro. Le vérifier quand même ?',
      short: 'aucun téléphone ne porte un tel numéro, pas vérifié',
    },
    whereToLook: 'Composez *#06# sur le téléphone pour voir son IMEI.',
  },

  failures: FAILURES,
  failure: {
    notPaid: 'Aucune vérification n’a été dépensée.',
    maybePaid:
      'La vérification a peut-être quand même été payée ; si vous réessayez, elle le sera peut-être une seconde fois.',
    maybePaidSome:
      'Certaines vérifications ont peut-être quand même été payées ; si vous réessayez, elles le seront peut-être une seconde fois.',
    sentence: (title) => `${title}.`,
    looksAgain: (when) => `Je teste à nouveau le service ${when}.`,
    laterAgain: 'Veuillez réessayer dans quelques minutes.',
    tellOperator: 'La personne qui gère ce bot peut y remédier ; veuillez la prévenir.',
    said: 'Le service a dit',
    broke: 'un problème est survenu de notre côté',
    refused: {
      allowance: 'vos vérifications du jour sont épuisées',
      reserve: 'les dernières vérifications sont réservées',
      budget: 'les vérifications du bot pour aujourd’hui sont épuisées',
      store: 'ma mémoire est en panne pour l’instant',
    },
  },
  refused: {
    allowance: {
      title: 'Vos vérifications du jour sont épuisées',
      lead: (limit) =>
        `Chaque personne dispose ici de ${checks(limit)} par jour. Ce qui a déjà été vérifié peut toujours être demandé, car cela ne coûte rien.`,
    },
    budget: {
      title: 'Les vérifications du bot pour aujourd’hui sont épuisées',
      lead: () =>
        'Toutes les personnes réunies ont demandé autant de nouvelles vérifications que le bot peut en faire en un jour. Cela reprend après minuit UTC. Ce qui a déjà été vérifié peut toujours être demandé, car cela ne coûte rien.',
    },
    store: {
      title: 'Je ne peux rien vérifier de plus pour vous en ce moment',
      lead: () =>
        'Je n’arrive pas à noter ce qui est dépensé ; d’ici là, je ne vérifie que quelques nouveaux numéros par personne. Veuillez réessayer plus tard.',
    },
    reserve: {
      title: 'Les dernières vérifications sont réservées',
      lead: (limit) =>
        `${
          limit === 1
            ? 'La dernière vérification du mois est réservée'
            : count(limit, {
                one: 'Les # dernières vérifications du mois sont réservées',
                many: 'Les # de dernières vérifications du mois sont réservées',
                other: 'Les # dernières vérifications du mois sont réservées',
              })
        } aux admins. Ce qui a déjà été vérifié peut toujours être demandé, car cela ne coûte rien.`,
    },
  },

  sheet: {
    headings: {
      design: 'Boîtier',
      display: 'Écran',
      hardware: 'Matériel',
      battery: 'Batterie',
      network: 'Réseau',
      release: 'Sortie',
      other: 'Autres informations',
    },
    labels: {
      weight: 'Poids',
      'size.height': 'Hauteur',
      'size.width': 'Largeur',
      'size.thickness': 'Épaisseur',
      build: 'Forme',
      qwerty: 'Clavier QWERTY',
      'display.type': 'Technologie',
      'display.inches': 'Taille',
      'display.width': 'Largeur',
      'display.height': 'Hauteur',
      'display.color': 'Couleur',
      touch_scr: 'Écran tactile',
      os: 'Système d’exploitation',
      cpu: 'Processeur',
      cpu_clock: 'Fréquence du processeur',
      int_memory: 'Mémoire interne',
      memory_card: 'Carte mémoire',
      'battery.type': 'Technologie',
      'battery.capacity': 'Capacité',
      stand_by: 'Autonomie en veille',
      talk_time: 'Autonomie en appel',
      talk_time_umts: 'Autonomie en appel UMTS',
      tel_func: 'Appels téléphoniques',
      gsm_band: 'Bandes GSM',
      umts_band: 'Bandes UMTS',
      hsdpa_band: 'Bandes HSDPA',
      other_band: 'Autres bandes',
      wifi_hotspot: 'Point d’accès Wi-Fi',
      lan: 'LAN',
      lan_ports: 'Ports LAN',
      year: 'Date de sortie',
    },
    wholes: { size: 'Dimensions', display: 'Écran', battery: 'Batterie' },
    values: (values) => values.join(', '),
    released: (month, year) => `${month} ${year}`.trim(),
    inches: (inches) => count(inches, { one: '# pouce', many: '# de pouces', other: '# pouces' }),
    more: (number) =>
      count(number, { one: '# autre champ', many: '# d’autres champs', other: '# autres champs' }),
  },

  quota: {
    title: {
      ok: 'La clé fonctionne',
      expiresSoon: (when) => `La clé expire ${when}`,
      expired: (when) => `La clé a expiré ${when}`,
      today: 'aujourd’hui',
      notYet: 'La clé n’est pas encore active',
      noAccess: 'La clé ne donne pas accès',
      usedUp: 'Il ne reste aucune vérification',
      unreadable: 'L’état de la clé n’est pas connu',
    },
    keyHeading: 'Clé',
    access: 'Accès',
    activated: 'Active à partir du',
    expires: 'Expiration',
    dateIn: (date, when) => `${dayOf(date)} (${when})`,
    leftHeading: 'Vérifications restantes',
    hour: 'Cette heure',
    day: 'Aujourd’hui',
    month: 'Ce mois-ci',
    noLimit: 'Sans limite',
    of: (left, total) => `${left} sur ${total}`,
    spentHeading: 'Ce que ce bot a dépensé et économisé',
    today: 'Aujourd’hui',
    budget: 'Budget du jour',
    thisMonth: 'Ce mois-ci',
    spentAndSaved: (spent, saved) => `dépensé : ${spent}, économisé : ${saved}`,
    checks,
    amount: (amount, money) => `${amount} (${money})`,
    inDoubt: 'Payé peut-être deux fois',
    inDoubtValue: (today, month) => `${today} aujourd’hui, ${month} ce mois-ci`,
    nowHeading: 'En ce moment',
    waiting: 'Dans la file',
    inFlight: 'En cours auprès du service',
    window: (time) => `Requêtes des dernières ${time}`,
    paused: 'En pause',
    pausedValue: (why, when) => `${why} ; nouveau test ${when}`,
    pausedUnknown: 'le service ne répond pas',
  },

  quotaPicture: {
    title: 'Vérifications restantes ce mois-ci',
    now: (left) => `${left} maintenant`,
    left: 'Vérifications restantes, telles que relevées',
    rise: 'Vérifications ajoutées',
    pace: (days) =>
      days === 1
        ? 'Au rythme du dernier jour'
        : count(days, {
            one: 'Au rythme des # derniers jours',
            many: 'Au rythme des # de derniers jours',
            other: 'Au rythme des # derniers jours',
          }),
    usedUp: (date) => `Épuisées le ${dayOf(date)}`,
    remaining: (left, date) => `Environ ${left} le ${dayOf(date)}`,
    expires: (date) => `La clé expire le ${dayOf(date)}`,
    days: 'Vérifications par jour',
    paid: (amount) => `Payées : ${amount}`,
    saved: (amount) => `Économisées : ${amount}`,
    asOf: (time) => `${dayOf(time)} UTC`,
    alt: {
      // The day comes first: a short month ends in a full stop of its own.
      line: (from, to, first, last) =>
        `La courbe montre les vérifications restantes ce mois-ci : le ${dayOf(from)}, ${first} ; le ${dayOf(to)}, ${last}.`,
      usedUp: (date) => `Au rythme indiqué, elles seront épuisées le ${dayOf(date)}.`,
      remaining: (left, date) => `Au rythme indiqué, il en restera environ ${left} le ${dayOf(date)}.`,
      bars: (paid, saved) =>
        `Les barres montrent les vérifications de chaque jour. En tout, payées : ${paid} ; économisées : ${saved}.`,
    },
    forecastHeading: 'Prévision',
    paceLabel: 'Rythme',
    perDay: (amount, days) =>
      `en moyenne, ${amount} par jour ${
        days === 1
          ? 'au cours du dernier jour'
          : count(days, {
              one: 'au cours des # derniers jours',
              many: 'au cours des # de derniers jours',
              other: 'au cours des # derniers jours',
            })
      }`,
    underOne: 'moins d’une vérification',
    outlookLabel: 'À ce rythme',
    willBeUsedUp: (date, when) => `épuisées le ${dayOf(date)} (${when})`,
    lastsMonth: (left, date) => `assez pour tout le mois ; il restera environ ${left} le ${dayOf(date)}`,
    lastsUntilExpiry: (left, date) =>
      `assez jusqu’à l’expiration de la clé ; il restera environ ${left} le ${dayOf(date)}`,
    tooNew: 'Une prévision demande les chiffres d’une demi-journée.',
    idle: 'Aucune vérification n’a été utilisée dernièrement ; il n’y a donc rien à prévoir.',
    growing:
      'Un graphique des vérifications restantes suivra dès qu’il y aura deux chiffres. Il grandira avec le temps.',
  },

  help: {
    title: 'Je dis à quel téléphone appartient un IMEI',
    lead: 'Envoyez-moi un IMEI sous n’importe quelle forme, plusieurs à la fois, ou un fichier qui en contient. Ce que j’ai déjà vérifié reste enregistré et ne coûte rien.',
    commands: 'Commandes',
    examples: 'Exemples',
    whereHeading: 'Où se trouve l’IMEI',
    where: 'Composez *#06#, ou cherchez-le dans les réglages, sur le tiroir de la carte SIM ou sur la boîte.',
    sandboxHeading: 'Le bac à sable',
    sandbox:
      'Je fonctionne avec le bac à sable : une copie du service, pour essayer. Elle ne coûte rien, ne demande pas de clé, et ses réponses ne viennent pas du vrai service.',
  },

  refusals: {
    notAllowed: {
      title: 'Je n’ai pas le droit de répondre ici',
      lead: (id) =>
        `Veuillez demander à la personne qui gère ce bot de vous autoriser, vous ou ce lieu. Votre identifiant est ${id}.`,
    },
    notAdmin: {
      title: 'Ceci est réservé aux admins',
      lead: (id) => `Si vous gérez ce bot, ajoutez ceci à ses réglages : ADMINS=${id}`,
    },
    options: {
      title: 'Je n’ai pas compris',
      example: 'Par exemple',
      missing: (option) => `« ${option} » manque.`,
      notAChoice: (option, given, choices) =>
        `« ${given} » n’est pas un des choix de « ${option} » : ${either(choices)}.`,
      notAFlag: (option, given) =>
        `« ${option} » vaut yes (oui) ou no (non), et je ne peux lire « ${given} » ni comme l’un ni comme l’autre.`,
      wrongKind: (option) => `« ${option} » est arrivé sous une forme que je ne peux pas utiliser.`,
      tooLong: (option, most) =>
        `« ${option} » est trop long. J’accepte jusqu’à ${count(most, { one: '# caractère', many: '# de caractères', other: '# caractères' })}.`,
    },
    busy: {
      title: 'Une chose après l’autre',
      lead: 'Tant de questions attendent déjà une réponse que je n’ai pas pris celle-ci. Veuillez la reposer dans un moment.',
    },
    interrupted: {
      title: 'Je reprends là où j’en étais',
      lead: 'On m’a redémarré pendant que j’y travaillais. Rien n’est perdu ; la réponse suit ici.',
    },
    tooOld: {
      title: 'Désolé, cela a pris trop de temps',
      lead: 'J’étais hors service pendant que vous attendiez, et votre question est maintenant trop ancienne. Veuillez la poser à nouveau.',
    },
    poisoned: {
      title: 'Désolé, je ne peux pas répondre à cette question',
      lead: 'Chaque fois que je l’ai commencée, il a fallu me redémarrer. J’ai cessé d’essayer et prévenu mon opérateur. Vos autres questions ne sont pas concernées.',
    },
    unexpected: {
      title: 'Un problème est survenu de notre côté',
      lead: 'Rien de ce que vous avez envoyé n’est perdu, et la personne qui gère ce bot peut voir ce qui s’est passé. Veuillez réessayer dans un instant.',
      reference: (reference) => `Référence : ${reference}`,
    },
    notYourButton: {
      title: 'Ce bouton est pour quelqu’un d’autre',
      lead: 'Seule la personne qui a posé la question peut s’en servir. N’hésitez pas à m’interroger vous-même.',
    },
    buttonExpired: {
      title: 'Ce bouton ne fonctionne plus',
      lead: 'Trop de temps a passé. Veuillez poser la question à nouveau.',
    },
    shuttingDown: {
      title: 'Je suis en train de redémarrer',
      lead: 'Je n’ai pas pris votre question. Veuillez la reposer dans une minute ; aucune vérification n’a été dépensée.',
    },
    storeFailing: {
      title: 'Je ne peux rien enregistrer pour l’instant',
      lead: 'Je n’ai donc pas pris votre question, et aucune vérification n’a été dépensée. Veuillez réessayer dans un instant.',
    },
  },

  console: {
    greeting: 'De quel téléphone s’agit-il ? Tapez un IMEI, ou /help.',
    greetingOnSandbox:
      'De quel téléphone s’agit-il ? Tapez un IMEI, ou /help. Ici, c’est le bac à sable : les réponses ne viennent pas du vrai service.',
    prompt: 'imei> ',
    unknownCommand: (name, nearest) =>
      nearest === undefined
        ? `Il n’y a pas de commande /${name}. /help montre ce qu’il y a.`
        : `Il n’y a pas de commande /${name}. Vouliez-vous dire /${nearest} ?`,
    answeredAfterRestart: 'Vous aviez demandé ceci avant mon arrêt. Voici la réponse :',
    unfinished: (number) =>
      count(number, {
        one: '# question est encore en attente ; je m’en occuperai quand on me redémarrera.',
        many: '# de questions sont encore en attente ; je m’en occuperai quand on me redémarrera.',
        other: '# questions sont encore en attente ; je m’en occuperai quand on me redémarrera.',
      }),
    fileNotSaved: (name) => `Le fichier ${name} n’a pas pu être enregistré.`,
    bye: 'Au revoir.',
  },

  discord: {
    contextMenu: 'Vérifier les IMEI',
    publicOption: {
      name: 'publique',
      description: 'Montrer la réponse à tout le monde ici, pas seulement à vous',
    },
    label: (label) => `${label} :`,
    wholeFileName: 'reponse.txt',
    wholeInFile: 'Ce n’est pas tout : la réponse entière est dans le fichier joint.',
    fileLeftOut: (name) => `Le fichier ${name} est trop grand pour Discord et n’a pas été joint.`,
    comesLater:
      'Cela prend plus de temps que Discord ne garde ce message ouvert (15 minutes). Si la réponse n’est pas ici d’ici là, je vous l’envoie en message privé ; si je ne peux pas vous écrire, vous la recevrez avec votre prochaine commande.',
    comesLaterShared:
      'Cela prend plus de temps que Discord ne garde ce message ouvert (15 minutes). Si la réponse n’est pas ici d’ici là, je vous l’envoie en message privé ; si je ne peux pas vous écrire, je la publie dans ce salon.',
    late: 'Vous aviez demandé ceci il y a un moment. Voici la réponse :',
    answerWaits:
      'votre réponse est prête, mais je ne peux pas vous envoyer de message privé. Utilisez n’importe laquelle de mes commandes, et je vous la montre, à vous uniquement.',
  },

  telegram: {
    label: (label) => `${label} :`,
    openPrivateChat:
      'La réponse n’est que pour vous. Veuillez ouvrir une discussion privée avec moi, appuyer sur Démarrer et y poser votre question.',
    openPrivateChatButton: 'Ouvrir la discussion privée',
    answeredInPrivate: 'Je vous ai répondu dans notre discussion privée.',
    restInFile: (file) => `… La réponse entière est dans le fichier ${file}.`,
    restLeftOut: '… Il y en a davantage ; demandez-moi en discussion privée pour tout voir.',
    replyFileName: 'reponse.txt',
    maybeNotArrived:
      'La connexion à Telegram vient d’être coupée. Si vous ne voyez pas de réponse de ma part plus haut, veuillez redemander : ce que j’ai vérifié est enregistré et ne coûte rien.',
    checkButton: 'Vérifier',
    inlineNotChecked: 'Pas encore vérifié.',
    inlineOpenChat: 'Vérifier en discussion privée',
    notYourButton:
      'Seule la personne qui a envoyé ceci peut se servir du bouton. N’hésitez pas à m’interroger vous-même.',
  },
};
