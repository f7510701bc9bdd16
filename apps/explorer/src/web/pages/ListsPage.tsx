import { Link } from "@tanstack/react-router";
import { Layers, Star, Tag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Card, EmptyState } from "@portico/ui";
import { useAnswer } from "../api/explorerApi.ts";
import { AddressLink } from "../parts/AddressLink.tsx";
import { PageHeading } from "../parts/PageHeading.tsx";
import { ShowMore } from "../parts/ShowMore.tsx";
import { isNothingRead } from "../parts/sourceLines.ts";
import { UsdValue } from "../parts/UsdValue.tsx";
import { labelAddress, removeBundle, watchAddress } from "../lists/changeLists.ts";
import { useLists } from "../lists/listStore.ts";
import { AccountCard } from "./lists/AccountCard.tsx";
import { ListFileTools } from "./lists/ListFileTools.tsx";
import { t } from "../languages/t.ts";
import { ListsPlace } from "./lists/ListsPlace.tsx";
import { RemoveButton } from "./lists/RemoveButton.tsx";
import "../style/lists.css";

/** What the visitor keeps: watched addresses, bundles of addresses, and labels. */
export function ListsPage() {
  const { watched, bundles, labels } = useLists();
  return (
    <>
      <PageHeading level={1} title={t("lists.title")} tab={t("shell.lists")}>
        <ListFileTools />
      </PageHeading>
      <ListsPlace />
      <div className="subject-column">
        <Card title={t("lists.bundles")} lead={t("lists.bundlesLead")}>
          {bundles.length === 0 ? (
            <EmptyState icon={Layers} title={t("lists.noBundles")} text={t("lists.howToBundle")} />
          ) : (
            <ul className="rows">
              {bundles.map(({ id, name, addresses }) => (
                <li key={id}>
                  <div>
                    <Link to="/bundle/$id" params={{ id }}>
                      <bdi className="foreign">{name}</bdi>
                    </Link>
                    <p className="quiet small">{t("lists.addresses", { count: addresses.length })}</p>
                  </div>
                  <RemoveButton label={t("lists.removeBundle", { name })} remove={() => removeBundle(id)} />
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title={t("lists.watchlist")}>
          {watched.length === 0 ? (
            <EmptyState icon={Star} title={t("lists.nothingWatched")} text={t("lists.howToWatch")} />
          ) : (
            <Watchlist watched={watched} />
          )}
        </Card>
        <Card title={t("lists.labels")}>
          {Object.keys(labels).length === 0 ? (
            <EmptyState icon={Tag} title={t("lists.noLabels")} text={t("lists.whatLabelsDo")} />
          ) : (
            <ul className="rows">
              {Object.keys(labels).map((address) => (
                <li key={address}>
                  <div>
                    <AddressLink address={address} isMarked />
                    <p className="quiet small mono list-address">{address}</p>
                  </div>
                  <RemoveButton label={t("lists.removeLabel", { address })} remove={() => labelAddress(address, "")} />
                </li>
              ))}
            </ul>
          )}
        </Card>
        <AccountCard />
      </div>
    </>
  );
}

/** A visitor may read forty addresses a minute. */
const SHOWN = 10;
/** US dollars that leave no room for an address on a phone. */
const MANY = 1e9;

function Watchlist({ watched }: { readonly watched: readonly string[] }) {
  const [count, setCount] = useState(SHOWN);
  return (
    <>
      <ul className="rows">
        {watched.slice(0, count).map((address) => (
          <li key={address}>
            <AddressLink address={address} isMarked />
            <span className="list-end">
              <Worth address={address} />
              <RemoveButton label={t("lists.removeWatched", { address })} remove={() => watchAddress(address, false)} />
            </span>
          </li>
        ))}
      </ul>
      <ShowMore
        shown={Math.min(count, watched.length)}
        total={watched.length}
        step={SHOWN}
        things={t("parts.addresses")}
        show={setCount}
      />
    </>
  );
}

function Worth({ address }: { readonly address: string }): ReactNode {
  const { data, error } = useAnswer("/v1/user/total_balance", { params: { query: { id: address } } });
  if (error !== null && data === undefined) return <span className="quiet">{t("lists.cannotRead")}</span>;
  if (data === undefined) return <span className="bone list-bone" aria-hidden />;
  return isNothingRead(data.meta.chains, undefined) ? (
    <span className="quiet">{t("parts.notKnown")}</span>
  ) : (
    <UsdValue value={data.data.total_usd_value} isCompact={data.data.total_usd_value >= MANY} />
  );
}
