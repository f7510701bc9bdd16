import { Link } from "@tanstack/react-router";
import { Card } from "@portico/ui";
import { formatCount } from "@portico/ui/browser";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";
import type { TransactionFacts } from "../../../facts.ts";
import { useName } from "../../api/useName.ts";
import { AddressLink } from "../../parts/AddressLink.tsx";
import { AddressMark } from "../../parts/AddressMark.tsx";
import { FailureNote } from "../../parts/FailureNote.tsx";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import { Skeleton } from "../../parts/Skeleton.tsx";
import { assetPage } from "../../parts/subjectPaths.ts";
import { TokenLogo } from "../../parts/TokenLogo.tsx";
import { type Asset, findAsset } from "../history/asset.ts";
import { Sentence } from "../history/Sentence.tsx";
import { usePartyEvent } from "./usePartyEvent.ts";

interface PartyMovesProps {
  readonly facts: TransactionFacts;
  /** In lower case. */
  readonly party: string;
}

/** What one of those who took part got and gave. */
export function PartyMoves({ facts, party }: PartyMovesProps) {
  const { query, event, page } = usePartyEvent(facts, party);
  const { data: named } = useName(party);
  const isSender = party === facts.from_addr;
  const role = isSender ? "sender" : party === facts.to_addr ? "called" : "other";
  return (
    <Card
      title={t("transaction.movements")}
      lead={
        <span className="subject-id">
          <Message
            id="transaction.ofParty"
            params={{
              role,
              party: (
                <>
                  <AddressMark address={party} size={16} /> <AddressLink address={party} />
                  {named?.data.name != null && <bdi className="foreign">{named.data.name}</bdi>}
                </>
              ),
            }}
          />
        </span>
      }
    >
      {query.data === undefined && query.error === null && (
        <Skeleton label={t("transaction.movementsLoading")} rows={2} />
      )}
      {query.data === undefined && query.error !== null && (
        <FailureNote error={query.error} retry={query.refetch} isBusy={query.isFetching} />
      )}
      {query.data !== undefined && event === undefined && <p className="quiet">{t("transaction.notInHistory")}</p>}
      {event !== undefined && page !== undefined && (
        <>
          {!isSender && (
            <p>
              <Sentence pieces={event.pieces} />
            </p>
          )}
          <MoveList item={event.item} dict={page.token_dict} />
        </>
      )}
    </Card>
  );
}

type Item = NonNullable<ReturnType<typeof usePartyEvent>["event"]>["item"];
type Page = NonNullable<ReturnType<typeof usePartyEvent>["page"]>;

interface Move {
  readonly isIn: boolean;
  readonly asset: Asset;
  readonly amount: number;
  /** The other side, in words where it is no address. */
  readonly other: string;
}

function MoveList({ item, dict }: { readonly item: Item; readonly dict: Page["token_dict"] }) {
  const assetOf = (id: string): Asset => findAsset(dict, item.chain, id);
  const moves: Move[] = [
    ...item.receives.map((one) => ({
      isIn: true,
      asset: assetOf(one.token_id),
      amount: one.amount,
      other: otherSide(one.from_addr, one.source, true, assetOf(one.token_id)),
    })),
    ...item.sends.map((one) => ({
      isIn: false,
      asset: assetOf(one.token_id),
      amount: one.amount,
      other: otherSide(one.to_addr, one.source, false, assetOf(one.token_id)),
    })),
  ];
  if (moves.length === 0) return <p className="quiet">{t("transaction.nothingMoved")}</p>;
  return (
    <ul className="moves">
      {moves.map((move, index) => (
        // the same amount can move between the same addresses twice
        // oxlint-disable-next-line react/no-array-index-key
        <MoveRow key={index} move={move} />
      ))}
      {item.has_more_moves === true && <li className="quiet">{t("transaction.moreMoves")}</li>}
    </ul>
  );
}

const NOBODY = `0x${"0".repeat(40)}`;

/** The zero address stands for several things. */
function otherSide(address: string, source: string | undefined, isIn: boolean, asset: Asset): string {
  if (address !== "" && address !== NOBODY) return address;
  if (source !== undefined || address === "" || asset.contract === "") return t("transaction.otherUnknown");
  return isIn ? t("transaction.minted") : t("transaction.burnt");
}

function MoveRow({ move: { isIn, asset, amount, other } }: { readonly move: Move }) {
  const target = assetPage(asset);
  const name = <bdi className="foreign">{asset.name}</bdi>;
  const isWhole = asset.kind === "nft" && amount === 1;
  return (
    <li>
      <TokenLogo chain={asset.chain} id={asset.contract || asset.id} symbol={asset.name} />
      <div>
        <p>{target === undefined ? name : <Link {...target}>{name}</Link>}</p>
        <p className="quiet small">
          {!other.startsWith("0x") ? (
            other
          ) : (
            <Message
              id={isIn ? "transaction.fromAddress" : "transaction.toAddress"}
              params={{ address: <AddressLink address={other} /> }}
            />
          )}
        </p>
      </div>
      <span className={isIn ? "amount in" : "amount"} dir="ltr">
        {isIn ? "+" : "−"}
        {isWhole ? formatCount(1) : formatAmountText(amount)}
      </span>
    </li>
  );
}
