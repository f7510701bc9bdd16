import type { Translation } from "../catalogue.ts";
import type { messages as english } from "../en/collection.ts";

export const messages: Translation<typeof english> = {
  "collection.noSuch": "لا توجد مجموعة كهذه",
  "collection.noSuchText": "لا رمز NFT معروف من هذا العقد على هذه السلسلة.",
  "collection.loading": "المجموعة",
  "collection.contractAddress": "عنوان العقد",
  "collection.scam": "احتيال",
  "collection.suspicious": "مشبوهة",
  "collection.unverified": "غير موثوقة",

  "collection.facts": "حقائق",
  "collection.deployed": "تاريخ النشر",
  "collection.creator": "المنشئ",
  "collection.trustedList": "القائمة الموثوقة",
  "collection.isListed": "مدرجة فيها",
  "collection.notListed": "غير مدرجة فيها",
  "collection.cheats": "احتيالية",
  "collection.notJudged": "لم يحكم عليها أحد",
  "collection.doesCheat": "نعم",
  "collection.notKnownTo": "لا يُعرف عنها ذلك",

  "collection.items": "القطع",
  "collection.theItems": "القطع",
  "collection.noItems": "لا قطع معروفة",
  "collection.noItemsText": "لم تتحرك أي منها منذ أول كتلة مفهرسة.",
  "collection.showMore": "اعرض المزيد",
  "collection.itemsHow":
    "القطع التي تعرفها الفهرسة: ما يوجد منها ولم يحرّكه أحد منذ أول كتلة مفهرسة غير معروف. والأسماء والصور من صنع مؤلفها.",
};
