import type { HistoryItem, HistoryNft, UserHistory } from "@portico/contract";
import { getChain } from "@portico/evm";
import { LegKind, type HistoryLeg, type HistoryTransaction } from "@portico/store";
import { nftCollection, nftItem } from "../nfts/nftItem.ts";
import { isCollectionLeg, moveId } from "./moves.ts";
import { isNftLeg, type PageMetadata } from "./pageMetadata.ts";

const CATEGORIES = { send: "Send", receive: "Receive", approve: "Authorize", cancel: "Cancel" };

type Dictionaries = Pick<UserHistory, "cate_dict" | "project_dict" | "token_dict">;

/** Dictionaries of a page; a plain id that exists on several chains refers to the newest of them. */
export function listDictionaries(
  transactions: readonly HistoryTransaction[],
  items: readonly HistoryItem[],
  metadata: PageMetadata,
): Dictionaries {
  const cateIds = new Set(items.map(({ cate_id }) => cate_id));
  const categories = Object.entries(CATEGORIES).filter(([id]) => cateIds.has(id));
  return {
    cate_dict: Object.fromEntries(categories.map(([id, name]) => [id, { id, name }])),
    project_dict: listProjects(items, metadata),
    token_dict: listTokens(transactions, metadata),
  };
}

function listProjects(items: readonly HistoryItem[], { logoOf }: PageMetadata): UserHistory["project_dict"] {
  const first = items.flatMap(({ chain, protocols = [] }) => protocols.slice(0, 1).map((one) => ({ chain, ...one })));
  return Object.fromEntries(
    first.map(({ id, chain, name, site_url }) => [id, { id, chain, name, logo_url: logoOf(id), site_url }]),
  );
}

function listTokens(transactions: readonly HistoryTransaction[], metadata: PageMetadata): UserHistory["token_dict"] {
  const tokens: UserHistory["token_dict"] = {};
  for (const { chain, legs } of transactions) {
    for (const leg of legs) {
      if (leg.kind === LegKind.fee || leg.kind === LegKind.event) continue;
      const id = moveId(chain, leg, metadata);
      const key = `${chain}_token:${id}`;
      if (Object.hasOwn(tokens, key)) continue;
      const entry = isNftLeg(leg) ? historyNft(chain, leg, metadata) : metadata.tokenOf(chain, leg.token).toResponse();
      tokens[key] = entry;
      tokens[id] ??= entry;
    }
  }
  return tokens;
}

function historyNft(chain: string, leg: HistoryLeg, { nftOf }: PageMetadata): HistoryNft {
  const nft = nftOf(chain, leg.token, leg.tokenId ?? 0n);
  const { id, contract_id, inner_id, name, content_type, content, collection = null } = nftItem(getChain(chain), nft);
  if (!isCollectionLeg(leg)) return { id, contract_id, inner_id, chain, name, content_type, content, collection };
  const whole = nftCollection(getChain(chain), nft);
  const none = { inner_id: "", name: "", content_type: "", content: "" };
  return { id: whole.id, contract_id, chain, ...none, collection };
}
