import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Ban,
  CircleX,
  FileCode2,
  Landmark,
  type LucideIcon,
  ShieldCheck,
  ShieldX,
  Sparkles,
  Vote,
} from "lucide-react";
import type { HistoryEvent } from "./listEvents.ts";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  send: ArrowUpRight,
  burn: ArrowUpRight,
  receive: ArrowDownLeft,
  claim: ArrowDownLeft,
  swap: ArrowLeftRight,
  wrap: ArrowLeftRight,
  unwrap: ArrowLeftRight,
  trade_nft: ArrowLeftRight,
  approve: ShieldCheck,
  revoke: ShieldX,
  cancel: Ban,
  mint: Sparkles,
  supply: Landmark,
  withdraw: Landmark,
  borrow: Landmark,
  repay: Landmark,
  stake: Landmark,
  unstake: Landmark,
  add_liquidity: Landmark,
  remove_liquidity: Landmark,
  deposit: Landmark,
  lock: Landmark,
  unlock: Landmark,
  liquidation: Landmark,
  airdrop: ArrowDownLeft,
  bridge_in: ArrowDownLeft,
  bridge_out: ArrowUpRight,
  donate: ArrowUpRight,
  renew: ArrowUpRight,
  migrate: ArrowLeftRight,
  order_placed: ArrowLeftRight,
  order_filled: ArrowLeftRight,
  order_cancelled: Ban,
  governance: Vote,
  delegate: Vote,
};

/** An icon for the category; the sentence beside it has the same meaning. */
export function eventIcon({ item, isFailed, flows }: HistoryEvent): LucideIcon {
  if (isFailed) return CircleX;
  const { category = "" } = item;
  if (Object.hasOwn(ICONS, category)) return ICONS[category] ?? FileCode2;
  if (flows.in.length > 0 && flows.out.length === 0) return ArrowDownLeft;
  return FileCode2;
}
