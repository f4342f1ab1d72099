import { describe } from 'vitest';
import { nameCases } from './name-cases.ts';

/** What networks, offices and workshops write down; only the numbers are made up. */

describe('the logs of modems', () => {
  nameCases([
    // The lines of a question and its answer begin alike.
    [
      '[01-24_22:54:19:581] AT> AT+CIMI\n[01-24_22:54:19:583] AT< $X\n[01-24_22:54:19:583] AT< OK\n[01-24_22:54:19:584] AT> AT+CGSN\n[01-24_22:54:19:587] AT< $A',
      'A',
      'X',
    ],
    ['sev-ril : AT> AT+CIMI\nsev-ril : AT< $X\nsev-ril : AT> AT+GSN\nsev-ril : AT< $A', 'A', 'X'],
    ['AT> AT+CIMI\nAT< AT+CIMI\nAT< $X', '', 'X'],
    [
      '[12:01:02] TX > AT+CGSN\n[12:01:02] RX < $A\n[12:01:03] TX > AT+CIMI\n[12:01:03] RX < $X',
      'A',
      'X',
    ],
    ['[AT] >>> AT+CIMI\n[AT] <<< $X\n[AT] >>> AT+GSN\n[AT] <<< $A', 'A', 'X'],
    ['20:33:42Z DEBUG modem >> AT+CIMI\n20:33:45Z DEBUG modem << $X', '', 'X'],
    [
      "host ModemManager[512]: <debug> [modem0/ttyUSB2/at] --> 'AT+CIMI<CR>'\nhost ModemManager[512]: <debug> [modem0/ttyUSB2/at] <-- '<CR><LF>$X<CR><LF><CR><LF>OK<CR><LF>'",
      '',
      'X',
    ],
    ['> AT+GSN\n$A\n> AT+CIMI\n$X\n> AT+QSIMSTAT?\n+QSIMSTAT: 0,1', 'A', 'X'],
    // A number behind such a sign has its own name.
    ['IMSI > $X\nIMEI -> $A', 'A', 'X'],
    ['look at > $A', 'A', ''],
  ]);
});

describe('what networks log and bill', () => {
  nameCases([
    [
      '\tUser-Name = "$X@realm"\n\tCalling-Station-Id = "61412345678"\n\t3GPP-IMSI = "$X"\n\t3GPP-IMEISV = "$A,01"\n\tAcct-Session-Id = "$O"',
      'A',
      'X O',
    ],
    ['Chargeable-User-Identity = $X\n3GPP-IMEISV = "$M78"', 'A', 'X'],
    ['Subscription-Id-Type: END_USER_IMSI (1), Subscription-Id-Data: "$X"', '', 'X'],
    ['"supi": "imsi-$X", "pei": "imeisv-$M78", "gpsi": "msisdn-61412345678"', 'A', 'X'],
    ['{"supi": "$X", "domain": "EPS", "cm_state": "connected"}', '', 'X'],
    // The cell of a call has as many digits.
    ['MSISDN|IMSI|IMEI|First CGI|Last CGI\n9876543210|$X|$A|$O|$P', 'A', 'X O P'],
    ['CELL_ID,LAC,IMEI,IMSI\n$O,412,$A,$X', 'A', 'O X'],
    ['| A-Party | IMEI | Cell ID |\n|---|---|---|\n| 9876543210 | $A | $O |', 'A', 'O'],
    ['{"imei":"$A","cell":{"cgi":"$O"}}', 'A', 'O'],
    ['cell_global_id=$O imei=$A', 'A', 'O'],
    ['Cell phone: $A\nmy cell $B', 'A B', ''],
  ]);
});

describe('the numbers of companies on their invoices', () => {
  nameCases([
    ['Tax Invoice\nTRN: $O\niPhone 12 IMEI $A', 'A', 'O'],
    ['VAT No. $O\nTax ID: $P\nIMEI: $A', 'A', 'O P'],
    ['<cbc:CompanyID>$O</cbc:CompanyID>', '', 'O'],
    ['هاتف: 0501234567  |  الرقم الضريبي: $O\nIMEI: $A', 'A', 'O'],
    ['ИП Иванов · ИНН 110100379330 · ОГРНИП $O\niPhone 12 IMEI $A', 'A', 'O'],
    ['NPWP: $O\nNIK: 3578012345678901\nIMEI: $A', 'A', 'O'],
    ['Vergi No: $O\nMersis No: 3569380356438078\nIMEI: $A', 'A', 'O'],
    ['统一社会信用代码/纳税人识别号：$O\n机器编号：$P\n串号：$A', 'A', 'O P'],
    ['統一編號：$O\n串號：$A', 'A', 'O'],
    ['CNPJ 35693803564380 IMEI $B', 'B', 'A'],
    ['iPhone 12, 450 EUR incl. VAT: $A', 'A', ''],
  ]);
});

