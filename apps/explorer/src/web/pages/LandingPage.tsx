import { Activity, Coins, Images, Layers, type LucideIcon, ShieldCheck, Sigma } from "lucide-react";
import { PageHeading } from "../parts/PageHeading.tsx";
import { SearchBox } from "../shell/SearchBox.tsx";
import { ConnectWallet } from "./landing/ConnectWallet.tsx";
import { ExampleAddress } from "./landing/ExampleAddress.tsx";
import { OwnAddress } from "./landing/OwnAddress.tsx";
import { RecentSubjects } from "./landing/RecentSubjects.tsx";
import { ServedChains } from "./landing/ServedChains.tsx";
import "../style/landing.css";

const SHOWN: readonly { readonly icon: LucideIcon; readonly name: string; readonly text: string }[] = [
  { icon: Coins, name: "Tokens", text: "Amounts, prices and value, without the spam" },
  { icon: Layers, name: "Positions", text: "Loans, pools and stakes, and how safe they are" },
  { icon: Images, name: "NFTs", text: "A gallery of its collectibles" },
  { icon: Activity, name: "History", text: "Every transaction, in sentences" },
  { icon: ShieldCheck, name: "Approvals", text: "Who may take what, and what to revoke" },
  { icon: Sigma, name: "Sources", text: "The block and price behind every figure" },
];

/** The page on which an address is entered. */
export const LandingPage = () => (
  <div className="front">
    <PageHeading level={1} title="Look into any wallet" tab="Explorer" />
    <p className="front-lead">
      Tokens, positions, NFTs, history and approvals of an address, on every chain, in one place.
    </p>
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
            <h2>{name}</h2>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
    <ServedChains />
  </div>
);
