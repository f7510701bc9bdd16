import type { NftCollection } from "@portico/client";
import { useParams } from "@tanstack/react-router";
import { shortAddress } from "@portico/client";
import { Badge, Card, Timestamp } from "@portico/ui";
import { plainText } from "@portico/ui/browser";
import { codeOf, useAnswer } from "../api/explorerApi.ts";
import { useContract } from "../api/facts.ts";
import { AddressLink } from "../parts/AddressLink.tsx";
import { Answered } from "../parts/Answered.tsx";
import { ChainBadge } from "../parts/ChainBadge.tsx";
import { CollectionPicture } from "../parts/CollectionPicture.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { DetailRow } from "../parts/DetailRow.tsx";
import { ExplorerLink } from "../parts/ExplorerLink.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { UsdValue } from "../parts/UsdValue.tsx";
import { useRecent } from "../shell/recentSubjects.ts";
import { CollectionItems } from "./collection/CollectionItems.tsx";
import { MissingSubject } from "./subject/MissingSubject.tsx";
import { SubjectHead } from "./subject/SubjectHead.tsx";
import { t } from "../languages/t.ts";

const UNKNOWN = new Set(["invalid_chain", "invalid_params", "invalid_address"]);

/** A contract of NFTs: its facts, and its items. */
export function CollectionPage() {
  const { chain = "", address: given = "" } = useParams({ strict: false });
  const address = given.toLowerCase();
  const query = useAnswer("/cloud/collection", { params: { query: { chain_id: chain, id: `${chain}:${address}` } } });
  const missing = (
    <MissingSubject
      title={t("collection.noSuch")}
      text={t("collection.noSuchText")}
      elsewhere={{ chain, kind: "address", id: address }}
    />
  );
  if (query.error !== null && UNKNOWN.has(codeOf(query.error))) return missing;
  return (
    <Answered
      query={query}
      label={t("collection.loading")}
      skeleton={<Skeleton label={t("collection.loading")} look="cards" rows={4} />}
    >
      {([collection]) =>
        collection === undefined ? (
          missing
        ) : (
          <>
            <Head collection={collection} address={address} />
            <div className="subject-body">
              <div className="subject-column">
                <CollectionItems key={collection.id} chain={chain} address={address} />
              </div>
              <div className="subject-column subject-aside">
                <Facts collection={collection} address={address} />
              </div>
            </div>
          </>
        )
      }
    </Answered>
  );
}

interface PartProps {
  readonly collection: NftCollection;
  /** In lower case. */
  readonly address: string;
}

function Head({ collection, address }: PartProps) {
  const { chain, lowest_sale_price: lowest = null } = collection;
  const title = plainText(collection.name, 60) || shortAddress(address);
  useRecent({ kind: "collection", path: `/collection/${chain}/${address}`, label: title });
  return (
    <SubjectHead
      title={title}
      tab={title}
      picture={<CollectionPicture chain={chain} contract={address} name={title} />}
      marks={
        <>
          <ChainBadge chain={chain} />
          <Standing collection={collection} />
        </>
      }
      lead={
        <span className="subject-id">
          <code title={address}>{shortAddress(address)}</code>
          <CopyButton value={address} name={t("collection.contractAddress")} />
          <ExplorerLink chain={chain} kind="token" id={address} isBare />
        </span>
      }
      figure={
        <>
          <p className="label">{t("nfts.lowestSale")}</p>
          <p className="value">{lowest === null ? t("parts.notKnown") : <UsdValue value={lowest} />}</p>
          <p className="quiet small">{t("nfts.lowestSaleHow")}</p>
        </>
      }
    />
  );
}

function Standing({ collection: { is_scam, is_suspicious, is_verified } }: Pick<PartProps, "collection">) {
  if (is_scam === true) return <Badge tone="bad">{t("collection.scam")}</Badge>;
  if (is_suspicious === true) return <Badge tone="caution">{t("collection.suspicious")}</Badge>;
  return is_verified ? null : <Badge>{t("collection.unverified")}</Badge>;
}

function Facts({ collection: { chain, is_verified: isVerified, is_scam: isScam }, address }: PartProps) {
  const { data: contract } = useContract(chain, address);
  return (
    <Card title={t("collection.facts")}>
      <dl className="facts">
        <DetailRow name={t("collection.deployed")}>
          {contract ? <Timestamp timeAt={contract.time_at} /> : <span className="quiet">{t("parts.notKnown")}</span>}
        </DetailRow>
        <DetailRow name={t("collection.creator")}>
          {contract ? <AddressLink address={contract.creator} /> : <span className="quiet">{t("parts.notKnown")}</span>}
        </DetailRow>
        <DetailRow name={t("collection.trustedList")}>
          {isVerified ? t("collection.isListed") : t("collection.notListed")}
        </DetailRow>
        <DetailRow name={t("collection.cheats")}>
          {isScam === null
            ? t("collection.notJudged")
            : isScam
              ? t("collection.doesCheat")
              : t("collection.notKnownTo")}
        </DetailRow>
      </dl>
    </Card>
  );
}
