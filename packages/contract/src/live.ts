/** The contract in the response profile `live` as types: `paths` and `operations`, and one type per schema. */
export type * from "../generated/live.ts";
