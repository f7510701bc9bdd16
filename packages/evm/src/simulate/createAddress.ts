import { randomBytes } from "node:crypto";
import type { Address } from "viem";

/** An address where nobody is, another one each time: contracts that look there would know that they are simulated. */
export const createAddress = (): Address => `0x${randomBytes(20).toString("hex")}`;
