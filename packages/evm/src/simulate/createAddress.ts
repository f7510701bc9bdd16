import { randomBytes } from "node:crypto";
import type { Address } from "viem";

/** A random unused address: a fixed one would let contracts detect the simulation. */
export const createAddress = (): Address => `0x${randomBytes(20).toString("hex")}`;
