import type { ReadStore } from "@portico/store";
import type { ChainRpcs } from "../chains/chainRpcs.ts";
import { createPositionReader, type PositionReaderOptions } from "../positions/positionReader.ts";
import { createPositions, type Positions, type PositionsOptions } from "../positions/positions.ts";

/** Positions at past blocks: read from the node each time, and never stored. */
export interface PastPositions {
  readonly open: (past: Pick<PositionsOptions, "readHolder" | "tokens">) => Positions;
}

export type PastPositionsOptions = Omit<PositionReaderOptions, "isReadOnly"> &
  Pick<PositionsOptions, "initialScans" | "protocols"> & {
    /** For reading. */
    readonly reads: ReadStore;
  };

export const createPastPositions = ({
  initialScans,
  protocols,
  reads,
  ...reading
}: PastPositionsOptions): PastPositions => ({
  open: (past) => {
    const reader = createPositionReader({ ...reading, chainRpcs: forgetful(reading.chainRpcs), isReadOnly: true });
    return createPositions({ db: reads, initialScans, protocols, reader, ...past });
  },
});

/** With a memory of its own: what is constant now may not have existed at a past block. */
const forgetful = ({ find }: ChainRpcs): ChainRpcs => ({
  find: (chain) => {
    const known = find(chain);
    return known && { ...known, memory: new Map() };
  },
});
