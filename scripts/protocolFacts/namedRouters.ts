import type { RouterClaim } from "./routerClaim.ts";

const listClaims = (protocols: readonly string[], rows: Readonly<Record<string, readonly string[]>>): RouterClaim[] =>
  Object.entries(rows).flatMap(([chain, addresses]) => addresses.map((address) => ({ protocols, chain, address })));

/**
 * Earlier ones than the packages have: github.com/Uniswap/universal-router, deploy-addresses (fb25ff0), and
 * @uniswap/universal-router-sdk 1.4.4, 1.5.4 and 1.5.8 (MIT).
 */
const firstUniversalRouters = listClaims(["uniswap3"], {
  arb: [
    "0x4c60051384bd2d3c01bfc845cf5f4b44bcbe9de5",
    "0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4",
    "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad",
  ],
  avax: ["0x82635af6146972cd6601161c4472ffe97237d292", "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad"],
  base: ["0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4"],
  bsc: [
    "0x5dc88340e1c5c6366864ee415d6034cadd1a9897",
    "0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4",
    "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad",
  ],
  celo: ["0xc73d61d192fb994157168fb56730fdec64c9cb8f", "0x88a3ed7f21a3fcf6adb86b6f878c5b7a02d20e9b"],
  eth: ["0xef1c6e67703c7bd7107eed8303fbe6ec2554bf6b", "0x4c60051384bd2d3c01bfc845cf5f4b44bcbe9de5"],
  matic: [
    "0x4c60051384bd2d3c01bfc845cf5f4b44bcbe9de5",
    "0xe40b4a25328dc87bbe396662bac0cd1c1be6e883",
    "0x643770e279d5d0733f21d6dc03a8efbabf3255b4",
    "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad",
  ],
  op: [
    "0xb555edf5dcf85f42ceef1f3630a52a108e55a654",
    "0xec8b0f7ffe3ae75d7ffab09429e3675bb63503e4",
    "0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad",
  ],
});

/** SwapRouter02. @see https://docs.uniswap.org/contracts/v3/reference/deployments/celo-deployments */
const uniswapOnCelo = listClaims(["uniswap3"], { celo: ["0x5615cdab10dc425a742d643d949a7f474c01abc4"] });

/** PancakeRouter. @see https://developer.pancakeswap.finance/contracts/v2/addresses */
const pancakeRouters = listClaims(["pancakeswap"], {
  arb: ["0x8cfe327cec66d1c090dd72bd0ff11d690c33a2eb"],
  base: ["0x8cfe327cec66d1c090dd72bd0ff11d690c33a2eb"],
  bsc: ["0x10ed43c718714eb63d5aa57b78b54704e256024e"],
  era: ["0x5aeaf2883fbf30f3d62471154eda3c0c1b05942d"],
  eth: ["0xeff92a263d31888d860bd50809a8d171709b7b1c"],
  linea: ["0x8cfe327cec66d1c090dd72bd0ff11d690c33a2eb"],
  monad: ["0xb1bc24c34e88f7d43d5923034e3a14b24daacff9"],
  opbnb: ["0x8cfe327cec66d1c090dd72bd0ff11d690c33a2eb"],
});

/** `bulker` of github.com/compound-finance/comet, deployments/<network>/<asset>/roots.json. */
const bulkers = listClaims(["compound3"], {
  arb: ["0xbde8f31d2ddda895264e27dd990fab3dc87b372d"],
  base: ["0x78d0677032a35c63d142a48a2037048871212a8c"],
  eth: ["0xa397a8c2086c554b531c02e29f3291c9704b00c7"],
  linea: ["0x023ee795361b28cdbb94e302983578486a0a5f1b"],
  matic: ["0x59e242d352ae13166b4987ae5c990c232f7f7cd6"],
  mnt: ["0xaeb01ed33f6ef6ad7c54b0cd5c98a5181f64bcbb"],
  op: ["0xcb3643cc8294b23171272845473dec49739d4ba3"],
  ron: ["0xf0b39122915ca61a21b34561221cb9682d7efd59"],
  scrl: ["0x53c6d04e3ec7031105baea05b36cbc3c987c56fa"],
  uni: ["0x58ebb8db8b4fdf2dcbbb16e04c2f5b952963b514"],
});

/** Routers that no package lists; each list names its source. */
export const namedRouters: readonly RouterClaim[] = [
  ...firstUniversalRouters,
  ...uniswapOnCelo,
  ...pancakeRouters,
  ...bulkers,
];
