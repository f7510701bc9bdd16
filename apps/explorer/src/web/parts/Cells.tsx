import { addressCells } from "../../addressCells.ts";

interface CellsProps {
  /** 0x and 40 hexadecimal digits. */
  readonly seed: string;
  readonly className: string;
  /** In pixels; by default that of the style. */
  readonly size?: number;
}

/** An image derived from 20 bytes. */
export function Cells({ seed, className, size }: CellsProps) {
  const { ground, cells } = addressCells(seed);
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 5 5" shapeRendering="crispEdges" aria-hidden>
      <rect width="5" height="5" fill={ground} />
      {cells.map(({ x, y, colour }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="1" height="1" fill={colour} />
      ))}
    </svg>
  );
}
