import { describe } from 'vitest';
import { nameCases as cases } from './name-cases.ts';

describe('the last name before a number is its name', () => {
  cases([
    ['IMSI (SIM 1, Optus): $X', '', 'X'],
    ['Order (Amazon): $O', '', 'O'],
    ['Invoice (eBay) $O', '', 'O'],
    ['The IMSI of my SIM is $X', '', 'X'],
    ['My customer number at Vodafone is $O', '', 'O'],
    ['Die IMSI meiner SIM ist $X', '', 'X'],
    ['El IMSI de mi SIM es $X', '', 'X'],
    ['My IMSI is $X and my IMEI is $A', 'A', 'X'],
    ['the imei of my phone is $A', 'A', ''],
    ['SN, IMEI: $A', 'A', ''],
    // As American shops call an IMEI.
    ['ESN: $A', 'A', ''],
    ['Grade;ESN;Order\nB;$A;$O', 'A', 'O'],
    // Two names with a number between them.
    ['The IMEI for order $O is $A', 'A', 'O'],
    ['IMEI of invoice $O: $A', 'A', 'O'],
    ['I need the IMEI for order 3012345678901234', '', ''],
    ['Please send me the IMEI of order 30123456789012', '', ''],
    // Over words only if something introduces the number.
    ['the order for $A is ready', 'A', ''],
    ['where is my order? $A', 'A', ''],
    ['Thanks for the order! $A', 'A', ''],
    ['[28.11.26, 17:43] Ann: send me the order\n[28.11.26, 17:44] Bob: $A', 'A', ''],
    // The words within 80 characters before it, however many they are.
    [`Order:${' '.repeat(74)}$O`, '', 'O'],
    [`Order:${' '.repeat(75)}$A`, 'A', ''],
    // A short number uses the name up.
    ['Order 4711, $A', 'A', ''],
    ['Order: 4711, $A', 'A', ''],
    ['Order A-1043: $A', 'A', ''],
    ['Order 1001 iPhone 12 $A', 'A', ''],
    ['Order 2 $O', '', 'O'],
    // But not one in brackets.
    ['Order (4711): $O', '', 'O'],
    // So does a payment card, or a number that has lost its digits.
    ['Order no. 4111 1111 1111 1111, $A', 'A', ''],
    ['Order no. 378282246310005 378282246310005 4111 1111 1111 1111 $A', 'A', ''],
    ['Order: 3.52E+14, $A', 'A', ''],
  ]);
});

describe('a name holds for the list behind it', () => {
  cases([
    ['IMSI: $X, $Y', '', 'X Y'],
    ['Invoices: $O; $P; $Y', '', 'O P Y'],
    ['Tracking numbers - $O / $P', '', 'O P'],
    ['Serial numbers: $O and $P', '', 'O P'],
    ['Order no. 1) $O 2) $P', '', 'O P'],
    ['Orders: $O (DHL), $P (UPS)', '', 'O P'],
    ['{"imsi":["$X","$Y"],"imei":["$A","$B"]}', 'A B', 'X Y'],
    ['{"orders":[$O,$P],"imeis":[$A,$B]}', 'A B', 'O P'],
    ['{"subscriberIds":["$X","$Y"],"devices":["$A","$B"]}', 'A B', 'X Y'],
    ['"imsi": ["$X",\n "$Y"],\n"imei": ["$A",\n "$B"]', 'A B', 'X Y'],
    ['IMSIs: $X,\n$Y', '', 'X Y'],
    ['IMEI;$A;$B\nOrder no.;$O;$P', 'A B', 'O P'],
    // The first cell of a row names all of it, also below titles that name nothing.
    ['Kind;Phone 1;Phone 2\nOrder no.;$O;$P', '', 'O P'],
    ['IMEI: $A, $B', 'A B', ''],
    ['Order nos. $O, $P. IMEIs $A, $B', 'A B', 'O P'],
    // The end of an object ends the list, unless the next object continues it.
    ['{"$A":{"imsi":"$X"},"$B":{"imsi":"$Y"}}', 'A B', 'X Y'],
    ['{"$A":{"orders":["$O"]},"$B":{"orders":["$P"]}}', 'A B', 'O P'],
    ['orders: {$O}, {$P}', '', 'O P'],
    // Words, or another length, end the list.
    ['Order: $O, Phone: $A', 'A', 'O'],
    ['Order $O, phone $A', 'A', 'O'],
    ['IMEI $A, 3012345678901234', 'A', ''],
    ['IMSI: $X,\nmy phone\n$A', 'A', 'X'],
    ['Orders: $O, $A (imei)', 'A', 'O'],
    ['Order: $O\n$A', 'A', 'O'],
  ]);
});

