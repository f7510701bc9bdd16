import { shortAddress } from "@portico/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { AddressMark } from "../../parts/AddressMark.tsx";
import { t } from "../../languages/t.ts";

async function readExample({ signal }: { readonly signal: AbortSignal }): Promise<string | null> {
  const response = await fetch("/explorer/example", { signal });
  if (!response.ok) return null;
  return ((await response.json()) as { readonly address: string | null }).address;
}

/** An address to try, if the operator named one. */
export function ExampleAddress() {
  const { data: address } = useQuery({ queryKey: ["/explorer/example"], queryFn: readExample, staleTime: Infinity });
  if (address == null) return <p className="front-example" />; // its place: it arrives after the page
  return (
    <p className="front-example">
      <span className="quiet small">{t("landing.noAddress")}</span>
      <Link to="/address/$address" params={{ address }} search={{}} className="button small" title={address}>
        <AddressMark address={address} /> {t("landing.try", { address: shortAddress(address) })}
      </Link>
    </p>
  );
}
