import type { Protocol } from "@portico/client";
import { Layers } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { EmptyState, SearchField } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { useAnswer } from "../api/explorerApi.ts";
import { Answered } from "../parts/Answered.tsx";
import { ListTools } from "../parts/HideSwitch.tsx";
import { PageHeading } from "../parts/PageHeading.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { findProtocols } from "../../findProtocols.ts";
import { ProtocolTable } from "./protocols/ProtocolTable.tsx";
import { useListSearch } from "./useListSearch.ts";

/** The protocols of every served chain, searched by name. */
export function ProtocolsPage() {
  const protocols = useAnswer("/v1/protocol/all_list", {});
  return (
    <>
      <PageHeading level={1} title="Protocols" tab="Protocols" />
      <section className="card">
        <Answered query={protocols} label="protocols" skeleton={<Skeleton label="protocols" rows={8} />} isQuiet>
          {(list) => <ProtocolList list={list} />}
        </Answered>
      </section>
    </>
  );
}

function ProtocolList({ list }: { readonly list: readonly Protocol[] }) {
  const [text, setText] = useListSearch();
  const wanted = useDeferredValue(text);
  const found = useMemo(() => findProtocols(list, wanted), [list, wanted]);
  return (
    <>
      <ListTools>
        <SearchField label="Search name" initial={text} change={setText} />
      </ListTools>
      <p className="list-sum quiet small" role="status">
        {plural(found.length, "protocol")}
        {found.length < list.length && ` of ${list.length.toLocaleString("en")}`}
      </p>
      {found.length > 0 ? (
        <ProtocolTable key={wanted} protocols={found} />
      ) : (
        <EmptyState icon={Layers} title="Nothing matches" text="No protocol on a served chain has this name." />
      )}
    </>
  );
}
