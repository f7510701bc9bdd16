import type { ReadContext } from "../adapter.ts";
import type { Amount } from "../position.ts";

/** The assets of a token that is itself a share, else the token. */
export type Unwind<Contracts> = (context: ReadContext<Contracts>, held: Amount) => Promise<Amount[]>;
