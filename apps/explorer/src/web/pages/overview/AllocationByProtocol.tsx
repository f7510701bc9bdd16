import { Link } from "@tanstack/react-router";
import { Wallet } from "lucide-react";
import { Card, EmptyState } from "@portico/ui";
import { Answered } from "../../parts/Answered.tsx";
import { ProtocolLogo } from "../../parts/ProtocolLogo.tsx";
import { Source } from "../../parts/Source.tsx";
import { useAddress } from "../../shell/useAddress.ts";
import { AllocationFigure } from "./AllocationFigure.tsx";
import { REST, type Share, sharesOf } from "./shares.ts";
import { useProtocolParts, WALLET } from "./useProtocolParts.ts";

/** The value by protocol, and what is in none. */
export function AllocationByProtocol() {
  const query = useProtocolParts();
  return (
    <Card
      title="By protocol"
      actions={
        query.data && (
          <Source
            label="the allocation by protocol"
            meta={query.data.meta}
            how={
              <p>
                The value in each protocol, minus debts there; “Wallet” is the rest of the net worth: tokens that are in
                no protocol.
              </p>
            }
          />
        )
      }
    >
      <Answered query={query} label="protocols">
        {(parts) => {
          const shares = sharesOf(parts);
          return shares.length === 0 ? (
            <EmptyState icon={Wallet} title="Nothing yet" text="Tokens and positions with a price will appear here." />
          ) : (
            <AllocationFigure
              caption="Net worth by protocol"
              shares={shares}
              name={(share) => <PartName {...share} />}
            />
          );
        }}
      </Answered>
    </Card>
  );
}

function PartName({ id, name }: Pick<Share, "id" | "name">) {
  const { address } = useAddress();
  if (id === REST) return <>{name}</>;
  if (id === WALLET)
    return (
      <Link to="/address/$address/tokens" params={{ address }}>
        <span className="wallet-mark">
          <Wallet size={13} aria-hidden />
        </span>{" "}
        Wallet
      </Link>
    );
  return (
    <Link to="/address/$address/positions" params={{ address }}>
      <ProtocolLogo id={id} name={name} /> <bdi className="foreign">{name}</bdi>
    </Link>
  );
}
