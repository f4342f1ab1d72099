import { nameCases } from './name-cases.ts';

/** What people copy from elsewhere, as they copy it; only the numbers are made up. */
nameCases([
  // The outputs of phones and modems:
  ['Phone Subscriber Info:\n  Phone Type = GSM\n  Device ID = $A', 'A', ''],
  [
    '[gsm.sim.operator.numeric]: [50501]\n[persist.radio.imei]: [$A]\n[persist.radio.imsi]: [$X]',
    'A',
    'X',
  ],
  ['[gsm.imei]: [$A,$B]', 'A B', ''],
  // The text column of a memory dump, in which the number is over three lines.
  [
    "# service call iphonesubinfo 1\nResult: Parcel(\n  0x00000000: 00000000 0000000f 00350033 00390036 '........3.5.6.9.'\n  0x00000010: 00380033 00330030 00360035 00330034 '3.8.0.3.5.6.4.3.'\n  0x00000020: 00300038 00000039                   '8.0.9...        ')",
    'A',
    '',
  ],
  [
    "IMSI:\n#   0x00000000: 00000000 0000000f 00300035 00300035 '........5.0.5.0.'\n#   0x00000010: 00310031 00330032 00350034 00370036 '1.1.2.3.4.5.6.7.'\n#   0x00000020: 00390038 00000036                   '8.9.6...        ')\nIMEI: $A",
    'A',
    'X',
  ],
  ["0x00000010: 00350033 '3.5.'\nIMEI $A\n0x00000020: 00350033 00350033 '3.5.3.5.'", 'A', ''],
  ['*#06#\nIMEI1: $A / 01\nIMEI2: $B / 01\nMEID: A0000049D6A3B2', 'A B', ''],
  ['IMEI: $A SV: 78', 'A', ''],
  [
    '  Hardware |                model: EG916Q-GL\n           |         equipment id: $A\n  Numbers  |                  own: +61412345678',
    'A',
    '',
  ],
  ['  Properties |            imsi: $X\n             |     operator id: 50501', '', 'X'],
  ['modem.3gpp.imei : $A\nsim.properties.imsi : $X', 'A', 'X'],
  ["\t    ESN: '0'\n\t   IMEI: '$A'\n\t   MEID: 'unknown'\n\tIMEI SV: '3'", 'A', ''],
  ['Model: A7670SA-FASE\nIMEI: $A\n+GCAP: +CGSM\n\nOK\nAT+CIMI\n\n$X\n\nOK', 'A', 'X'],
  ['+CGSN: "$A"\n\nOK\nAT+CIMI\n$X', 'A', 'X'],
  ['AT+EGMR=1,7,"$A"\nAT+EGMR=1,10,"$B"', 'A B', ''],
  ['AT+SIMEI=$A', 'A', ''],
  [
    'InternationalMobileEquipmentIdentity: $A\nInternationalMobileEquipmentIdentity2: $B\nInternationalMobileSubscriberIdentity: $X\nMobileEquipmentIdentifier: $M\nUniqueChipID: 1234567890123456',
    'A B',
    'X',
  ],
  ['<key>UniqueChipID</key>\n<integer>$O</integer>', '', 'O'],
  ['Mobile identity - IMEISV ($M-78)\n  IMSI: $X', 'A', 'X'],
  // The exports of programs:
  [
    '{"imei":"$A","meid":"$M","serialNumber":"DNPXJ1ABCD2Z","phoneNumber":"+4915112345678"}',
    'A',
    '',
  ],
  [
    '<mobile_device><id>12</id><imei>$A</imei><meid>$M</meid><iccid>8949 0200 0012 3456 789</iccid></mobile_device>',
    'A',
    '',
  ],
  ['PalletID;CartonID;SKU;IMEI\n$O;$P;SM-G991B;$A\n$O;$P;SM-G991B;$B', 'A B', 'O P'],
  ['SSCC 003490154205512033\nGTIN 08806095299853\nIMEI $A', 'A', ''],
  ['1732185600000 device=$A ts=20241121123456', 'A', ''],
  ['MSISDN 61412345678 IMSI $X IMEI $A', 'A', 'X'],
  ['session_id=$O&user_id=$P&imei=$A', 'A', 'O P'],
  // Messages that are passed on:
  ['[28/11/2026, 17:43:12] Tom: $A\n[28/11/2026, 17:44:00] Ann: ok and $B from 12/2024', 'A B', ''],
  ['Forwarded from Phones 24/7\n27.11.2026 10:15\nIMEI1 $A\nIMEI2 $B\nPrice 15 000', 'A B', ''],
  ['--\nHTC One M8 | Samsung S21 | IMEI: $A\nMember since 2012 | Posts: 1,234', 'A', ''],
  ['https://www.facebook.com/groups/$O/posts/1234', '', 'O'],
  ['Call 1800 123 456 or 0412 345 678 re $A', 'A', ''],
  ['Box 1: $A $B\nBox 2: $C', 'A B C', ''],
  ['Phone no. 1: $A\nPhone no. 2: $B', 'A B', ''],
  ['1 x iPhone 12 64GB  $A  £250.00\n1 x iPhone 11 64GB  $B  £180.00', 'A B', ''],
  ['Qty;Item;IMEI;Price\n1;iPhone 12;$A;250\n1;iPhone 11;$B;180', 'A B', ''],
  ['Warranty card: iPhone 12, IMEI $A', 'A', ''],
  // The papers of shops, insurances and customs:
  ['Job no. $O\nDevice: iPhone 12 ($A)\nScreen 120.00', 'A', 'O'],
  ['Work order: $O | IMEI: $A | Tech: Sam', 'A', 'O'],
  ['RMA $O / IMEI $A / battery', 'A', 'O'],
  ['Quote no. $O for the phone $A', 'A', 'O'],
  ['PO number: $O\nIMEI $A', 'A', 'O'],
  ['eBay item number: 123456789012\nUPC: 190199221234\nIMEI: $A (clean)', 'A', ''],
  ['Item number $O, IMEI $A', 'A', 'O'],
  ['Amazon order 112-1234567-1234567\nIMEI $A', 'A', ''],
  ['Transaction ID: $O\nUTR: 412345678901\niPhone 12 $A', 'A', 'O'],
  ['Payment ID $O paid, phone $A', 'A', 'O'],
  ['Unlock request number: $O\nIMEI: $A\nNCK: 1234567890123456\nMCK: 87654321', 'A', 'O'],
  ['IMEI: $A\nNCK: $O\nSPCK: $P', 'A', 'O P'],
  ['CCK=$O NCK=$P for IMEI $A', 'A', 'O P'],
  ['Please send me the NCK for $A', 'A', ''],
  ['Claim number: $O\nPolicy no.: $P\nMake: Samsung\nIMEI: $A', 'A', 'O P'],
  ['Policy $O, claim ref. $P, handset $A', 'A', 'O P'],
  ['Crime reference number $O. The IMEI of the stolen phone is $A', 'A', 'O'],
  ['Case no. $O\nPhone: $A', 'A', 'O'],
  ['Lost phone, IMEI $A. Police report no. $O', 'A', 'O'],
  ['Police report: $A', 'A', ''],
  ['Voucher $O\nBill of lading: $P\nIMEIs: $A $B', 'A B', 'O P'],
  ['HS code 8517130000\nDeclaration no. $O\nGoods: mobile phone, IMEI $A', 'A', 'O'],
  ['AWB: 157-12345675\nHAWB $O\nIMEIs:\n$A\n$B', 'A B', 'O'],
  ['Versicherungsschein-Nr. $O\nSchadennummer: $P\nGerätenummer (IMEI): $A', 'A', 'O P'],
  ['Aktenzeichen: $O\nLieferschein $P\nIMEI: $A', 'A', 'O P'],
  ['N° de sinistre : $O\nN° de contrat : $P\nIMEI : $A', 'A', 'O P'],
  ['Número de siniestro: $O\nPóliza: $P\nIMEI: $A', 'A', 'O P'],
  ['Apólice: $O\nTransação $P\nIMEI: $A', 'A', 'O P'],
  ['Полис: $O\nНомер транзакции: $P\nIMEI: $A', 'A', 'O P'],
  ['保单号：$O\n交易号 $P\n串号：$A', 'A', 'O P'],
  // Buyback and grading reports:
  [
    'Device Report\nTransaction ID: $O\nMake Apple\nModel iPhone 12 64GB\nESN/IMEI $A\nCarrier Lock: Unlocked\nBattery Health 87%\nBattery Cycle 412',
    'A',
    'O',
  ],
  ['Certificate ID: $O | Erasure: NIST 800-88 | IMEI: $A | IMEI2: $B | Result: Pass', 'A B', 'O'],
  ['Lot,Grade,Model,ESN,Battery\n12,A/B,iPhone 11,$A,88\n12,C,iPhone 12,$B,79', 'A B', ''],
  // Carrier portals:
  [
    'BAN: $O\nCTN: 5551234567\nCurrent device: Samsung S21, IMEI $A\nSIM: $X\nStatus: Active',
    'A',
    'O X',
  ],
  ['Old IMEI: $A\nNew IMEI: $B\nOrder ID: $O\nMSISDN: 447700900123', 'A B', 'O'],
  ['Subscriber $X swapped from $A to $B on 12/11/2026', 'A B', 'X'],
  // GPS trackers:
  ['imei:$A,tracker,2611280915,,F,071530.000,A,2234.0297,N,11405.9101,E,0.00,;', 'A', ''],
  ['##,imei:$A,A;\n$B;', 'A B', ''],
  ['$$$A,AAA,35,22.572965,114.049088,261128091530,A,9,24,0,128,1.2,42,12345,66789', 'A', ''],
  // Loans and instalments:
  [
    'Loan A/C No: $O\nCustomer: Ravi K\nDevice: Redmi Note 9\nIMEI 1: $A\nIMEI 2: $B\nEMI: 1,499',
    'A B',
    'O',
  ],
  ['Agreement No,Loan No,Model,IMEI No\n$O,$P,Vivo Y20,$A\n$P,$O,Oppo A54,$B', 'A B', 'O P'],
  ['Application ID $O approved. Phone lock on $A. UTR $P', 'A', 'O P'],
  // Registers of the state:
  ['Acknowledgement No. $O\nYour request to block IMEI $A is accepted. Request ID $P.', 'A', 'O P'],
  ['PSID: $O\nIMEI-1: $A\nIMEI-2: $B\nTax: Rs. 24,500', 'A B', 'O'],
  ['FIR No. 123/2026\nSr | Name | IMEI\n1 | Ravi | $A\n2 | Anil | $B', 'A B', ''],
  // Fiscal receipts:
  [
    'КАССОВЫЙ ЧЕК\nСмартфон iPhone 12 $A\n1 x 45000.00\nРН ККТ: 0001234567012345\nФН: $O\nФД: 12345 ФПД: 1234567890',
    'A',
    'O',
  ],
  ['ИТОГ 45000\nЗН ККТ $O\nИМЕИ $A', 'A', 'O'],
  ['Store no. $O\nIMEI $A', 'A', 'O'],
  ['MID: $O\nAuth: 123456 RRN: 412345678901\nIMEI $A', 'A', 'O'],
  // Scanner dumps of a warehouse:
  ['2026-11-28T10:15:22;BIN A-03;$A;OK\n2026-11-28T10:15:25;BIN A-03;$B;OK', 'A B', ''],
  ['SCAN 10:15:22 user7 CODE128 $A\nSCAN 10:15:25 user7 CODE128 $B', 'A B', ''],
  ['PO#: $O\nGRN: $P\nCarton 1/2\n$A\n$B', 'A B', 'O P'],
  // Mails of ticket systems:
  ['[Request #$O] Your phone\nIMEI $A\n--\nPlease type your reply above this line', 'A', 'O'],
  ['Your request no. $O has been received and is being reviewed. Device: $A', 'A', 'O'],
  [
    'Case Number: $O\nSubject: Phone won’t start\nDescription:\nIMEI is $A, bought in May',
    'A',
    'O',
  ],
  // Metrics and configurations:
  ['modem_info{imei="$A",imsi="$X",operator="Optus"} 1', 'A', 'X'],
  ['[modem]\nimei = $A\nimsi = $X\n[sim]\niccid = 8949020000123456789', 'A', 'X'],
  ["config interface 'wwan'\n\toption imei '$A'\n\toption imsi '$X'", 'A', 'X'],
  // Papers that hand over a device:
  [
    'Übergabeprotokoll\nInventar-Nr.: $O\nPersonalnummer: $P\nGerät: iPhone 12\nIMEI: $A',
    'A',
    'O P',
  ],
  ['Employee ID: $O\nAsset No: $P\nPhone: $A', 'A', 'O P'],
  [
    'Acta de entrega\nNúmero de inventario: $O\nEquipo: Samsung A52\nIMEI 1: $A / IMEI 2: $B',
    'A B',
    'O',
  ],
  // Lost-phone notices:
  [
    'LOST: black iPhone 12, last seen 28.11.2026 near 10115 Berlin. IMEI $A. Reward! Call 0170 1234567',
    'A',
    '',
  ],
  ['Found a phone at the station, *#06# shows $A and $B. Ref. at the desk: $O', 'A B', 'O'],
  ['Téléphone perdu le 28/11/2026, IMEI : $A, n° de dossier $O', 'A', 'O'],
  // Forum posts:
  ['Quote:\nOriginally Posted by simfan23\nIMEI $A\nPost #4711 · 12-05-2026', 'A', ''],
  ['[CODE]\nAT+CGSN\n$A\nAT+CIMI\n$X\n[/CODE]', 'A', 'X'],
  ['Re: brick after flash (thread $O) - my imei turned from $A to 0', 'O A', ''],
  // Price posts of channels:
  ['📱 iPhone 12 128GB\n🔋 87%\n💵 350$\n🆔 $A\n📞 +380 50 123 4567', 'A', ''],
  ['#iphone12 #128gb 350€ IMEI:$A ✅ чек №$O', 'A', 'O'],
  ['iPhone 12 — 1500₽ — $A\niPhone 13 — 2500₽ — $B\nДоставка ТТН $O', 'A B', 'O'],
  // Cells copied from a spreadsheet:
  [
    'Kunde\tAuftrag\tGerät\tIMEI\nMeier\t$O\tiPhone 12\t$A\nMüller\t$P\tiPhone 13\t$B',
    'A B',
    'O P',
  ],
  ['$A\t$O\n$B\t$P', 'A O B P', ''],
  ['IMEI\t$A\nIMSI\t$X\nICCID\t8949020000123456789', 'A', 'X'],
  // Nested objects:
  ['{"order":{"id":"$O","items":[{"sku":"x","imei":"$A"},{"sku":"y","imei":"$B"}]}}', 'A B', 'O'],
  ['<order id="$O"><phone imei="$A"/><phone imei="$B"/></order>', 'A B', 'O'],
  ['order:\n  id: $O\n  phones:\n    - imei: $A\n    - imei: $B', 'A B', 'O'],
  // Pages of a router:
  ['IMEI\n$A\nIMSI\n$X\nICCID\n8949020000123456789\nMy Number\n+447700900123', 'A', 'X'],
  ['IMEI: $A IMSI: $X RSSI: -67 dBm', 'A', 'X'],
  [
    'Device Information\nDevice name: E5576\nSerial number: $O\nIMEI: $A\nIMSI: $X\nHardware version: CL4E5573SM',
    'A',
    'O X',
  ],
  // Queries of a database:
  // The names of its columns are not read, so all are asked about.
  ["INSERT INTO phones (imei, order_id) VALUES ('$A', '$O'), ('$B', '$P');", '', 'A O B P'],
  ["SELECT * FROM phones WHERE imei IN ('$A','$B');", 'A B', ''],
  ['{"_id":{"$oid":"5f1a"},"imei":{"$numberLong":"$A"},"imsi":{"$numberLong":"$X"}}', 'A', 'X'],
  // Text messages:
  ['Your device with IMEI $A was registered. Ref $O. Do not reply.', 'A', 'O'],
  ['KYM $A', 'A', ''],
  ['OTP 123456 for your order $O. Never share it. Device $A', 'A', 'O'],
  // Lists that were read aloud or typed by hand:
  ['1st: $A\n2nd: $B', 'A B', ''],
  ['first one is $A and the second one is $B', 'A B', ''],
  ['kitchen drawer: $A, $B; order no is $O', 'A B', 'O'],
  // Release lists of carriers:
  ['PO $O\nDelivery Note $P\nShip date 28.11.2026\nQTY 2\nIMEI LIST:\n$A\n$B\nEND', 'A B', 'O P'],
  ['DN# $O; SKU 123456; IMEI1=$A; IMEI2=$B; ICCID=8949020000123456789', 'A B', 'O'],
  ['H|$O|20261128\nD|1|$A\nD|2|$B\nT|2', 'O A B', ''],
  // Logs of the core of a network:
  [
    "AVP: 'User-Name'(1) l=23 f=-M val=\"$X\"\nAVP: 'IMEI'(1402) vend='3GPP'(10415) l=26 f=VM val=\"$M\"\nAVP: 'Software-Version'(1403) vend='3GPP'(10415) l=14 f=VM val=\"53\"",
    'A',
    'X',
  ],
  ['[mme] INFO: Added a UE: imeisv-$M78, imsi-$X', 'A', 'X'],
  ['[amf] INFO: [imsi-$X:1] Release SM context [204]\nPEI[imeisv-$M78]', 'A', 'X'],
  // Boxes that service phones:
  ['Model ID : M2101K6G\nIMEI1 : $A\nIMEI2 : $B\nUID : $O', 'A B', 'O'],
  ['IMEI / ESN Backup data1 Saved as\n\\ Products \\ Rh-19 \\ Rh-19_$A_Back.rpl', 'A', ''],
  ['Model : SM-A536B\nSN : R5CT30ABCDE\nUN : CE0717171234567\nIMEI : $A\nCSC : XEO', 'A', ''],
  // Bootloaders:
  ['(bootloader) imei:$A\n(bootloader) imei2:$B\n(bootloader) meid:', 'A B', ''],
  ['androidboot.imei=$A androidboot.serialno=0123456789ABCDEF', 'A', ''],
  ['cpuid=0x6ed268e1 psn=$O imei=$A', 'A', 'O'],
  // Servers of trackers and of other things:
  [
    'DEBUG: [5027 <- 180.214.232.82] - HEX: 000f333536333037303430333237303136\nWARN: Unknown device - $A (180.214.232.82)',
    'A',
    '',
  ],
  ['devices/$A/telemetry 23.4\ndevices/$B/telemetry 21.0', 'A B', ''],
  ['ep=urn:imei:$A&lt=86400&lwm2m=1.0&b=U', 'A', ''],
  ['urn:imei-imsi:$A-$X', 'A', 'X'],
  ['urn:imei-msisdn:$A-61412345678', 'A', ''],
  // Addresses:
  ['from: $O@lid\nphone $A', 'A', 'O'],
  ["{ id: '$O@lid', phoneNumber: '6285956777410@s.whatsapp.net' }, { id: '$P@lid' }", '', 'O P'],
  ['[28/11/2026, 17:43] ~ $O@lid: IMEI $A', 'A', 'O'],
  ['Contact: <sip:$X@ims.mnc001.mcc505.3gppnetwork.org>', '', 'X'],
  // A price, and the address of a phone.
  ['iPhone 12 $A@250€\niPhone 11 $B @180', 'A B', ''],
  ['login: imei-$A@iot.example', 'A', ''],
  // Papers with labels of languages that the bot does not speak:
  ["Numero d'ordine: $O\nFattura n. $P\nCodice IMEI: $A", 'A', 'O P'],
  ['Denuncia di furto, n. prot. $O: Samsung S21, codice IMEI $A', 'A', 'O'],
  ['Bestelnummer: $O\nFactuurnummer: $P\nIMEI-nummer: $A', 'A', 'O P'],
  ['Numer zamówienia: $O\nNr faktury: $P\nNumer IMEI: $A', 'A', 'O P'],
  ['Nomor pesanan: $O\nNo. resi: $P\nNomor IMEI: $A', 'A', 'O P'],
  ['Mã đơn hàng: $O\nMã vận đơn: $P\nSố IMEI: $A', 'A', 'O P'],
  ['注文番号：$O\nお問い合わせ番号：$P\nIMEI番号：$A', 'A', 'O P'],
  ['주문번호: $O\n송장 번호: $P\nIMEI: $A', 'A', 'O P'],
  ['شماره سفارش: $O\nکد رهگیری: $P\nسریال IMEI: $A', 'A', 'O P'],
  ['מספר הזמנה: $O\nמספר חשבונית: $P\nמספר IMEI: $A', 'A', 'O P'],
  ['Ordrenr. $O\nSagsnummer: $P\nIMEI: $A', 'A', 'O P'],
  ['Orderbekräftelse\nKundnummer: $O\nÄrendenummer: $P\nIMEI: $A', 'A', 'O P'],
  ['Tilausnumero: $O\nLaskun numero: $P\nIMEI: $A', 'A', 'O P'],
  ['Objednávka č. $O\nČíslo zásilky: $P\nIMEI: $A', 'A', 'O P'],
  ['Číslo objednávky: $O\nReklamácia č. $P\nIMEI: $A', 'A', 'O P'],
  ['Rendelésszám: $O\nSzámla sorszáma: $P\nIMEI kód: $A', 'A', 'O P'],
  ['Nr. comandă: $O\nBon fiscal nr. $P\nIMEI: $A', 'A', 'O P'],
  ['Αριθμός παραγγελίας: $O\nΜΑΡΚ: $P\nIMEI: $A', 'A', 'O P'],
  ['Номер на поръчка: $O\nФактура № $P\nIMEI: $A', 'A', 'O P'],
  ['Broj narudžbe: $O\nBroj računa: $P\nIMEI: $A', 'A', 'O P'],
  ['Broj porudžbine: $O\nPošiljka br. $P\nIMEI: $A', 'A', 'O P'],
  ['หมายเลขคำสั่งซื้อ: $O\nเลขที่สัญญา: $P\nหมายเลข IMEI: $A', 'A', 'O P'],
  ['অর্ডার নম্বর: $O\nচালান নং: $P\nআইএমইআই: $M', 'A', 'O P'],
  ['آرڈر نمبر: $O\nرسید نمبر: $P\nآئی ایم ای آئی: $M', 'A', 'O P'],
  // A name in Danish, with a word for “number”; alone it is French.
  ['en bon état, en ordre: $A', 'A', ''],
  // In Japan, the number of the product is that of the phone.
  ['製造番号：$A', 'A', ''],
  // Exports of chats:
  ['{"type": "message", "text": ["IMEI ", {"type": "phone", "text": "$A"}]}', 'A', ''],
  ['"text": ["", {"type": "bank_card", "text": "$A"}, " and ", "$B"]', 'A B', ''],
  ['{"text":"<tel:$A|$A> order <tel:$O|$O>"}', 'A', 'O'],
  ['{"sender_id":"$O","content":"is $A ok?","profile_id":"$P"}', 'A', 'O P'],
  // Dumps of databases:
  ['COPY public.phones (imei, order_id) FROM stdin;\n$A\t$O\n$B\t$P\n\\.', 'A B', 'O P'],
  ['+------+------+\n| imei | order_id |\n+------+------+\n| $A | $O |', 'A', 'O'],
  ['*********** 1. row ***********\n    imei: $A\norder_id: $O', 'A', 'O'],
  ['-[ RECORD 1 ]------\nimei     | $A\norder_id | $O', 'A', 'O'],
  ['  ["order_no"]=>\n  string(15) "$O"\n  ["imei"]=>\n  string(15) "$A"', 'A', 'O'],
  ['["user_id"]=>\nint($O)\n["IMEI"]=>string(15) "$A"', 'A', 'O'],
  ['a:2:{s:4:"imsi";s:15:"$X";s:4:"imei";s:15:"$A";}', 'A', 'X'],
  ['a:3:{s:8:"order_id";i:$O;s:4:"imei";s:15:"$A";s:5:"price";i:250;}', 'A', 'O'],
  // Modems of laptops:
  ['Device Id     : $A\nSubscriber Id : $X\nSIM ICC Id    : 8949020000123456789', 'A', 'X'],
  ['Geräte-ID: $A\nAbonnenten-ID: $X', 'A', 'X'],
  ['Id. do Dispositivo : $A\nId. do Assinante : $X', 'A', 'X'],
  ['Id. de dispositivo: $A\nId. de suscriptor: $X', 'A', 'X'],
  ['ID de périphérique : $A\nID d’abonné : $X', 'A', 'X'],
  ['Код устройства: $A\nКод абонента: $X', 'A', 'X'],
  ['设备 ID：$A\n订户 ID：$X', 'A', 'X'],
  // The sources of mails and web pages:
  ['IMEI:=C2=A0$A=0D=0A\nOrder number:=C2=A0$O', 'A', 'O'],
  ['<td style=3D"padding:4px">IMEI</td><td style=3D"padding:4px">$A</td>', 'A', ''],
  ['IMEI&#58;&nbsp;$A&nbsp;/&nbsp;$B', 'A B', ''],
]);
