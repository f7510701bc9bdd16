import { Link } from "@tanstack/react-router";
import { Layers, Star, Tag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Card, EmptyState } from "@portico/ui";
import { plural } from "@portico/ui/browser";
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
import { ListsPlace } from "./lists/ListsPlace.tsx";
import { RemoveButton } from "./lists/RemoveButton.tsx";
import "../style/lists.css";

/** What the visitor keeps: watched addresses, bundles of addresses, and labels. */
export function ListsPage() {
  const { watched, bundles, labels } = useLists();
  return (
    <>
      <PageHeading level={1} title="Your lists" tab="Lists">
        <ListFileTools />
      </PageHeading>
      <ListsPlace />
      <div className="subject-column">
        <Card title="Bundles" lead="Several addresses as one portfolio.">
          {bundles.length === 0 ? (
            <EmptyState
              icon={Layers}
              title="No bundles"
              text="Open an address, then the star beside it, to put it in a new bundle."
            />
          ) : (
            <ul className="rows">
              {bundles.map(({ id, name, addresses }) => (
                <li key={id}>
                  <div>
                    <Link to="/bundle/$id" params={{ id }}>
                      <bdi className="foreign">{name}</bdi>
                    </Link>
                    <p className="quiet small">{plural(addresses.length, "address", "addresses")}</p>
                  </div>
                  <RemoveButton what={`the bundle ${name}`} remove={() => removeBundle(id)} />
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title="Watchlist">
          {watched.length === 0 ? (
            <EmptyState icon={Star} title="Nothing is watched" text="Open an address, then the star beside it." />
          ) : (
            <Watchlist watched={watched} />
          )}
        </Card>
        <Card title="Labels">
          {Object.keys(labels).length === 0 ? (
            <EmptyState
              icon={Tag}
              title="No labels"
              text="An own name of an address is shown wherever this explorer shows the address."
            />
          ) : (
            <ul className="rows">
              {Object.keys(labels).map((address) => (
                <li key={address}>
                  <div>
                    <AddressLink address={address} isMarked />
                    <p className="quiet small mono list-address">{address}</p>
                  </div>
                  <RemoveButton what={`the label of ${address}`} remove={() => labelAddress(address, "")} />
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
              <RemoveButton what={`${address} from the watchlist`} remove={() => watchAddress(address, false)} />
            </span>
          </li>
        ))}
      </ul>
      <ShowMore
        shown={Math.min(count, watched.length)}
        total={watched.length}
        step={SHOWN}
        things="addresses"
        show={setCount}
      />
    </>
  );
}

function Worth({ address }: { readonly address: string }): ReactNode {
  const { data, error } = useAnswer("/v1/user/total_balance", { params: { query: { id: address } } });
  if (error !== null && data === undefined) return <span className="quiet">Can't be read right now</span>;
  if (data === undefined) return <span className="bone list-bone" aria-hidden />;
  return isNothingRead(data.meta.chains, undefined) ? (
    <span className="quiet">Not known</span>
  ) : (
    <UsdValue value={data.data.total_usd_value} isCompact={data.data.total_usd_value >= MANY} />
  );
}