describe('names in the plural are names', () => {
  cases([
    ['Orders: $O', '', 'O'],
    ['Tickets $O', '', 'O'],
    ['Bestellungen: $O und $P', '', 'O P'],
    ['Rechnungsnummern: $O oder $P', '', 'O P'],
    ['Números de pedido: $O y $P', '', 'O P'],
    ['Faturas: $O e $P', '', 'O P'],
    ['Numéros de commande : $O et $P', '', 'O P'],
    ['Номера заказов: $O, $P', '', 'O P'],
    ['Номера накладных: $O и $P', '', 'O P'],
    ['Номери замовлень: $O та $P', '', 'O P'],
    ['أرقام الطلبات: $O و $P', '', 'O P'],
    ['ग्राहकों के नंबर: $O और $P', '', 'O P'],
    ['订单号：$O、$P\n串号：$A和$B', 'A B', 'O P'],
    ['訂單編號：$O與$P', '', 'O P'],
    ['Siparişler: $O ve $P', '', 'O P'],
    ['FATURA NUMARASI $O', '', 'O'],
    // Also without accents.
    ['Envio: $O', '', 'O'],
    // The plural of a French name, but a word of a phone.
    ['Watch Series: $A', 'A', ''],
  ]);
});

describe('some words are names only with a word for “number”', () => {
  cases([
    ['Case no. $O', '', 'O'],
    ['Item number: $O, IMEI $A', 'A', 'O'],
    ['Job #$O', '', 'O'],
    ['PalletID;CartonID;IMEI\n$O;$P;$A', 'A', 'O P'],
    ['SIM card number $X', '', 'X'],
    ['Buyer ID,Product ID,IMEI\n$O,$P,$A', 'A', 'O P'],
    ['{"campaign_id":"$O","pixel_id":"$P","imei":"$A"}', 'A', 'O P'],
    ['Container No. $O, LR No. $P, IMEI $A', 'A', 'O P'],
    ['req: $A correlation_id=$O span_id=$P', 'A', 'O P'],
    ['Txn: $O\nIMEI $A', 'A', 'O'],
    ['Schadennummer: $O\nAngebots-Nr. $P', '', 'O P'],
    ['İşlem no: $O', '', 'O'],
    // Alone, they may say what is on sale, or where it is.
    ['Case: $A', 'A', ''],
    ['Item 3: $A', 'A', ''],
    ['box: $A', 'A', ''],
    ['Box no. 2: $A $B', 'A B', ''],
    ['this product: $A', 'A', ''],
    ['Item no. 1: $A\nItem no. 2: $B', 'A B', ''],
    ['Lot #3: $A', 'A', ''],
    ['Fallnummer 2: $A', 'A', ''],
    ['the item is $A', 'A', ''],
    ['Carton 1: $A $B\nCarton 2: $C', 'A B C', ''],
    ['Job no. 4711, $A', 'A', ''],
  ]);
});

describe('a name may be several words', () => {
  cases([
    ['Asset tag: $O\nIMEI: $A', 'A', 'O'],
    ['Delivery note no. $O', '', 'O'],
    ['Acct $O', '', 'O'],
    ['A/C no. $O', '', 'O'],
    ['Inventarnummer: $O', '', 'O'],
    ['Número de lote: $O', '', 'O'],
    ['Guia de remessa: $O', '', 'O'],
    ['Numéro d’inventaire : $O', '', 'O'],
    ["Numéro d'inventaire : $O", '', 'O'],
    ['Номер партии: $O', '', 'O'],
    ['Інвентарний номер: $O', '', 'O'],
    ['رقم الدفعة: $O', '', 'O'],
    ['डिलीवरी नोट: $O', '', 'O'],
    ['资产编号：$O', '', 'O'],
    ['送貨單號：$O', '', 'O'],
    ['Demirbaş no: $O', '', 'O'],
    // Its words alone are none.
    ['Note: $A', 'A', ''],
    ['Galaxy Note: $A', 'A', ''],
    ['for delivery: $A', 'A', ''],
    ['AirTag and phone: $A', 'A', ''],
  ]);
});

