import { useParams } from "@tanstack/react-router";
import { Layers, Wallet } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, Card, EmptyState } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { AddressLink } from "../parts/AddressLink.tsx";
import { FailureNote } from "../parts/FailureNote.tsx";
import { formatShare } from "../parts/formatShare.ts";
import { PartialNote } from "../parts/PartialNote.tsx";
import { ProtocolLogo } from "../parts/ProtocolLogo.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { Source } from "../parts/Source.tsx";
import { UsdValue } from "../parts/UsdValue.tsx";
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
  if (bundle === undefined && place === undefined && !isFailed) return <Skeleton label="bundle" />;
  if (bundle === undefined)
    return (
      <MissingSubject
        title="No such bundle"
        text={
          isFailed
            ? "The lists of your account can't be read right now."
            : "Bundles are kept in the browser in which they were made, or in an account."
        }
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
        <section className="card" aria-label="Tokens">
          <h2 className="bundle-heading">Tokens</h2>
          {tokens === undefined && error === null && <Skeleton label="tokens" rows={6} />}
          {tokens !== undefined && tokens.length > 0 && <TokenList held={tokens} meta={meta as never} />}
          {tokens !== undefined && tokens.length === 0 && (
            <EmptyState icon={Wallet} title="No tokens" text="None of the addresses holds any." />
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
      lead={`Bundle of ${plural(addresses.length, "address", "addresses")}`}
      figure={
        <>
          <p className="label">
            Net worth <Source label="the net worth" meta={meta} how={<p>{HOW}</p>} />
          </p>
          <p className="value">{read === 0 && addresses.length > 0 ? "…" : <UsdValue value={total} />}</p>
          {read < addresses.length && (
            <p className="small quiet" role="status">
              {read} of {addresses.length} addresses are read
            </p>
          )}
        </>
      }
    />
  );
}

const HOW = "The sum of the net worths of its addresses. What one of them owes another counts on both sides.";

function Addresses({ bundle, view: { worths, total } }: PartProps) {
  const remove = (address: string): void =>
    void changeBundle(bundle.id, (one) => ({ ...one, addresses: one.addresses.filter((other) => other !== address) }));
  return (
    <Card title="Addresses">
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
                <RemoveButton what={`${address} from the bundle`} remove={() => remove(address)} />
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
        Add an address
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
      <Button type="submit">Add</Button>
      {isWrong && (
        <p className="wrong" role="alert">
          An address is 0x and 40 hexadecimal digits.
        </p>
      )}
    </form>
  );
}

function ByProtocol({ view: { parts, error } }: { readonly view: BundleView }) {
  const shares = parts && sharesOf(parts);
  return (
    <Card title="By protocol">
      {shares === undefined && error === null && <Skeleton label="protocols" />}
      {shares !== undefined && shares.length === 0 && (
        <EmptyState icon={Wallet} title="Nothing yet" text="Tokens and positions with a price will appear here." />
      )}
      {shares !== undefined && shares.length > 0 && (
        <AllocationFigure
          caption="Net worth by protocol"
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
