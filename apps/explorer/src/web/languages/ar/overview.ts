import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/overview.ts";

export const messages: Translation<typeof english> = {
  "overview.title": "نظرة عامة",
  "overview.byChain": "حسب السلسلة",
  "overview.allocationByChain": "التوزيع حسب السلسلة",
  "overview.byChainHow": "قيمة العنوان على كل سلسلة: الرموز والمراكز ناقص الديون.",
  "overview.chains": "السلاسل",
  "overview.nothingRead": "لا شيء على السلاسل التي قُرئت",
  "overview.nothing": "لا شيء على أي سلسلة",
  "overview.nothingText": "ستظهر هنا ممتلكات هذا العنوان حسب السلسلة.",
  "overview.netWorthByChain": "صافي القيمة حسب السلسلة",
  "overview.byProtocol": "حسب البروتوكول",
  "overview.allocationByProtocol": "التوزيع حسب البروتوكول",
  "overview.byProtocolHow":
    "القيمة في كل بروتوكول ناقص الديون فيه، و«المحفظة» هي باقي صافي القيمة: الرموز التي ليست في أي بروتوكول.",
  "overview.protocols": "البروتوكولات",
  "overview.nothingYet": "لا شيء بعد",
  "overview.nothingYetText": "ستظهر هنا الرموز والمراكز التي لها سعر.",
  "overview.netWorthByProtocol": "صافي القيمة حسب البروتوكول",
  "overview.wallet": "المحفظة",
  "overview.others":
    "{count, plural, zero {لا غيرها} one {واحد آخر} two {اثنان آخران} few {# أخرى} many {# أخرى} other {# أخرى}}",
  "overview.where": "أين",
  "overview.share": "النسبة",
  "overview.value": "القيمة",
  "overview.protocolCards": "البروتوكولات",
  "overview.allPositions": "كل المراكز",
  "overview.chainCount":
    "{count, plural, zero {لا سلاسل} one {سلسلة واحدة} two {سلسلتان} few {# سلاسل} many {# سلسلة} other {# سلسلة}}",
  "overview.debt": "دين {value}",
  "overview.topTokens": "أهم الرموز",
  "overview.allTokens": "كل الرموز",
  "overview.tokens": "الرموز",
  "overview.noTokensRead": "لا رموز ذات قيمة على السلاسل التي قُرئت",
  "overview.noTokens": "لا رموز ذات قيمة",
  "overview.noTokensText": "ستظهر هنا الرموز التي لها سعر.",
  "overview.highestValue": "الرموز الأعلى قيمة",
  "overview.token": "الرمز",
  "overview.price": "السعر",
  "overview.change": "24 س",
};
