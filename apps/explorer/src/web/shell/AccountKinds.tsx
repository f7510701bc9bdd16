import { shortAddress } from "@portico/client";
import { Badge } from "@portico/ui";
import { Link } from "@tanstack/react-router";
import { useChains } from "../api/useChains.ts";
import { useCodes } from "../api/useCodes.ts";
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
  return (
    <span title={isEverywhere ? undefined : names.join(", ")}>
      <Badge>
        <bdi>{text}</bdi>
        {delegate !== undefined && (
          <>
            {" "}
            <Link to="/address/$address" params={{ address: delegate }} search={{}} className="mono" title={delegate}>
              {shortAddress(delegate)}
            </Link>{" "}
            (EIP-7702)
          </>
        )}
      </Badge>
      {!isEverywhere && ` on ${names.length > MAX_NAMED ? `${names.length} chains` : names.join(", ")}`}
    </span>
  );
}
