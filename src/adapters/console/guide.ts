import type { Guide } from '../../core/adapter/guide.ts';
import { EXAMPLE } from '../../format/help.ts';
import type { PlainKey } from '../../format/texts/say.ts';

export const GUIDE: Guide<PlainKey> = {
  examples: [
    { typed: EXAMPLE, meaning: 'help.example.number' },
    { typed: `/imei full ${EXAMPLE}`, meaning: 'help.example.full' },
    { typed: '/imei file:label.jpg', meaning: 'help.example.photo' },
    { typed: '/imei file:stock.csv', meaning: 'help.example.file' },
  ],
};
