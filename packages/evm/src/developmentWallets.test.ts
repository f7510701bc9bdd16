import { mnemonicToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { developmentWallets } from "./developmentWallets.ts";

test("they are the first ten accounts of anvil's and Hardhat's mnemonic", () => {
  const mnemonic = `${"test ".repeat(11)}junk`;
  const addresses = Array.from({ length: 10 }, (_, addressIndex) =>
    mnemonicToAccount(mnemonic, { addressIndex }).address.toLowerCase(),
  );
  expect([...developmentWallets]).toEqual(addresses);
});
