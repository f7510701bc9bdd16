/**
 * An image derived from the address, so that similar addresses look different: three colours on a grid of five by five.
 */
export function AddressMark({ address, size = 56 }: { readonly address: string; readonly size?: number }) {
  const bytes = Array.from({ length: 20 }, (_, index) =>
    Number.parseInt(address.slice(2 + index * 2, 4 + index * 2), 16),
  );
  const hue = (((bytes[0] ?? 0) << 8) + (bytes[1] ?? 0)) % 360;
  const colours = [`hsl(${hue} 62% 52%)`, `hsl(${(hue + 40) % 360} 70% 64%)`, `hsl(${(hue + 200) % 360} 60% 42%)`];
  const cells = Array.from({ length: 25 }, (_, index) => {
    const [x, y] = [index % 5, Math.floor(index / 5)];
    const byte = bytes[2 + ((y * 3 + Math.min(x, 4 - x)) % 18)] ?? 0;
    return { x, y, colour: byte % 5 < 2 ? undefined : colours[byte % 3 === 0 ? 2 : 1] };
  });
  return (
    <svg className="address-mark" width={size} height={size} viewBox="0 0 5 5" shapeRendering="crispEdges" aria-hidden>
      <rect width="5" height="5" fill={colours[0]} />
      {cells.map(
        ({ x, y, colour }) => colour && <rect key={`${x} ${y}`} x={x} y={y} width="1" height="1" fill={colour} />,
      )}
    </svg>
  );
}
