declare const brand: unique symbol;
/** 15 ASCII digits with a right Luhn check digit (3GPP TS 23.003, 6.2.1). Only the parser makes one. */
export type Imei = string & { readonly [brand]: 'Imei' };
