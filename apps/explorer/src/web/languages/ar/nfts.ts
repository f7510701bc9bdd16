import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/nfts.ts";

export const messages: Translation<typeof english> = {
  "nfts.none": "لا توجد رموز NFT",
  "nfts.noneText": "لا يحتفظ هذا العنوان بأي منها على السلاسل التي قُرئت.",
  "nfts.loading": "جارٍ تحميل رموز NFT …",
  "nfts.search": "ابحث عن اسم أو رقم أو مجموعة",
  "nfts.hideUnverified": "إخفاء المجموعات غير الموثوقة",
  "nfts.hideScams": "إخفاء ما يُشتبه في أنه احتيال",
  "nfts.sum":
    "{nfts, plural, zero {لا رموز NFT} one {رمز NFT واحد} two {رمزا NFT} few {# رموز NFT} many {# رمز NFT} other {# رمز NFT}} في {collections, plural, zero {لا مجموعات} one {مجموعة واحدة} two {مجموعتين} few {# مجموعات} many {# مجموعة} other {# مجموعة}}",
  "nfts.sumWorth":
    "{nfts, plural, zero {لا رموز NFT} one {رمز NFT واحد} two {رمزا NFT} few {# رموز NFT} many {# رمز NFT} other {# رمز NFT}} في {collections, plural, zero {لا مجموعات} one {مجموعة واحدة} two {مجموعتين} few {# مجموعات} many {# مجموعة} other {# مجموعة}}، وقيمتها {worth} بحسب الأسعار المعروفة",
  "nfts.allHidden": "جميعها مخفية",
  "nfts.allHiddenText": "يُشتبه في أنها احتيال.",
  "nfts.noMatch": "لا شيء يطابق",
  "nfts.noMatchText": "لا يشمل البحث العناصر المخفية.",
  "nfts.showHidden": "إظهار المخفية",
  "nfts.collections": "المجموعات",
  "nfts.suspicious": "مشبوهة",
  "nfts.unverified": "غير موثوقة",
  "nfts.count":
    "{count, plural, zero {لا رموز NFT} one {رمز NFT واحد} two {رمزا NFT} few {# رموز NFT} many {# رمز NFT} other {# رمز NFT}}",
  "nfts.lowestSaleIs": "أدنى بيع {value}",
  "nfts.heldCount": "<unseen>العدد: </unseen>× {amount}",

  "nfts.contract": "العقد",
  "nfts.theContract": "عنوان العقد",
  "nfts.collection": "المجموعة",
  "nfts.allItems": "جميع عناصرها",
  "nfts.tokenId": "معرّف الرمز",
  "nfts.theTokenId": "معرّف الرمز",
  "nfts.standard": "المعيار",
  "nfts.erc": "ERC-{number}",
  "nfts.held": "الكمية",
  "nfts.heldOf": "{amount} من {supply}",
  "nfts.represents": "يمثّل",
  "nfts.positionIn": "مركز في {protocol}",
  "nfts.content": "المحتوى",
  "nfts.attributes": "السمات",
  "nfts.moreAttributes": "لا تُعرض {count, number} أخرى.",

  "nfts.lastSale": "آخر بيع",
  "nfts.noSale": "لا بيع معروف",
  "nfts.earlierSales": "مبيعات سابقة",
  "nfts.unknownAmountOf": "كمية غير معروفة من {currency}",
  "nfts.worthNow": "({value} الآن)",
  "nfts.lowestSale": "أدنى بيع",
  "nfts.lowestSaleHow":
    "أدنى مبيعات هذه المجموعة خلال آخر 30 يومًا مما رآه الفهرس، بأسعار اليوم. عروض البيع ليست على السلسلة.",
  "nfts.lastReceived": "آخر استلام",
  "nfts.history": "السجل مع هذه المجموعة",
};