describe('the papers of shops', () => {
  nameCases([
    ['Bill No: $O\nWarranty no. $P\nIMEI: $A', 'A', 'O P'],
    ['Inv. $O / $A', '', 'O A'],
    ['Inv. $O, IMEI $A', 'A', 'O'],
    ['Cash memo no. $O\nChallan No. $P\nIMEI $A', 'A', 'O P'],
    ['Doc. No. $O\nDocument number: $P\nIMEI $A', 'A', 'O P'],
    ['Return ID $O, slip no. $P, IMEI $A', 'A', 'O P'],
    ['Purchase ID: $O\nFile no. $P\nIMEI $A', 'A', 'O P'],
    ['Till No. $O\nDealer ID: $P\nIMEI $A', 'A', 'O P'],
    ['Bon-Nr.: $O\nGarantie-Nr. $P\nIMEI: $A', 'A', 'O P'],
    ['N° de bon : $O\nAvoir n° $P\nIMEI : $A', 'A', 'O P'],
    ['Boleta N° $O\nRemito N° $P\nIMEI $A', 'A', 'O P'],
    ['Folio: $O\nIMEI $A', 'A', 'O'],
    ['NF nº $O\nNF-e $P\nIMEI $A', 'A', 'O P'],
    ['Акт № $O\nРеализация № $P\nIMEI $A', 'A', 'O P'],
    ['采购单 $O\n圆通快递 $P\n串码 $A', 'A', 'O P'],
    ['採購單 $O\n快遞 $P\n串號 $A', 'A', 'O P'],
    ['رقم القطعة: $O\nالايمي: $A', 'A', 'O'],
    ['Fiş No: $O\nIMEI: $A', 'A', 'O'],
    ['Numero pratica: $O\nDocumento nr. $P\nIMEI $A', 'A', 'O P'],
    ['Bonnummer: $O\nAanvraagnummer $P\nIMEI: $A', 'A', 'O P'],
    ['Nr dowodu zakupu: $O\nIMEI: $A', 'A', 'O'],
    ['No. Nota: $O\nIMEI: $A', 'A', 'O'],
    ['Số HĐ: $O\nIMEI: $A', 'A', 'O'],
    ['購入番号 $O IMEI $A', 'A', 'O'],
    ["מס' תיק: $O\nIMEI: $A", 'A', 'O'],
    // The words alone say something about a phone.
    ['with warranty and bill: $A', 'A', ''],
    ['last purchase: $A', 'A', ''],
    ['return this one: $A', 'A', ''],
    ['Smart Folio: $A', 'A', ''],
    ['con boleta y garantía, $A', 'A', ''],
    ['en bon état : $A', 'A', ''],
    ['mit Garantie: $A', 'A', ''],
  ]);
});

describe('the papers of workshops', () => {
  nameCases([
    ['Job sheet: $O\nService request: $P\nIMEI / Serial No.: $A', 'A', 'O P'],
    ['Estimate no. $O\nWO# $P\nIMEI $A', 'A', 'O P'],
    ['Coverage ID: $O\nPlan number: $P\nIMEI: $A', 'A', 'O P'],
    ['Kostenvoranschlag: $O\nReparaturauftrag $P\nIMEI: $A', 'A', 'O P'],
    ['Devis : $O\nIMEI : $A', 'A', 'O'],
    ['Presupuesto N.º $O\nIMEI $A', 'A', 'O'],
    ['OS nº $O - Aparelho A32 - IMEI $A - defeito: tela', 'A', 'O'],
    ['Ordem de serviço: $O\nBoleto: $P\nIMEI: $A', 'A', 'O P'],
    ['Квитанция: $O\nАртикул: $P\nIMEI: $A', 'A', 'O P'],
    ['Талон № $O\nIMEI $A', 'A', 'O'],
    ['维修单：$O\n工单：$P\n串号：$A', 'A', 'O P'],
    ['शिकायत संख्या: $O\nआईएमईआई: $A', 'A', 'O'],
    ['Zgłoszenie serwisowe nr $O\nNr sprawy: $P\nNr IMEI: $A', 'A', 'O P'],
    ['Karta gwarancyjna nr $O\nNr listu przewozowego: $P\nIMEI $A', 'A', 'O P'],
    ['Nr telefonu: 500-100-200\nNr IMEI: $A\nNr SIM: $X\nNr seryjny: $O', 'A', 'X O'],
    ['Servis Formu No: $O\nBarkod: $P\nIMEI: $A', 'A', 'O P'],
    ['Başvuru numaranız: $O. İlan numarası: $P\nIMEI $A', 'A', 'O P'],
    ['Mã bảo hành: $O\nSố phiếu: $P\nSố IMEI: $A', 'A', 'O P'],
    ['Mã đơn: $O - Mã giao dịch $P - IMEI: $A', 'A', 'O P'],
    ['Preventivo n° $O\nIMEI: $A', 'A', 'O'],
    ['شناسه یکتا: $O\nکد فعالسازی: $P\nسریال (IMEI): $A', 'A', 'O P'],
    ['מספר פנייה: $O\nמספר תעודה: $P\nIMEI: $A', 'A', 'O P'],
    ['シリアル番号\n$O\n修理番号：$P\nIMEI\n$A', 'A', 'O P'],
    // The words alone say something about a phone.
    ['con presupuesto de 200€, $A', 'A', ''],
    ['karta gwarancyjna, pudełko, $A', 'A', ''],
    ['есть гарантийный талон: $A', 'A', ''],
    ['estimate the value of $A', 'A', ''],
    ['what plan is this phone on: $A', 'A', ''],
    ['os números $A e $B', 'A B', ''],
    ['Wo: $A\nso $B', 'A B', ''],
  ]);
});

