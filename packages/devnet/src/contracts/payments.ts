import { type Abi, type Address, concat, encodeAbiParameters, getCreate2Address, type Hex } from "viem";
import { getCreationCode } from "./artifact.ts";
import { compileContract } from "./compileContract.ts";
import type { ContractSet } from "./contractSet.ts";
import { nameAddress } from "./treasury.ts";

const disperser = compileContract("Disperser");
const attempts = compileContract("Attempts");
const factory = compileContract("WalletFactory");
const wallet = compileContract("ContractWallet");
const firework = compileContract("Firework");

/** At the address of Disperse.app; our implementation, as no package ships its bytecode. */
export const DISPERSER: Address = "0xD152f549545093347A162Dce210e7293f1452150";
export const ATTEMPTS: Address = nameAddress("attempts");
export const WALLET_FACTORY: Address = nameAddress("wallet factory");

export const disperserAbi: Abi = disperser.abi;
export const attemptsAbi: Abi = attempts.abi;
export const walletFactoryAbi: Abi = factory.abi;
export const walletAbi: Abi = wallet.abi;

/** Contracts that make internal payments. */
export const payments: ContractSet = {
  id: "payments",
  listPlacements: () => [
    { address: DISPERSER, creation: getCreationCode(disperser) },
    { address: ATTEMPTS, creation: getCreationCode(attempts) },
    { address: WALLET_FACTORY, creation: getCreationCode(factory) },
  ],
};

/** Creation code of a contract that pays its heir and self-destructs at once, with a token's logs. */
export const encodeFirework = (heir: Address, rawAmount: bigint): Hex => getCreationCode(firework, [heir, rawAmount]);

/** Address where the factory creates an owner's wallet. */
export function getWalletAddress(owner: Address, friend: Address, salt: Hex): Address {
  const args = encodeAbiParameters([{ type: "address" }, { type: "address" }], [owner, friend]);
  return getCreate2Address({ from: WALLET_FACTORY, salt, bytecode: concat([wallet.bytecode, args]) });
}
