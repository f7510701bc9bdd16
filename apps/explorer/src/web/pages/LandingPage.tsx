import { Activity, Coins, Images, Layers, ShieldCheck, Sigma } from "lucide-react";
import { PageHeading } from "../parts/PageHeading.tsx";
import { SearchBox } from "../shell/SearchBox.tsx";
import { ConnectWallet } from "./landing/ConnectWallet.tsx";
import { ExampleAddress } from "./landing/ExampleAddress.tsx";
import { OwnAddress } from "./landing/OwnAddress.tsx";
import { RecentSubjects } from "./landing/RecentSubjects.tsx";
import { ServedChains } from "./landing/ServedChains.tsx";
import "../style/landing.css";
import { t } from "../languages/t.ts";

const SHOWN = [
  { icon: Coins, name: "shell.tokens", text: "landing.tokensText" },
  { icon: Layers, name: "shell.positions", text: "landing.positionsText" },
  { icon: Images, name: "shell.nfts", text: "landing.nftsText" },
  { icon: Activity, name: "shell.history", text: "landing.historyText" },
  { icon: ShieldCheck, name: "shell.approvals", text: "landing.approvalsText" },
  { icon: Sigma, name: "landing.sources", text: "landing.sourcesText" },
] as const;

/** The page on which an address is entered. */
export const LandingPage = () => (
  <div className="front">
    <PageHeading level={1} title={t("landing.title")} tab={t("landing.tab")} />
    <p className="front-lead">{t("landing.lead")}</p>
    <SearchBox isLarge />
    <OwnAddress />
    <ExampleAddress />
    <ConnectWallet />
    <RecentSubjects />
    <ul className="front-facts">
      {SHOWN.map(({ icon: Icon, name, text }) => (
        <li key={name}>
          <Icon size={20} aria-hidden />
          <div>
            <h2>{t(name)}</h2>
            <p>{t(text)}</p>
          </div>
        </li>
      ))}
    </ul>
    <ServedChains />
  </div>
);
