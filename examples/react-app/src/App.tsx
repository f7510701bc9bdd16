import { formatUsd, shortAddress } from "@portico/client";
import { History } from "./History.tsx";
import { portico } from "./portico.ts";
import { TokenTable } from "./TokenTable.tsx";

export function App({ address }: { readonly address: string }) {
  const { data, error } = portico.useQuery("get", "/v1/user/total_balance", { params: { query: { id: address } } });
  return (
    <main>
      <h1 title={address}>{shortAddress(address)}</h1>
      {error === null ? (
        <p>Net worth: {data === undefined ? "…" : formatUsd(data.total_usd_value)}</p>
      ) : (
        <p role="alert">
          {error.message} ({error.code})
        </p>
      )}
      <TokenTable address={address} />
      <History address={address} />
    </main>
  );
}
