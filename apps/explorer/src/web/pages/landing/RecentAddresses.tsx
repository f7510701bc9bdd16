import { shortAddress } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "@portico/ui";
import { useName } from "../../api/useName.ts";
import { AddressMark } from "../../parts/AddressMark.tsx";
import { clearRecent, readRecent } from "../../shell/recentAddresses.ts";

/** Recently visited addresses. */
export function RecentAddresses() {
  const [recent, setRecent] = useState(readRecent);
  if (recent.length === 0) return null;
  const clear = (): void => {
    clearRecent();
    setRecent([]);
  };
  return (
    <section className="recent" aria-labelledby="recent">
      <h2 id="recent">Recent addresses</h2>
      <Button size="small" look="plain" onClick={clear}>
        Clear
      </Button>
      <ul>
        {recent.map((address) => (
          <Recent key={address} address={address} />
        ))}
      </ul>
    </section>
  );
}

function Recent({ address }: { readonly address: string }) {
  const { data: named } = useName(address);
  return (
    <li>
      <Link to="/address/$address" params={{ address }} search={{}} className="button small" title={address}>
        <AddressMark address={address} /> {named?.data.name ?? shortAddress(address)}
      </Link>
    </li>
  );
}
