import { getRouteApi, Link } from "@tanstack/react-router";
import type { DashboardSubscription } from "@portico/contract";
import type { ReactNode } from "react";
import { announce, Button } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { api } from "../api/api.ts";
import { ErrorNote } from "../parts/ErrorNote.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { DeadLetters } from "./subscriptions/DeadLetters.tsx";
import { EndSubscription } from "./subscriptions/EndSubscription.tsx";
import { nameOf } from "./subscriptions/nameOf.ts";
import { SubscriptionBadge } from "./subscriptions/SubscriptionBadge.tsx";
import { Allowed } from "../parts/Allowed.tsx";

/** Subscriptions of an account: more than it may have. */
const ALL = 100;

const route = getRouteApi("/subscriptions/$subscriptionId");

export function SubscriptionPage(): ReactNode {
  const { subscriptionId } = route.useParams();
  const list = api.useQuery("get", "/dashboard/subscriptions", { params: { query: { start: 0, limit: ALL } } });
  return (
    <Loaded query={list}>
      {({ subscription_list: subscriptions }) => {
        const subscription = subscriptions.find(({ id }) => id === subscriptionId);
        return subscription === undefined ? (
          <PageHead title="No such subscription" crumb={<Back />} />
        ) : (
          <Details subscription={subscription} />
        );
      }}
    </Loaded>
  );
}

const Back = () => (
  <Link className="crumb" to="/subscriptions">
    Subscriptions
  </Link>
);

function Details({ subscription }: { readonly subscription: DashboardSubscription }) {
  const { id, url, is_paused: isPaused, owner_count: owners, chain_ids: chains, pending_count: pending } = subscription;
  const { mutate, isPending, error } = api.useMutation("patch", "/dashboard/subscriptions/{subscription_id}", {
    onSuccess: ({ is_paused: isNowPaused }) => announce(isNowPaused ? "Paused" : "Resumed"),
  });
  return (
    <>
      <PageHead title={nameOf(subscription)} lead={url} crumb={<Back />}>
        <Allowed to="subscriptions.write">
          <Button
            isBusy={isPending}
            onClick={() => mutate({ params: { path: { subscription_id: id } }, body: { is_paused: !isPaused } })}
          >
            {isPaused ? "Resume" : "Pause"}
          </Button>
          <EndSubscription subscription={subscription} />
        </Allowed>
      </PageHead>
      <ErrorNote error={error} />
      <div className="card">
        <SubscriptionBadge subscription={subscription} />
        <p>
          {plural(owners, "address", "addresses")} on {chains.join(", ")}; {plural(pending, "event")} waiting.
        </p>
      </div>
      <DeadLetters subscriptionId={id} />
    </>
  );
}
