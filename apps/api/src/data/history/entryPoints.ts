/**
 * EntryPoint contracts of ERC-4337, versions 0.6 to 0.9: the same on every chain. They are copied from
 * viem/account-abstraction, because importing it loads wallets, word lists and WebAuthn: 70 ms of the API's start.
 */
export const ENTRY_POINTS: readonly string[] = [
  "0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789",
  "0x0000000071727de22e5e9d8baf0edac6f37da032",
  "0x4337084d9e255ff0702461cf8895ce9e3b5ff108",
  "0x433709009b8330fda32311df1c2afa402ed8d009",
];
