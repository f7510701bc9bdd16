import type { Address } from "@portico/evm";
import { afterAll, beforeAll } from "vitest";
import { deployGaugeSystem } from "../gaugeSystem.ts";
import type { GaugeSystem } from "../gaugeSystem.ts";
import { startLab } from "../lab.ts";
import type { Lab } from "../lab.ts";
import { tokenAbi } from "../tokens.ts";

export const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
export const BOB: Address = "0x0000000000000000000000000000000000000b0b";
export const UNIT = 10n ** 18n;

/** One chain for the tests of all exchanges, from the first to the last of them. */
export let lab: Lab;
export let dao: GaugeSystem;

export function useAmmScene(): void {
  beforeAll(async () => {
    lab = await startLab("eth");
    dao = await deployGaugeSystem(lab, ALICE);
  });
  afterAll(() => lab.stop());
}

/** Writes to a test token as its minter. */
export const call = (to: Address, functionName: string, args: readonly unknown[]) =>
  lab.write(ALICE, { to, abi: tokenAbi, functionName, args });
