import type { Guide } from '../../core/adapter/platform-guide.ts';
import { ANY_IMEI } from '../../format/help-pages.ts';
import type { PlainKey } from '../../format/texts/say.ts';

export const GUIDE: Guide<PlainKey> = {
  examples: [
    { typed: ANY_IMEI, meaning: 'help.example.number' },
    { typed: `/imei full ${ANY_IMEI}`, meaning: 'help.example.full' },
    'telegram.sendPhoto',
    'telegram.sendFile',
  ],
  whereOthersRead: ['telegram.group', 'telegram.album'],
  greeting: 'telegram.greeting',
};
