/** Chains by the folder of their explorer in eth-labels. */
export const EXPLORERS: Readonly<Record<string, string>> = {
  arbiscan: "arb",
  basescan: "base",
  bscscan: "bsc",
  celo: "celo",
  etherscan: "eth",
  gnosis: "xdai",
  optimism: "op",
};
