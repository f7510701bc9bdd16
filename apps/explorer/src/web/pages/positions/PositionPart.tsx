import type { PortfolioItem } from "@portico/client";
import { useId } from "react";
import { shortAddress, plainText } from "@portico/ui/browser";
import { ExplorerLink } from "../../parts/ExplorerLink.tsx";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { shortNumber } from "../nfts/nftText.ts";
import { DetailList } from "./DetailList.tsx";
import { findCollateral } from "./healthOf.ts";
import { HealthMark } from "./HealthMark.tsx";
import { NftRow } from "./NftRow.tsx";
import { RangeBar } from "./RangeBar.tsx";
import { namePool, viewRange } from "./priceRange.ts";
import { nameType } from "./nameType.ts";
import { viewPosition } from "./positionView.ts";
import { TokenGroupTable } from "./TokenGroupTable.tsx";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

interface PositionPartProps {
  readonly item: PortfolioItem;
  /** The project's name, for captions. */
  readonly project: string;
}

/** One position: its type, its totals, and its components. */
export function PositionPart({ item, project }: PositionPartProps) {
  const { tokenGroups, nftGroups, details, health } = viewPosition(item);
  const { stats, position_index: index } = item;
  const heading = useId();
  const range = viewRange(item);
  return (
    <article className="position" aria-labelledby={heading}>
      <header>
        <h4 id={heading}>
          <bdi className="foreign">{nameType(item.name)}</bdi>
          {index !== undefined && index !== "" && <span className="quiet"> {shortNumber(plainText(index, 78))}</span>}
        </h4>
        <Pool item={item} />
        {health !== undefined && <HealthMark rate={health} collateral={findCollateral(item)} />}
        <p className="position-net">
          <UsdValue value={stats.net_usd_value} />
        </p>
      </header>
      {range !== undefined && <RangeBar range={range} />}
      <div className="position-groups">
        {tokenGroups.map((group) => (
          <TokenGroupTable
            key={group.label}
            group={group}
            caption={t("positions.groupCaption", { group: group.label, position: nameType(item.name), project })}
          />
        ))}
      </div>
      {nftGroups.map(({ label, nfts }) => (
        <NftRow key={label} label={label} nfts={nfts} />
      ))}
      <DetailList details={details} />
      <Proxy item={item} />
    </article>
  );
}

/** The pool by its tokens and fee, and its contract: several positions of a project may hold the same tokens. */
function Pool({ item }: { readonly item: PortfolioItem }) {
  const { pool } = item;
  const name = namePool(item);
  return (
    <>
      {name !== undefined && (
        <strong className="position-pool">
          <bdi className="foreign">{plainText(name, 60)}</bdi>
        </strong>
      )}
      {pool !== undefined && /^0x[0-9a-f]{40}$/.test(pool.id) && (
        <span className="small mono">
          <ExplorerLink chain={pool.chain} kind="address" id={pool.id} isShort />
        </span>
      )}
    </>
  );
}

/** The contract in whose name it is held, if it is a proxy of the address. */
function Proxy({ item: { proxy_detail: proxy } }: { readonly item: PortfolioItem }) {
  const { project, proxy_contract_id: contract } = proxy;
  if (contract === undefined) return null;
  return (
    <p className="position-source quiet small">
      <Message
        id="positions.heldBy"
        params={{
          holder: <bdi>{project?.name === undefined ? t("positions.aContract") : plainText(project.name, 40)}</bdi>,
          contract: (
            <span className="mono" title={contract}>
              {shortAddress(contract)}
            </span>
          ),
        }}
      />
    </p>
  );
}
