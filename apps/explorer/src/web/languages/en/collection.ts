export const messages = {
  "collection.noSuch": "No such collection",
  "collection.noSuchText": "No NFT of this contract is known on this chain.",
  "collection.loading": "the collection",
  "collection.contractAddress": "the contract's address",
  "collection.scam": "Scam",
  "collection.suspicious": "Suspicious",
  "collection.unverified": "Unverified",

  "collection.facts": "Facts",
  "collection.deployed": "Deployed",
  "collection.creator": "Creator",
  "collection.trustedList": "Trusted list",
  "collection.isListed": "Has it",
  "collection.notListed": "Doesn't have it",
  "collection.cheats": "Cheats",
  "collection.notJudged": "Nobody has judged it",
  "collection.doesCheat": "Yes",
  "collection.notKnownTo": "Not known to",

  "collection.items": "Items",
  "collection.theItems": "the items",
  "collection.noItems": "No items are known",
  "collection.noItemsText": "None moved since the first indexed block.",
  "collection.showMore": "Show more",
  "collection.itemsHow":
    "The items that the index knows: which exist that nobody moved since the first indexed block is not known. Names and pictures are by their author.",
} as const;
