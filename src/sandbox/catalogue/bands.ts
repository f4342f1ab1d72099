export const GSM_900 = ['900'] as const;
export const DUAL_BAND = ['900', '1800'] as const;
export const TRI_BAND = ['900', '1800', '1900'] as const;
export const QUAD_BAND = ['850', '900', '1800', '1900'] as const;