describe('some words are names only without other words, or with a word for number', () => {
  cases([
    ['SIM: $X', '', 'X'],
    ['SIM $X', '', 'X'],
    ['SIMs: $X, $Y', '', 'X Y'],
    ['SIM;Phone\n$X;$A', 'A', 'X'],
    ['SIM-Karte: $X', '', 'X'],
    ['SIM卡：$X', '', 'X'],
    ['A/C: $O', '', 'O'],
    ['Pallet: $O', '', 'O'],
    ['Batch $O', '', 'O'],
    ['Palés: $O y $P', '', 'O P'],
    ['of the new batch no. $O', '', 'O'],
    ['of my SIM card no. $X', '', 'X'],
    // Others may say which phones these are, or in which slot.
    ['Dual SIM: $A', 'A', ''],
    ['SIM free: $A', 'A', ''],
    ['SIM 1: $A\nSIM 2: $B', 'A B', ''],
    ['Pallet 3: $A $B', 'A B', ''],
    ['new batch: $A, $B', 'A B', ''],
    ['AC adapter: $A', 'A', ''],
    // The Portuguese for yes.
    ['Sim, $A', 'A', ''],
  ]);
});

describe('a short line that ends in a name names what is below it', () => {
  cases([
    ['Order numbers:\n$O\n$P\nIMEIs:\n$A\n$B', 'A B', 'O P'],
    ['Invoice numbers\n1) $O\n2) $P\nIMEI numbers\n1) $A\n2) $B', 'A B', 'O P'],
    ['Customer accounts:\n- $O\n- $P\n\nPhones:\n- $A\n- $B', 'A B', 'O P'],
    ['imsi:\n  - $X\n  - $Y\nimei:\n  - $A\n  - $B', 'A B', 'X Y'],
    ['"imsi": [\n  "$X",\n  "$Y"\n],\n"imei": [\n  "$A"\n]', 'A', 'X Y'],
    ['Order\nno. $O', '', 'O'],
    ['Here are all our orders\n$O', '', 'O'],
    ['<key>IMSI</key>\n<string>$X</string>\n<key>IMEI</key>\n<string>$A</string>', 'A', 'X'],
    ['- kind: imsi\n  id: $X\n- kind: imei\n  id: $A', 'A', 'X'],
    // Names in lines below it, more than five words, sentences, and names with their own number do
    // not.
    ['Here are all our new orders\n$A', 'A', ''],
    ['Order\nIMEI: $A\n$B', 'A B', ''],
    ['Customer: Ann Smith\n$A', 'A', ''],
    ['Order\n4711\n$A', 'A', ''],
    ['order?\n$A', 'A', ''],
    ['Hello, here is what came back with the order\n$A', 'A', ''],
  ]);
});

