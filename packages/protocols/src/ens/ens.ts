import type { Address } from "@portico/evm";
import { defineAdapter } from "../adapter.ts";

export interface EnsContracts {
  registry: Address;
  /** The NFTs of .eth names. */
  registrar: Address;
  nameWrapper: Address;
  /** They register .eth names. */
  controllers: readonly Address[];
  resolvers: readonly Address[];
  reverseRegistrars: readonly Address[];
  bulkRenewals: readonly Address[];
  dns: readonly Address[];
}

/** Names for addresses. A name is an NFT of its owner, not a position. */
export const ens = defineAdapter<EnsContracts>({
  id: "ens",
  name: "ENS",
  siteUrl: "https://ens.domains",
  category: "names",
  source: "addresses of @ensdomains/ensjs 4.3.1 (MIT)",
  deployments: {
    eth: {
      registry: "0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e",
      registrar: "0x57f1887a8bf19b14fc0df6fd9b2acc9af147ea85",
      nameWrapper: "0xd4416b13d2b3a9abae7acd5d6c2bbdbe25686401",
      controllers: [
        "0x59e16fccd424cc24e280be16e11bcd56fb0ce547",
        "0x253553366da8546fc250f225fe3d25d0c782303b",
        "0x283af0b28c62c092c9727f1ee09c02ca627eb7f5",
      ],
      resolvers: [
        "0xf29100983e058b709f3d539b0c765937b804ac15",
        "0x231b0ee14048e9dccd1d247744d114a4eb5e8e63",
        "0x4976fb03c32e5b8cfe2b6ccb31c09ba78ebaba41",
        "0xeeeeeeee14d718c2b47d9923deab1335e144eeee",
      ],
      reverseRegistrars: ["0xa58e81fe9b61b5c3fe2afd33cf304c454abfc7cb", "0x283f227c4bd38ece252c4ae7ece650b0e913f1f9"],
      bulkRenewals: ["0xc649947a460b135e6b9a70ee2fb429adbb529290", "0xa12159e5131b1eef6b4857eee3e1954744b5033a"],
      dns: ["0xb32cb5677a7c971689228ec835800432b339ba2b", "0x0fc3152971714e5ed7723fafa650f86a4baf30c5"],
    },
  },
});
