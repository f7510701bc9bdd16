import type { UserNft } from "@portico/client";
import { formatValue } from "../currency/formatValue.ts";
import { Image } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { Button, EmptyState, SearchField } from "@portico/ui";
import { plural } from "@portico/ui/browser";
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

/** All NFTs of the address as a gallery, by collection. */
export function NftsPage() {
  const { address, chain } = useAddress();
  const nfts = useAnswer("/v1/user/all_nft_list", {
    params: { query: { id: address, ...(chain !== undefined && { chain_ids: [chain] }) } },
  });
  return (
    <section className="card">
      <PageHeading title="NFTs" />
      <Answered query={nfts} label="NFTs" skeleton={<GallerySkeleton />}>
        {(held) =>
          held.length === 0 ? (
            <EmptyState icon={Image} title="No NFTs" text="This address holds none on the chains that were read." />
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
    <span className="unseen">Loading NFTs …</span>
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
  return (
    <>
      <ListTools>
        <SearchField label="Search name, number, collection" initial={text} change={setText} />
        <HideSwitch
          label={isVouchedFor ? "Hide unverified collections" : "Hide suspected scams"}
          count={countNfts(hidden)}
          isOn={hides}
          change={setHides}
        />
      </ListTools>
      <p className="list-sum quiet small" role="status">
        {plural(countNfts(shown), "NFT")} in {plural(shown.length, "collection")}
        {worth > 0 && `, ${formatValue(worth)} counting known prices`}
      </p>
      {shown.slice(0, count).map((group) => (
        <CollectionSection key={group.id} group={group} open={setOpened} />
      ))}
      {shown.length === 0 && (
        <EmptyState
          icon={Image}
          title={wanted.trim() === "" ? "All of them are hidden" : "Nothing matches"}
          text={wanted.trim() === "" ? "They are suspected scams." : "Hidden ones are not searched."}
        >
          {hides && hidden.length > 0 && <Button onClick={() => setHides(false)}>Show hidden ones</Button>}
        </EmptyState>
      )}
      <ShowMore
        shown={Math.min(count, shown.length)}
        total={shown.length}
        step={STEP}
        things="collections"
        show={setCount}
      />
      {opened !== undefined && <NftDialog nft={opened} owner={owner} close={() => setOpened(undefined)} />}
    </>
  );
}

const isGood = ({ isVerified, isBad }: NftGroup): boolean => isVerified && !isBad;
const countNfts = (groups: readonly NftGroup[]): number => groups.reduce((sum, { nfts }) => sum + nfts.length, 0);
