import { addressCells } from "../../addressCells.ts";

/** An image derived from the address. */
export function AddressMark({ address, size = 56 }: { readonly address: string; readonly size?: number }) {
  const { ground, cells } = addressCells(address);
  return (
    <svg className="address-mark" width={size} height={size} viewBox="0 0 5 5" shapeRendering="crispEdges" aria-hidden>
      <rect width="5" height="5" fill={ground} />
      {cells.map(({ x, y, colour }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="1" height="1" fill={colour} />
      ))}
    </svg>
  );
}