describe('the papers of the police, the customs and the court', () => {
  nameCases([
    [
      'Apple I-Phone 6 bearing IMEI No. $A with mobile No. 9550081644 and Net Cash of Rs. 600/-.',
      'A',
      '',
    ],
    [
      '| Item # | Description |\n| --- | --- |\n| 001 | drive bearing S/N: $O |\n| 002 | Galaxy S7 bearing IMEI: $A |',
      'A',
      'O',
    ],
    ['Exhibit No. $O\nSeal No. $P\nIMEI $A', 'A', 'O P'],
    ['Evidence ID: $O\nProperty tag: $P\nIMEI (label): $A', 'A', 'O P'],
    ['Incident number $O\nStolen: iPhone 12, IMEI $A', 'A', 'O'],
    ['Crime number: $O\nComplaint No: $P\nIMEI: $A', 'A', 'O P'],
    ['Denuncia nº $O\nAtestado: $P\nIMEI sustraído: $A', 'A', 'O P'],
    ['Boletim de Ocorrência: $O\nIMEI $A', 'A', 'O'],
    ['Numéro de plainte : $O\nPV N° $P\nIMEI $A', 'A', 'O P'],
    ['Tagebuchnummer: $O\nStrafanzeige: $P\nIMEI: $A', 'A', 'O P'],
    ['КУСП № $O\nтелефон Samsung, IMEI $A', 'A', 'O'],
    ['رقم البلاغ: $O\nرقم الشكوى: $P\nرقم الإيمي $A', 'A', 'O P'],
    ['LRN: $O\nMRN: $P\nGoods: used phones, IMEI $A', 'A', 'O P'],
    ['ГТД: $O\nIMEI: $A', 'A', 'O'],
    ['رقم البيان الجمركي: $O\nIMEI: $A', 'A', 'O'],
    ['the seal is broken, no evidence of use: $A', 'A', ''],
  ]);
});

describe('the identity papers of customers', () => {
  nameCases([
    ['Emirates ID: $O\nIMEI: $A', 'A', 'O'],
    ['Seller: Ann Smith, National ID No. $O\nIMEI $A', 'A', 'O'],
    ['Passport No. $O, IMEI $A', 'A', 'O'],
    // It has 14 digits.
    ['الرقم القومي\n$M\nسيريال IMEI\n$B', 'B', 'A'],
    ['رقم الهوية: $O\nرقم الإيمي: $A', 'A', 'O'],
    ['N° de sécurité sociale : $O\nN° IMEI : $A', 'A', 'O'],
    ['身份证号：$O\n串号：$A', 'A', 'O'],
    ['身分證字號：$O\n串號：$A', 'A', 'O'],
    ['a national phone with its passport: $A', 'A', ''],
  ]);
});

describe('the slips of banks', () => {
  nameCases([
    // It has 15 digits.
    ['Refund by ACH, trace number: $O\niPhone 12, IMEI $A', 'A', 'O'],
    ['ACH Trace # $O\nIMEI $A', 'A', 'O'],
    ['can you trace this phone: $A', 'A', ''],
  ]);
});

describe('the numbers of offers', () => {
  nameCases([
    ['Ad ID $O. IMEI $A', 'A', 'O'],
    ['Anzeigennummer: $O\nIMEI $A', 'A', 'O'],
    ['Publicación #$O\nIMEI: $A', 'A', 'O'],
    ['Código do anúncio: $O\nIMEI $A', 'A', 'O'],
    ['Annonce n° $O, IMEI $A', 'A', 'O'],
    ['Объявление № $O, IMEI $A', 'A', 'O'],
    ['Оголошення № $O, IMEI $A', 'A', 'O'],
    ['Nr ogłoszenia: $O\nIMEI: $A', 'A', 'O'],
    ['is this ad real? $A', 'A', ''],
    ['annonce leboncoin: $A', 'A', ''],
  ]);
});