describe('the titles of columns name what is below them', () => {
  cases([
    ['Hi, please check these:\nIMEI;Order\n$A;$O\n$B;$P', 'A B', 'O P'],
    ['Dear team\nthese came in today\n\nIMEI | Ticket\n$A | $O\n$B | $P', 'A B', 'O P'],
    ['IMEI;Order\n$A;$O;new\n$B;$P', 'A B', 'O P'],
    ['Phone;Order\n$A;$O', 'A', 'O'],
    ['IMEI  Order\n$A  $O  ', 'A', 'O'],
    ['IMSI/IMEI;Owner\n$X / $A;Ann', 'A', 'X'],
    // Also with a remark in brackets.
    ['Consignment No (L.R),Phone\n$O,$A', 'A', 'O'],
    ['IMEI (15 digits),Order ID (external)\n$A,$O', 'A', 'O'],
    ['Serial (IMEI),Order (DHL)\n$A,$O', 'A', 'O'],
    ['Orders (DHL):\n$O\n$P', '', 'O P'],
    // In Jira, titles have two bars between them.
    ['||IMSI||Order||IMEI||\n|$X|A-1043|$A|', 'A', 'X'],
    ['|| IMEI || Note || Order ||\n| $A | ok | $O |', 'A', 'O'],
    ['IMEI|Note|Order\n$A||$O\n||$P', 'A', 'O P'],
    // The words of other cells do not, nor do other rows, but those of a second table.
    ['State;IMEI\norder;$A', 'A', ''],
    ['Kind;Number;IMEI\nOrder;$O;$A', 'A', 'O'],
    ['Order;Phone\n$O;$A\nsold;none\n$P;$B', 'A B', 'O P'],
    ['Order;Phone\n$O;IMEI $A\n$P;$B', 'A B', 'O P'],
    ['IMEI;Order\n$A;$O\nOrder;IMEI\n$P;$B', 'A B', 'O P'],
    ['IMSI;IMEI\n-;-\n$X;$A', 'A', 'X'],
    ['Order;Phone\n$O;$A', 'A', 'O'],
    ['IMSI IMEI\n$X $A\n$Y $B', 'A B', 'X Y'],
    ['ID IMSI IMEI State\n1 $X $A Free\n2 $Y $B Free', 'A B', 'X Y'],
    ['ID Group State RSSI Mode Provider IMSI IMEI\n0 0 Free 9 0 Optus $X $A', 'A', 'X'],
    ['Hello, the order came with the invoice yesterday\n$A $B', 'A B', ''],
    ['order or invoice?\n$A $B', 'A B', ''],
    ['Model IMSI IMEI\niPhone12 $X $A\niPhone13 $Y $B', 'A B', 'X Y'],
    ['IMEI IMSI ICCID\n$A $X 8949020000123456789', 'A', 'X'],
    ['dongle show devices\nID       IMEI             IMSI\ndongle0  $A  $X', 'A', 'X'],
    ['IMEI/MEID\n$A $B', 'A B', ''],
    // All numbers of a row are asked about if they are more or fewer than the names.
    ...['IMEI/SN', 'IMEI / SN', 'SN/IMEI', 'IMEI SN', 'Serial/IMEI', 'IMEI/ESN'].flatMap((title) =>
      ['Invoice', 'Order no.', 'Tracking'].map(
        (order) => [`${title} ${order}\niPhone $A $O`, '', 'A O'] as const,
      ),
    ),
    ['Article IMEI/Serial number Order no.\niPhone $A $O\nNokia $B $P', '', 'A O B P'],
    ['Model IMEI / SN Color Invoice\niPhone $A red $O', '', 'A O'],
    ['IMEI Invoice\niPhone $A $B $O', '', 'A B O'],
    ['IMEI SN Order\niPhone $M $O', '', 'A O'],
    ['IMEI SN Invoice\niPhone $A $O (IMEI)', 'O', 'A'],
    // But not if only one of them may be an IMEI, nor below a sentence.
    ['IMEI Serial Order\niPhone $A F17XYZ 4711', 'A', ''],
    ['IMEI EAN Serial Customer\niPhone $A 4006381333931 F17XYZ', 'A', ''],
    ['IMEI/MEID Invoice\niPhone $A $O', 'A', 'O'],
    ['Please check the IMEIs of my order\n$A, $B, $C', 'A B C', ''],
    ['Order 4711: IMEIs\n$A, $B, $C', 'A B C', ''],
    // Whatever is in the other columns.
    ['Order;Card;Phone\n$O;4111111111111111;$A', 'A', 'O'],
    ['Order;Price;Phone\n$O;3.52E+14;$A', 'A', 'O'],
  ]);
});

describe('a name behind a number is its own', () => {
  cases([
    ['$O (order) - $A (imei)', 'A', 'O'],
    ['$A (imei), $O (order no.)', 'A', 'O'],
    ['$A [imei] $O [order]', 'A', 'O'],
    ['$O - order\n$A - imei', 'A', 'O'],
    ['$A = IMEI; $X = IMSI', 'A', 'X'],
    ['$A (black), $B (red)', 'A B', ''],
    ['IMEI: $A (order)', '', 'A'],
    ['(01)08806095299853(21)$O', '', 'O'],
    // The other values of an object, and the next line of a record.
    ['{"ids":[{"id":"$A","kind":"imei"},{"id":"$X","kind":"imsi"}]}', 'A', 'X'],
    ['[{"value":"$X","type":"IMSI"},{"value":"$A","type":"IMEI"}]', 'A', 'X'],
    ['[{"name":"IMEI","value":"$A"},{"name":"IMSI","value":"$X"}]', 'A', 'X'],
    ['{"id":"$X","kind":"imsi","state":"active"}', '', 'X'],
    ['{\n  "id": "$A",\n  "kind": "imei"\n},\n{\n  "id": "$X",\n  "kind": "imsi"\n}', 'A', 'X'],
    ['- id: $X\n  kind: imsi\n- id: $A\n  kind: imei', 'A', 'X'],
    ['- id: $X\n  kind: imsi\n- id: $A', 'A', 'X'],
    ['$O (order) - $A (phone)', 'A', 'O'],
    ['{"imei":"$A","status":"order"}', 'A', ''],
    // The names of fields, in forms.
    ['[{"label":"Tracking","text":"$O"},{"label":"IMEI","text":"$A"}]', 'A', 'O'],
    ['{"name":"order_id","val":$O},{"name":"phone","val":$A}', 'A', 'O'],
    ['Got your text about the order! $A', 'A', ''],
    ['the order, text me: $A', 'A', ''],
    // Only the words next to it, also in files that pad their columns.
    [`$A Galaxy S24 of Ann${' '.repeat(80)}order`, 'A', ''],
    [`$O order${' '.repeat(80)}Ann`, '', 'O'],
  ]);
});

