import { shortAddress } from "@portico/client";
import { History } from "./History.tsx";
import { NetWorth } from "./NetWorth.tsx";
import { TokenTable } from "./TokenTable.tsx";

export function App({ address }: { readonly address: string }) {
  return (
    <main>
      <h1 title={address}>{shortAddress(address)}</h1>
      <NetWorth address={address} />
      <TokenTable address={address} />
      <History address={address} />
    </main>
  );
}