describe('inventories and their exports', () => {
  nameCases([
    ['Depot;Code barre;IMEI\nParis;$O;$A', 'A', 'O'],
    ['Código de barras: $O\nIMEI: $A', 'A', 'O'],
    ['Штрихкод: $O\nКод штрих-код: $P\nIMEI: $A', 'A', 'O P'],
    ['条形码：$O\n串号：$A', 'A', 'O'],
    ['باركود: $O\nIMEI: $A', 'A', 'O'],
    [
      '{"asset_tag":"$O","serial":"R58M12ABCDE","custom_fields":{"IMEI":{"field":"_snipeit_imei_2","value":"$A"}}}',
      'A',
      'O',
    ],
    ['Set-Asset -Name "Phone-1234" -CustomField @{ "_snipeit_imei_number_37" = "$A" }', 'A', ''],
    ['"otherserial": "$O", "contact": "Ann", "imei": "$A"', 'A', 'O'],
    ['<deviceid>imei:$A</deviceid><subscriberid>imsi:$X</subscriberid>', 'A', 'X'],
    ['[{"iccid":"8949020000123456789","imsi":"$X","endpoint":{"imei":"$M78"}}]', 'A', 'X'],
  ]);
});

describe('the exports of databases', () => {
  nameCases([
    // Titles in brackets, and a comma between the rows.
    [
      "INSERT INTO `phones` (`id`, `order_id`, `imei`, `imsi`) VALUES\n(1, $O, '$A', '$X'),\n(2, $P, '$B', '$Y');",
      'A B',
      'O X P Y',
    ],
    [
      "INSERT INTO `phones` (`id`, `model`, `imei`, `user_id`) VALUES\n(1, 'iPhone 13', '$A', 1),\n(4, 'Nokia 3310', '$B', NULL);",
      'A B',
      '',
    ],
    ['INSERT INTO phones (order_id, device) VALUES\n($O, $A),\n($P, $B);', 'A B', 'O P'],
  ]);
});

describe('the source of web pages', () => {
  nameCases([
    [
      '<div class="label">Order number</div>\n<div class="value">$O</div>\n<div class="label">IMEI</div>\n<div class="value">$A</div>',
      'A',
      'O',
    ],
    ['Order number<br>$O<br>IMEI<br>$A', 'A', 'O'],
    ['<td><font size="2">Order</font></td><td><font size="2">$O</font></td>', '', 'O'],
    ['<div>$A</div>\n<br>$B', 'A B', ''],
  ]);
});

describe('the names in the attributes of tags', () => {
  nameCases([
    ['<string name="imei">$A</string>\n<string name="imsi">$X</string>', 'A', 'X'],
    ['<td data-label="IMSI">$X</td><td data-label="IMEI">$A</td>', 'A', 'X'],
    ['<td data-title=\'Order no.\'>$O</td>\n<td data-title="IMEI">$A</td>', 'A', 'O'],
    ['<span id="lblOrderNo">$O</span> <span id="lblIMEI">$A</span>', 'A', 'O'],
    ['<value key="imsi">$X</value>\n<value key="imei">$A</value>', 'A', 'X'],
    ['<Value Name="OrderNumber" Type="xs:string">$O</Value>', '', 'O'],
    ['<td title="Order no." class=x><b>$O</b></td>', '', 'O'],
    ['<td data-label="IMSI">\n  $X\n</td>', '', 'X'],
    ['<Data Name="IMSI">$X</Data>\n<item name="IMEI" group="General">$A</item>', 'A', 'X'],
    // Only values that end in a name, and not those of other attributes.
    ['<td>IMSI</td><td id="cell_4711" data-row="4711">$X</td>', '', 'X'],
    ['<td>Order</td><td data-label="Value of it">$O</td>', '', 'O'],
    ['<td data-label="Order">none</td><td data-label="Phone">$A</td>', 'A', ''],
    ['<div id="order-details"><p>$A</p></div>', 'A', ''],
    ['<div class="col order-2">$A</div>', 'A', ''],
    ['<td headers="order">$A</td>', 'A', ''],
  ]);
});

describe('short forms of “number”', () => {
  nameCases([
    ['Pedido N.º $O', '', 'O'],
    ['Caso N° $O', '', 'O'],
    ['Caso Nro. $O', '', 'O'],
    ['Case num $O', '', 'O'],
    ['N.º de pedido $O', '', 'O'],
    ['N.º IMEI $A', 'A', ''],
    ['N° $A', 'A', ''],
  ]);
});
