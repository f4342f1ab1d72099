import type { Guide } from '../../core/adapter/platform-guide.ts';
import { ANY_IMEI } from '../../format/help-pages.ts';
import type { PlainKey } from '../../format/texts/say.ts';

export const GUIDE: Guide<PlainKey> = {
  examples: [
    { typed: ANY_IMEI, meaning: 'help.example.number' },
    { typed: `/imei full ${ANY_IMEI}`, meaning: 'help.example.full' },
    { typed: '/imei file:label.jpg', meaning: 'help.example.photo' },
    { typed: '/imei file:stock.csv', meaning: 'help.example.file' },
  ],
};
