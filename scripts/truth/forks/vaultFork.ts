import type { Address } from "@portico/evm";
import type { ForkContract } from "./forkContract.ts";
import { ADMIN, type Fork, type ForkChain } from "./forkScene.ts";

const UNIT = 10n ** 18n;
const ELSEWHERE: Address = "0x00000000000000000000000000000000000e15e0";

/**
 * A vault of InvestingVault.sol for the first token, which earns: redeeming pays a share of its assets.
 * @param isInvesting - Whether a part of them goes elsewhere.
 */
export const toVaultFork = (
  { tokens: [token], mint, approve }: ForkChain,
  vault: ForkContract,
  isInvesting = false,
): Fork => ({
  async use(owner) {
    await mint(token, owner, 5n * UNIT);
    await approve(token, owner, vault.address);
    await vault.write(owner, "deposit", [5n * UNIT, owner]);
    await mint(token, vault.address, UNIT); // yield
    if (isInvesting) await vault.write(ADMIN, "invest", [ELSEWHERE, 2n * UNIT]);
  },
  async readTruth(owner) {
    const shares = await vault.read<bigint>("balanceOf", [owner]);
    return new Map([[token, await vault.read<bigint>("previewRedeem", [shares])]]);
  },
});
