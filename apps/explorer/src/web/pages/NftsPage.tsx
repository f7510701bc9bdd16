import type { UserNft } from "@portico/client";
import { formatValue } from "../currency/formatValue.ts";
import { Image } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { Button, EmptyState, SearchField } from "@portico/ui";
import { useAnswer } from "../api/explorerApi.ts";
import { Answered } from "../parts/Answered.tsx";
import { HideSwitch, ListTools } from "../parts/HideSwitch.tsx";
import { PageHeading } from "../parts/PageHeading.tsx";
import { ShowMore } from "../parts/ShowMore.tsx";
import { useStoredChoice } from "../parts/useStoredChoice.ts";
import { useAddress } from "../shell/useAddress.ts";
import { useListSearch } from "./useListSearch.ts";
import { CollectionSection } from "./nfts/CollectionSection.tsx";
import { findNfts, groupNfts, type NftGroup } from "./nfts/groupNfts.ts";
import { NftDialog } from "./nfts/NftDialog.tsx";
import "../style/nfts.css";
import { t } from "../languages/t.ts";

/** All NFTs of the address as a gallery, by collection. */
export function NftsPage() {
  const { address, chain } = useAddress();
  const nfts = useAnswer("/v1/user/all_nft_list", {
    params: { query: { id: address, ...(chain !== undefined && { chain_ids: [chain] }) } },
  });
  return (
    <section className="card">
      <PageHeading title={t("shell.nfts")} />
      <Answered query={nfts} label={t("shell.nfts")} skeleton={<GallerySkeleton />}>
        {(held) =>
          held.length === 0 ? (
            <EmptyState icon={Image} title={t("nfts.none")} text={t("nfts.noneText")} />
          ) : (
            <Gallery key={`${address} ${chain}`} owner={address} held={held} />
          )
        }
      </Answered>
    </section>
  );
}

const GallerySkeleton = () => (
  <div role="status">
    <span className="unseen">{t("nfts.loading")}</span>
    <div className="nfts-gallery" aria-hidden>
      {Array.from({ length: 8 }, (_, tile) => (
        <span key={tile} className="bone nfts-bone" />
      ))}
    </div>
  </div>
);

const STEP = 20;

function Gallery({ owner, held }: { readonly owner: string; readonly held: readonly UserNft[] }) {
  const groups = useMemo(() => groupNfts(held), [held]);
  const isVouchedFor = groups.some(isGood);
  const [hides, setHides] = useStoredChoice("hides-unverified-nfts", true);
  const [text, setText] = useListSearch();
  const [count, setCount] = useState(STEP);
  const [opened, setOpened] = useState<UserNft | undefined>();
  const wanted = useDeferredValue(text);
  const hidden = isVouchedFor ? groups.filter((group) => !isGood(group)) : groups.filter(({ isBad }) => isBad);
  const shown = findNfts(hides ? groups.filter((group) => !hidden.includes(group)) : groups, wanted);
  const worth = shown.reduce((sum, { usdValue }) => sum + usdValue, 0);
  const sum = { nfts: countNfts(shown), collections: shown.length };
  return (
    <>
      <ListTools>
        <SearchField label={t("nfts.search")} initial={text} change={setText} />
        <HideSwitch
          label={t(isVouchedFor ? "nfts.hideUnverified" : "nfts.hideScams")}
          count={countNfts(hidden)}
          isOn={hides}
          change={setHides}
        />
      </ListTools>
      <p className="list-sum quiet small" role="status">
        {worth > 0 ? t("nfts.sumWorth", { ...sum, worth: formatValue(worth) }) : t("nfts.sum", sum)}
      </p>
      {shown.slice(0, count).map((group) => (
        <CollectionSection key={group.id} group={group} open={setOpened} />
      ))}
      {shown.length === 0 && (
        <EmptyState
          icon={Image}
          title={t(wanted.trim() === "" ? "nfts.allHidden" : "nfts.noMatch")}
          text={t(wanted.trim() === "" ? "nfts.allHiddenText" : "nfts.noMatchText")}
        >
          {hides && hidden.length > 0 && <Button onClick={() => setHides(false)}>{t("nfts.showHidden")}</Button>}
        </EmptyState>
      )}
      <ShowMore
        shown={Math.min(count, shown.length)}
        total={shown.length}
        step={STEP}
        things={t("nfts.collections")}
        show={setCount}
      />
      {opened !== undefined && <NftDialog nft={opened} owner={owner} close={() => setOpened(undefined)} />}
    </>
  );
}

const isGood = ({ isVerified, isBad }: NftGroup): boolean => isVerified && !isBad;
const countNfts = (groups: readonly NftGroup[]): number => groups.reduce((sum, { nfts }) => sum + nfts.length, 0);
