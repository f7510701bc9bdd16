import { useParams } from "@tanstack/react-router";
import { Layers, Wallet } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, Card, EmptyState } from "@portico/ui";
import { formatCount } from "@portico/ui/browser";
import { AddressLink } from "../parts/AddressLink.tsx";
import { FailureNote } from "../parts/FailureNote.tsx";
import { formatShare } from "../parts/formatShare.ts";
import { PartialNote } from "../parts/PartialNote.tsx";
import { ProtocolLogo } from "../parts/ProtocolLogo.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { Source } from "../parts/Source.tsx";
import { UsdValue } from "../parts/UsdValue.tsx";
import { t } from "../languages/t.ts";
import { changeBundle, hasRoom } from "../lists/changeLists.ts";
import { useAccountLists, useListPlace, useLists } from "../lists/listStore.ts";
import type { Bundle } from "../../lists/readLists.ts";
import { readAddress } from "./history/historySearch.ts";
import { AllocationFigure } from "./overview/AllocationFigure.tsx";
import { REST, sharesOf } from "./overview/shares.ts";
import { WALLET } from "./overview/useProtocolParts.ts";
import { MissingSubject } from "./subject/MissingSubject.tsx";
import { SubjectHead } from "./subject/SubjectHead.tsx";
import { RemoveButton } from "./lists/RemoveButton.tsx";
import { TokenList } from "./tokens/TokenList.tsx";
import { type BundleView, useBundle } from "./bundle/useBundle.ts";
import "../style/lists.css";
import "../style/overview.css";

/** US dollars that leave no room for an address on a phone. */
const MANY = 1e9;

/** Several addresses of the visitor's as one portfolio. */
export function BundlePage() {
  const { id = "" } = useParams({ strict: false });
  const { bundles } = useLists();
  const place = useListPlace();
  const bundle = bundles.find((one) => one.id === id);
  const isFailed = useAccountLists().kind === "failed";
  if (bundle === undefined && place === undefined && !isFailed) return <Skeleton label={t("bundle.loading")} />;
  if (bundle === undefined)
    return (
      <MissingSubject
        title={t("bundle.noSuch")}
        text={isFailed ? t("parts.accountUnreadable") : t("bundle.whereKept")}
      />
    );
  return <BundleOf key={id} bundle={bundle} />;
}

function BundleOf({ bundle }: { readonly bundle: Bundle }) {
  const view = useBundle(bundle.addresses);
  const { meta, error, isFetching, refetch, tokens } = view;
  return (
    <>
      <Head bundle={bundle} view={view} />
      {error !== null && <FailureNote error={error} retry={refetch} isBusy={isFetching} />}
      <PartialNote meta={meta as never} retry={refetch} />
      <div className="subject-column">
        <div className="allocations">
          <Addresses bundle={bundle} view={view} />
          <ByProtocol view={view} />
        </div>
        <section className="card" aria-label={t("shell.tokens")}>
          <h2 className="bundle-heading">{t("shell.tokens")}</h2>
          {tokens === undefined && error === null && <Skeleton label={t("overview.tokens")} rows={6} />}
          {tokens !== undefined && tokens.length > 0 && <TokenList held={tokens} meta={meta as never} />}
          {tokens !== undefined && tokens.length === 0 && (
            <EmptyState icon={Wallet} title={t("bundle.noTokens")} text={t("bundle.holdsNone")} />
          )}
        </section>
      </div>
    </>
  );
}

interface PartProps {
  readonly bundle: Bundle;
  readonly view: BundleView;
}

function Head({ bundle: { name, addresses }, view: { worths, total, meta } }: PartProps) {
  const read = worths.filter((worth) => worth !== undefined).length;
  return (
    <SubjectHead
      isPrivate
      title={name}
      tab={name}
      picture={
        <span className="subject-icon" aria-hidden>
          <Layers size={24} />
        </span>
      }
      lead={t("bundle.lead", { count: addresses.length })}
      figure={
        <>
          <p className="label">
            {t("shell.netWorth")} <Source label={t("shell.theNetWorth")} meta={meta} how={<p>{t("bundle.how")}</p>} />
          </p>
          <p className="value">{read === 0 && addresses.length > 0 ? "…" : <UsdValue value={total} />}</p>
          {read < addresses.length && (
            <p className="small quiet" role="status">
              {t("bundle.readOf", { read: formatCount(read), count: formatCount(addresses.length) })}
            </p>
          )}
        </>
      }
    />
  );
}

function Addresses({ bundle, view: { worths, total } }: PartProps) {
  const remove = (address: string): void =>
    void changeBundle(bundle.id, (one) => ({ ...one, addresses: one.addresses.filter((other) => other !== address) }));
  return (
    <Card title={t("bundle.addresses")}>
      <ul className="rows">
        {bundle.addresses.map((address, index) => {
          const worth = worths[index];
          return (
            <li key={address}>
              <AddressLink address={address} isMarked />
              <span className="list-end">
                {worth === undefined ? (
                  <span className="bone list-bone" aria-hidden />
                ) : (
                  <UsdValue value={worth} isCompact={worth >= MANY} />
                )}
                <span className="quiet small number bundle-share">
                  {worth !== undefined && total > 0 && formatShare(worth / total)}
                </span>
                <RemoveButton label={t("bundle.removeAddress", { address })} remove={() => remove(address)} />
              </span>
            </li>
          );
        })}
      </ul>
      {hasRoom(bundle) && <AddAddress bundle={bundle} />}
    </Card>
  );
}

function AddAddress({ bundle }: { readonly bundle: Bundle }) {
  const [text, setText] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const address = readAddress(text);
    setIsWrong(address === undefined);
    if (address === undefined) return;
    changeBundle(bundle.id, (one) => ({ ...one, addresses: [...one.addresses, address] }));
    setText("");
  };
  return (
    <form onSubmit={submit} className="save-line later" noValidate>
      <label>
        {t("bundle.addAddress")}
        <input
          type="text"
          value={text}
          maxLength={66}
          placeholder="0x…"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isWrong}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Button type="submit">{t("bundle.add")}</Button>
      {isWrong && (
        <p className="wrong" role="alert">
          {t("bundle.wrongAddress")}
        </p>
      )}
    </form>
  );
}

function ByProtocol({ view: { parts, error } }: { readonly view: BundleView }) {
  const shares = parts && sharesOf(parts);
  return (
    <Card title={t("overview.byProtocol")}>
      {shares === undefined && error === null && <Skeleton label={t("overview.protocols")} />}
      {shares !== undefined && shares.length === 0 && (
        <EmptyState icon={Wallet} title={t("overview.nothingYet")} text={t("overview.nothingYetText")} />
      )}
      {shares !== undefined && shares.length > 0 && (
        <AllocationFigure
          caption={t("overview.netWorthByProtocol")}
          shares={shares}
          name={({ id, name }) =>
            id === REST ? (
              <>{name}</>
            ) : (
              <span className="share-name">
                {id !== WALLET && <ProtocolLogo id={id} name={name} />} <bdi className="foreign">{name}</bdi>
              </span>
            )
          }
        />
      )}
    </Card>
  );
}
