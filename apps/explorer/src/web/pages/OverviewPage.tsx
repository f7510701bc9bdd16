import { lazy, Suspense } from "react";
import { PageHeading } from "../parts/PageHeading.tsx";
import { AllocationByChain } from "./overview/AllocationByChain.tsx";
import { AllocationByProtocol } from "./overview/AllocationByProtocol.tsx";
import { TopTokens } from "./overview/TopTokens.tsx";
import "../style/overview.css";
import { t } from "../languages/t.ts";

const ProtocolCards = lazy(async () => ({ default: (await import("./overview/ProtocolCards.tsx")).ProtocolCards }));

/** The distribution of the value: by chain, by protocol, by the most valuable tokens, and the protocols themselves. */
export const OverviewPage = () => (
  <section className="overview">
    <PageHeading title={t("overview.title")} isUnseen />
    <div className="allocations">
      <AllocationByProtocol />
      <AllocationByChain />
    </div>
    <TopTokens />
    <Suspense>
      <ProtocolCards />
    </Suspense>
  </section>
);
