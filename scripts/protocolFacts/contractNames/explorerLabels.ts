import { join } from "node:path";
import type { Address } from "@portico/evm";
import type { ContractClaim } from "./claim.ts";
import { EXPLORERS } from "./explorers.ts";
import { listFiles } from "./files.ts";
import { toProtocolKey } from "./protocolKey.ts";

/** Labels of accounts, of what is sold or attacked, and of companies that hold their customers' money. */
const CUSTODY =
  /^(hot-wallet|cold-wallet|exchange|phish-hack|heist|exploit|mev-bot|mev-builder|mining|ofac-sanctions-lists|fund|spam-token|ico-wallets|token-sale|company-funds|avs-operator|take-action|sybil-delegate|maker-vault-owner|parity-bug|endaoment|charity|nonprofit|friend-tech-users|airdrop-hunter|pimlico|stackup|blocked|binance.*|proposer-fee-recipient|validator|validator-group|retropgf-recipient|wbtc-merchant|contract-deployer|bounty|website-down|scam|old-token)$/;
/** Roles of accounts, not of contracts that users call. */
const ACCOUNT =
  /deployer|multi-?sig|wallet|treasury|\bteam\b|exploiter|hacker|\bfunds?\b|donat|token sale|company|presale|advisor|bundler|operator|delegate\b|owner|\badmin\b|keeper|guardian|signer|relayer|funder|contributor|fee recipient|\bdev\b|marketing|foundation|committee|\bhot\b|cold storage|investor|merchant|private sale|ecosystem|compromised|scam|fake|phish/i;
const ROLE =
  /router|factory|chef|bar|maker|vault|staking|bento|kashi|zap|migrat|distributor|voting|gov|miso|stream|pool$/i;
const TOKEN =
  /\btoken\b(?! (?:lock|vest|bridge|gateway|dist|messenger|migrat|swap|transfer|stak|wrapper))|stablecoin|^\$/i;
/** Receipts: tokens by which a deposit is made. */
const RECEIPT = /vault|staked|\bst[A-Z]|deposit|gauge|\bLP\b|debt|^a[A-Z]{2}|^c[A-Z]{2}|^y[A-Z]|interest|savings/;

interface Row {
  address: string;
  nameTag?: string | null;
}

interface Tag {
  chain: string;
  address: Address;
  label: string;
  /** "Curve.fi" of "Curve.fi: Gauge Controller". */
  brand: string;
  role: string;
}

/** Public name tags of block explorers, of dawsbot/eth-labels: "Brand: role". */
export function listLabelClaims(root: string): ContractClaim[] {
  const tags = [...listFiles(join(root, "eth-labels"), /^data\/\w+\/[\w-]+\/accounts\.json$/)].flatMap(
    ({ path, text }) => {
      const [, explorer = "", label = ""] = path.split("/");
      const chain = EXPLORERS[explorer];
      return chain === undefined ? [] : (JSON.parse(text) as Row[]).flatMap((row) => parse(row, chain, label));
    },
  );
  const labels = new Set(tags.map(({ label }) => toProtocolKey(label)));
  const custody = new Set(tags.filter(({ label }) => CUSTODY.test(label)).map(keyOf));
  return tags.flatMap((tag): ContractClaim[] => {
    const protocol = toProtocolKey(tag.brand);
    if (
      !labels.has(protocol) ||
      custody.has(keyOf(tag)) ||
      ACCOUNT.test(tag.role) ||
      (POOLS.has(protocol) && tag.role.length < 24 && !ROLE.test(tag.role))
    )
      return [];
    const isToken = TOKEN.test(tag.role) && !RECEIPT.test(tag.role);
    return [{ protocol, chain: tag.chain, address: tag.address, rank: "label", isToken, name: tag.brand }];
  });
}

/** Exchanges whose labelled contracts are their pools: adapters know them by their factory, or they are gone. */
const POOLS = new Set(["sushiswap", "burgerswap", "bscswap"]);

const keyOf = ({ chain, address }: Tag): string => `${chain} ${address}`;

function parse({ address, nameTag }: Row, chain: string, label: string): Tag[] {
  const [, brand, role] = /^([^:]+?)\s*:\s*(.+)$/.exec(nameTag ?? "") ?? [];
  if (brand === undefined || role === undefined || role.startsWith("0x")) return [];
  return [{ chain, address: address.toLowerCase() as Address, label, brand, role }];
}
