import { describe, expect, it } from 'vitest';
import { layOut } from './layout.ts';
import { picture } from './picture.ts';
import { arrowsOf, type Room, reachableFrom, rooms } from './rooms.ts';

/** Three rooms one above the other; the highest imports from both others. */
const TOWER: readonly Room[] = [
  { name: 'cellar', floor: 0, files: 1, imports: [] },
  { name: 'hall', floor: 1, files: 2, imports: ['cellar'] },
  { name: 'attic', floor: 2, files: 3, imports: ['cellar', 'hall'] },
];

describe('the picture of the house', () => {
  it('is what the imports say today', async () => {
    await expect(picture(rooms()), '“npm run house” draws it anew').toMatchFileSnapshot(
      '../../docs/house.svg',
    );
  });

  it('names every room with the number of its files', () => {
    const texts = picture(TOWER).matchAll(/<text class="(?:name|files)"[^>]*>([^<]+)/g);
    expect([...texts].map(([, text]) => text)).toEqual([
      'cellar',
      '1 file',
      'hall',
      '2 files',
      'attic',
      '3 files',
    ]);
  });

  it('draws no arrow where others tell the same, and leaves out nothing else', () => {
    expect(arrowsOf(TOWER).get('attic')).toEqual(['hall']);
    const all = rooms();
    const arrows = arrowsOf(all);
    const imports = new Map(all.map((room) => [room.name, room.imports]));
    for (const { name } of all) expect(reachableFrom(name, arrows)).toEqual(reachableFrom(name, imports));
  });

  it('keeps the rooms of a floor, and the arrows that pass it, apart', () => {
    for (const floor of layOut(rooms()).floors)
      floor.slice(1).forEach((spot, index) => {
        const left = floor[index] ?? spot;
        expect(spot.x - spot.width / 2).toBeGreaterThan(left.x + left.width / 2);
      });
  });
});