describe('several names and as many numbers belong together in order', () => {
  cases([
    ['IMSI/IMEI: $X / $A', 'A', 'X'],
    ['IMEI and order: $A, $O', 'A', 'O'],
    ['IMSI,IMEI: $X,$A', 'A', 'X'],
    ['no IMEI, order $O', '', 'O'],
    ['Nr, order: $O, $P', '', 'O P'],
    ['ICCID/IMSI: 8949020000123456789 / $X', '', 'X'],
    ['IMEI/Serial: $A', 'A', ''],
    // A name whose number is something else, such as a card, is spent.
    ['Order no. 4111 1111 1111 1111 IMEI: $A $B', 'A B', ''],
    ['Order no. 3.52E+14 IMEI: $A $B', 'A B', ''],
    ['IMEI/Serial: $A $B', 'A', 'B'],
    ['IMEI/Serial: $A $B $C', '', 'A B C'],
  ]);
});

describe('a number without a name has the one that it has elsewhere in the text', () => {
  cases([
    ['Order no. $O\nlink to it: $O', '', 'O'],
    ['IMSI: $X\n$X', '', 'X'],
    ['$X attached\nIMSI $X detached\nIMEI $A', 'A', 'X'],
    ['[{"imsi":"$X","label":"$X"},{"imei":"$A"}]', 'A', 'X'],
    ['Order $O, IMEI $A\nwrong: order $A, $O', 'A', 'O'],
    ['$A\nserial number $A\nIMEI $A', 'A', ''],
    ['$A\n$B\n$A', 'A B', ''],
    // A MEID and a link say nothing about the 15 digits.
    ['$A\nMEID: $M', 'A', ''],
    ['https://shop.example/$A\n$A', 'A', ''],
  ]);
});

describe('the first line of a record names the number in its last one', () => {
  cases([
    ['Name: IMEI\nValue: $A\nName: IMSI\nValue: $X', 'A', 'X'],
    ['Name: IMSI\nValue: $X\nName: IMEI\nValue: $A', 'A', 'X'],
    ['Name: IMEI\nValue: $A\n\nName: IMSI\nValue: $X', 'A', 'X'],
    ['Attribute: Mobile Id (IMEI)\nData: $A\nAttribute: Subscriber Id (IMSI)\nData: $X', 'A', 'X'],
    ['Field: Order no.\nContent: $O\nField: IMEI\nContent: $A', 'A', 'O'],
    ['Bezeichnung: IMEI\nWert: $A\n\nBezeichnung: IMSI\nWert: $X', 'A', 'X'],
    ['Attribut : IMEI\nValeur : $A\nAttribut : IMSI\nValeur : $X', 'A', 'X'],
    ['Название: IMSI\nЗначение: $X\nНазвание: IMEI\nЗначение: $A', 'A', 'X'],
    ['Field name: IMEI\nField value: $A\nField name: IMSI\nField value: $X', 'A', 'X'],
    ['"name": "imei",\n"val": "$A",\n"name": "imsi",\n"val": "$X"', 'A', 'X'],
    ['- name: imei\n  content: $A\n- name: imsi\n  content: $X', 'A', 'X'],
    ['Name: IMEI\nType: text\nWert: $A\nName: IMSI\nType: text\nWert: $X', 'A', 'X'],
    ['Order: 4711\nModel: A\nPhone: $A\nOrder: 4712\nModel: B\nPhone: $B', 'A B', ''],
    // Other records have the name below the number.
    ['id: $X\nkind: imsi\nid: $A\nkind: imei', 'A', 'X'],
    ['- id: 1\n  kind: imsi\n- id: $A\n  kind: imei', 'A', ''],
    // An empty line ends a record.
    ['Phone: $A\n\nKind: Order', 'A', ''],
    // Without a second record, the line above is one of its own.
    ['Status: Order\nPhone: $A', 'A', ''],
    ['Customer: Ann\nPhone: $A\nCustomer: Bob\nPhone: $B', 'A B', ''],
    ['Ann: thanks for the invoice\nBob: $A\nAnn: now to the new order\nBob: $B', 'A B', ''],
    ['\nPhone: $A\nPhone: $B', 'A B', ''],
    ['{"event":"order"}\n{"phone":"$A"}\n{"event":"order"}\n{"phone":"$B"}', 'A B', ''],
    ['Tel: 4711\nPhone: $A\nTel: 4712\nPhone: $B', 'A B', ''],
    ['Order\nTel: 491511234567\nPhone: $A\nTel: 491511234568\nPhone: $B', 'A B', ''],
    ['Type: Order\nIMEI: $A\nType: Order\nIMEI: $B', 'A B', ''],
  ]);
});
