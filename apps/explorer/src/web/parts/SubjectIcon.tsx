import { ArrowLeftRight, Box, Coins, Images, Layers, type LucideIcon } from "lucide-react";
import type { SubjectKind } from "../../facts.ts";
import { AddressMark } from "./AddressMark.tsx";
import { ProtocolLogo } from "./ProtocolLogo.tsx";
import { TokenLogo } from "./TokenLogo.tsx";

interface SubjectIconProps {
  readonly kind: SubjectKind;
  readonly path: string;
  readonly label: string;
}

const ICONS: Readonly<Record<SubjectKind, LucideIcon>> = {
  address: Coins,
  token: Coins,
  protocol: Layers,
  transaction: ArrowLeftRight,
  block: Box,
  collection: Images,
};

/** What stands for a page: its own picture, otherwise one of its kind. */
export function SubjectIcon({ kind, path, label }: SubjectIconProps) {
  const [, , first = "", second = ""] = path.split("/");
  if (kind === "address") return <AddressMark address={first} size={20} />;
  if (kind === "token") return <TokenLogo chain={first} id={second} symbol={label} />;
  if (kind === "protocol") return <ProtocolLogo id={first} name={label} />;
  const Icon = ICONS[kind];
  return <Icon size={18} aria-hidden />;
}
