export const messages = {
  "protocol.noSuch": "No such protocol",
  "protocol.noSuchText": "No protocol with this id is known here. Search for its name.",
  "protocol.loading": "the protocol",
  "protocol.notRead": "Positions are not read",
  "protocol.deposited": "Deposited",
  "protocol.theDeposits": "the deposits",
  "protocol.depositsHow": "What users have deposited in it by its own contracts, borrowed parts included.",

  "protocol.chains": "Chains",
  "protocol.chainsLoading": "its chains",
  "protocol.onAll": "{value} on all of them",

  "protocol.depositors": "Largest depositors",
  "protocol.theDepositors": "the depositors",
  "protocol.noDepositors": "No depositors are known",
  "protocol.noDepositorsText": "Its deposits have no receipt token whose holders could be listed.",
  "protocol.depositorsHow":
    "The deposits that a token stands for, valued by each address's part of it. Deposits without such a receipt are left out, so the values mostly add up to less than everything deposited. Debts are not subtracted.",

  "protocol.pools": "Pools",
  "protocol.thePools": "the pools",
  "protocol.noPools": "No pools are known",
  "protocol.noPoolsText": "What is deposited in it is not read pool by pool.",
  "protocol.poolsCaption": "Pools, the largest deposits first",
  "protocol.pool": "Pool",
  "protocol.kind": "Kind",
  "protocol.depositorCount": "Depositors",
  "protocol.readAt": "Read {time}",
  "protocol.showFewer": "Show fewer",
  "protocol.showAll": "Show all {count, number}",
} as const;
