import type { Protocol } from "@portico/client";
import { Layers } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { EmptyState, SearchField } from "@portico/ui";
import { t } from "../languages/t.ts";
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
      <PageHeading level={1} title={t("shell.protocols")} tab={t("shell.protocols")} />
      <section className="card">
        <Answered
          query={protocols}
          label={t("overview.protocols")}
          skeleton={<Skeleton label={t("overview.protocols")} rows={8} />}
          isQuiet
        >
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
        <SearchField label={t("protocols.search")} initial={text} change={setText} />
      </ListTools>
      <p className="list-sum quiet small" role="status">
        {found.length < list.length
          ? t("protocols.countOf", { count: found.length, total: list.length })
          : t("protocols.count", { count: found.length })}
      </p>
      {found.length > 0 ? (
        <ProtocolTable key={wanted} protocols={found} />
      ) : (
        <EmptyState icon={Layers} title={t("protocols.noMatch")} text={t("protocols.noMatchText")} />
      )}
    </>
  );
}
