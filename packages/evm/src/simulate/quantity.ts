import type { Hex } from "viem";

/** Whether it is a hex quantity. */
export const isQuantity = (text: unknown): text is Hex => typeof text === "string" && /^0x[0-9a-f]{1,64}$/i.test(text);
