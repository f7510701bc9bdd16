/** The image of an address: three colours on a grid of five by five, so that similar addresses look different. */
export interface AddressCells {
  readonly ground: string;
  readonly cells: readonly { readonly x: number; readonly y: number; readonly colour: string }[];
}

/** @param address - 0x and 40 hexadecimal digits. */
export function addressCells(address: string): AddressCells {
  const bytes = Array.from({ length: 20 }, (_, index) =>
    Number.parseInt(address.slice(2 + index * 2, 4 + index * 2), 16),
  );
  const hue = (((bytes[0] ?? 0) << 8) + (bytes[1] ?? 0)) % 360;
  const cells = Array.from({ length: 25 }, (_, index) => {
    const [x, y] = [index % 5, Math.floor(index / 5)];
    const byte = bytes[2 + ((y * 3 + Math.min(x, 4 - x)) % 18)] ?? 0;
    const colour = byte % 3 === 0 ? `hsl(${(hue + 200) % 360} 60% 42%)` : `hsl(${(hue + 40) % 360} 70% 64%)`;
    return byte % 5 < 2 ? [] : [{ x, y, colour }];
  }).flat();
  return { ground: `hsl(${hue} 62% 52%)`, cells };
}
