/** Returns a function that reads equal texts once, since lists repeat their words. */
export function remembering<Reading>(read: (text: string) => Reading): (text: string) => Reading {
  const readings = new Map<string, Reading>();
  return (text) => {
    let reading = readings.get(text);
    if (reading === undefined) {
      reading = read(text);
      readings.set(text, reading);
    }
    return reading;
  };
}
