import { shortAddress } from "@portico/client";
import { Badge } from "@portico/ui";
import { Link } from "@tanstack/react-router";
import { useChains } from "../api/useChains.ts";
import { useCodes } from "../api/useCodes.ts";
import { Message } from "../languages/Message.tsx";
import { type AccountKind, listAccountKinds } from "./accountKinds.ts";

/** Whether an address is a contract, and what it is; its line is there before that is known. */
export function AccountKinds({ address }: { readonly address: string }) {
  const codes = useCodes(address);
  return (
    <p className="account-kinds small quiet">
      {listAccountKinds(codes ?? []).map((kind) => (
        <Kind key={`${kind.text} ${kind.delegate ?? ""}`} kind={kind} />
      ))}
    </p>
  );
}

const MAX_NAMED = 3;

function Kind({ kind: { text, delegate, chains, isEverywhere } }: { readonly kind: AccountKind }) {
  const known = useChains();
  const names = chains.map((chain) => known.get(chain)?.name ?? chain);
  const badge = (
    <Badge>{delegate === undefined ? <bdi>{text}</bdi> : <Delegation name={text} address={delegate} />}</Badge>
  );
  if (isEverywhere) return <span>{badge}</span>;
  return (
    <span title={names.join(", ")}>
      {names.length > MAX_NAMED ? (
        <Message id="shell.onChainCount" params={{ what: badge, count: names.length }} />
      ) : (
        <Message id="shell.onChains" params={{ what: badge, chains: names.join(", ") }} />
      )}
    </span>
  );
}

/** @param name - Of the contract's protocol; empty if unknown. */
function Delegation({ name, address }: { readonly name: string; readonly address: string }) {
  const contract = (
    <Link to="/address/$address" params={{ address }} search={{}} className="mono" title={address}>
      {shortAddress(address)}
    </Link>
  );
  return name === "" ? (
    <Message id="shell.delegates" params={{ contract }} />
  ) : (
    <Message id="shell.delegatesTo" params={{ contract, name: <bdi>{name}</bdi> }} />
  );
}
